import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadOrder } from '../../server/inference/download/protocol.ts';
import { type PullProgress, pullModel } from '../../server/inference/download/pull-model.ts';
import { readCatalog } from '../../server/inference/models/catalog.ts';
import { type ModelSource, startModelSource } from './model-source.ts';

describe('npm run models:pull', () => {
  let folder: string;
  let source: ModelSource;
  let model: Buffer;
  beforeAll(async () => {
    source = await startModelSource();
    model = source.model;
  });
  afterAll(() => source.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-pulled-'));
    source.reset();
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const pull = (file = 'tiny.gguf', options: object = {}) =>
    pullModel({ file, source: `${source.url}/${file}` }, folder, options);

  it('downloads a model once, byte for byte', async () => {
    const { path, isNew } = await pull();
    expect(isNew).toBe(true);
    expect(readFileSync(path).equals(model)).toBe(true);
    const before = source.state.asked.length;
    expect(await pull()).toEqual({ path, isNew: false, sha256: null });
    expect(source.state.asked.length).toBe(before);
  });

  it('resumes a killed download', async () => {
    source.state.pauseMs = 20;
    const wanted = { file: 'tiny.gguf', source: `${source.url}/tiny.gguf` };
    // The function that the command calls, and that the dashboard's download process runs.
    const built = pathToFileURL(join(process.cwd(), 'dist/server/pull-model.js')).href;
    const program = `(await import(${JSON.stringify(built)})).pullModel(...${JSON.stringify([wanted, folder])})`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => source.state.sent).toBeGreaterThan(model.length / 2);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(folder, 'tiny.gguf'))).toBe(false);
    source.reset();
    const { path } = await pull();
    expect(readFileSync(path).equals(model)).toBe(true);
    // Only the rest is downloaded.
    expect(source.state.asked).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(source.state.sent).toBeLessThan(model.length * 0.6);
  });

  it('resumes automatically when the connection breaks, and reports its progress', async () => {
    let pieces = 0;
    source.state.change = (piece) => {
      pieces += 1;
      if (pieces === 20 || pieces === 60) source.breakConnections();
      return piece;
    };
    const progress: PullProgress[] = [];
    const { path } = await pull('tiny.gguf', { onProgress: (one: PullProgress) => progress.push(one) });
    expect(readFileSync(path).equals(model)).toBe(true);
    expect(source.state.asked.length).toBe(3);
    const all = { bytes: model.length, totalBytes: model.length };
    expect(progress.slice(-2)).toEqual([
      { is: 'fetching', ...all },
      { is: 'checking', ...all },
    ]);
  });

  it('fails before the first byte if there is not enough disk space', async () => {
    await expect(pull('tiny.gguf', { freeBytes: () => 1_000_000 })).rejects.toThrow('0.0 GB are free');
    expect(source.state.sent).toBe(0);
  });

  it('deletes data that was corrupted or is not a model', async () => {
    let isChanged = false;
    source.state.change = (piece) => {
      if (isChanged || piece.length < 100_000) return piece;
      isChanged = true;
      const copy = Buffer.from(piece);
      copy[99_999] = (copy[99_999] ?? 0) ^ 1;
      return copy;
    };
    await expect(pull()).rejects.toThrow('SHA-256');
    await expect(pull('page.gguf')).rejects.toThrow('not a GGUF file');
    expect(readdirSync(folder)).toEqual(['.pulling']);
    expect(readdirSync(join(folder, '.pulling'))).toEqual([]);
    source.reset();
    expect((await pull()).isNew).toBe(true);
  });

  it('reports a missing or unreachable source', async () => {
    await expect(pull('missing.gguf')).rejects.toThrow('answers 404');
    const away = pullModel({ file: 'x.gguf', source: 'http://127.0.0.1:9/x.gguf' }, folder);
    await expect(away).rejects.toThrow('cannot be reached');
  });

  it('is limited to one process at a time', async () => {
    source.state.pauseMs = 20;
    const first = pull();
    await expect.poll(() => source.state.sent).toBeGreaterThan(0);
    await expect(pull()).rejects.toMatchObject({ code: 'busy' });
    source.state.pauseMs = 0;
    const { path } = await first;
    expect(readdirSync(join(folder, '.pulling'))).toEqual([]);
    expect(readFileSync(path).equals(model)).toBe(true);
  });

  it('ends with the process that started it', async () => {
    source.state.pauseMs = 20;
    const child = spawn(process.execPath, [join(process.cwd(), 'dist/server/model-download.js')], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const order: DownloadOrder = {
      model: { file: 'tiny.gguf', source: `${source.url}/tiny.gguf` },
      folder,
      freeBytes: null,
    };
    child.send(order);
    await expect.poll(() => source.state.sent).toBeGreaterThan(model.length / 4);
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
    // Its lock is free, and the download resumes.
    source.reset();
    const { path } = await pull();
    expect(readFileSync(path).equals(model)).toBe(true);
    expect(source.state.asked).toEqual([expect.stringMatching(/^bytes=[1-9]/)]);
  });

  it('reads a custom catalog, and reports its errors', () => {
    expect(readCatalog().length).toBeGreaterThan(2);
    const path = join(folder, 'catalog.json');
    const [known] = readCatalog();
    const catalogOf = (more: object) => {
      writeFileSync(path, JSON.stringify({ models: [{ ...known, ...more }] }));
      return () => readCatalog(path);
    };
    expect(catalogOf({ id: 'mine' })()[0]?.id).toBe('mine');
    expect(catalogOf({ file: '../../etc/x.gguf' })).toThrow('must be the name of a .gguf file');
    expect(catalogOf({ languages: 'en pt' })()[0]?.languages).toEqual(['en', 'pt']);
    expect(catalogOf({ languages: ['en', 'english'] })).toThrow('must be codes of two letters');
    expect(catalogOf({ source: 'file:///etc/passwd' })).toThrow('must be an http or https address');
    expect(() => readCatalog(join(folder, 'none.json'))).toThrow(/MODEL_CATALOG .* no such file/);
  });
});
