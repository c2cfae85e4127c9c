import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';

/** A store of files as the large ones are: HEAD, ranges, and the SHA-256 as the ETag. */
// The scripts are plain JavaScript: they run before anything is installed.
const script = join(process.cwd(), 'scripts/models/pull.mjs');
const { pullModel } = (await import(script)) as {
  pullModel(
    model: { file: string; source: string },
    folder: string,
    options?: { freeBytes?: () => number; onProgress?: (share: number) => void },
  ): Promise<{ path: string; isNew: boolean }>;
};

describe('npm run models:pull', () => {
  let folder: string;
  let server: Server;
  let url: string;
  let model: Buffer;
  /** What the store does with each piece before it goes out. */
  let meddle: (piece: Buffer) => Buffer;
  let pauseMs: number;
  let asked: string[];
  let sent: number;
  beforeAll(async () => {
    const built = join(mkdtempSync(join(tmpdir(), 'switchboard-pull-')), 'tiny.gguf');
    buildTinyModel(built);
    // What follows the last tensor is nobody's; it makes the file large enough to break off.
    model = Buffer.concat([readFileSync(built), randomBytes(12_000_000)]);
    server = createServer(async (req, res) => {
      if (req.url === '/gone.gguf') return res.writeHead(404).end();
      const whole = req.url === '/page.gguf' ? Buffer.from('<html>Sign in</html>'.repeat(50)) : model;
      const [, first, last] = /bytes=(\d+)-(\d*)/.exec(req.headers.range ?? '') ?? [];
      const from = Number(first ?? 0);
      const to = last ? Number(last) : whole.length - 1;
      const etag =
        req.url === '/page.gguf' ? 'W/"1"' : `"${createHash('sha256').update(model).digest('hex')}"`;
      res.writeHead(first === undefined ? 200 : 206, {
        'accept-ranges': 'bytes',
        'content-length': to - from + 1,
        'content-type': 'application/octet-stream',
        etag,
        ...(first === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${whole.length}` }),
      });
      if (req.method === 'HEAD') return res.end();
      res.setMaxListeners(0);
      asked.push(req.headers.range ?? '');
      for (let at = from; at <= to && !res.destroyed; at += 100_000) {
        const piece = meddle(whole.subarray(at, Math.min(at + 100_000, to + 1)));
        sent += piece.length;
        if (!res.write(piece)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
        if (pauseMs > 0) await sleep(pauseMs);
      }
      return res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-pulled-'));
    [meddle, pauseMs, asked, sent] = [(piece) => piece, 0, [], 0];
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const pull = (file = 'tiny.gguf', options: object = {}) =>
    pullModel({ file, source: `${url}/${file}` }, folder, options);

  it('fetches it once, byte for byte', async () => {
    const { path, isNew } = await pull();
    expect(isNew).toBe(true);
    expect(readFileSync(path).equals(model)).toBe(true);
    const before = asked.length;
    expect(await pull()).toEqual({ path, isNew: false });
    expect(asked.length).toBe(before);
  });

  it('goes on where a killed one has broken off', async () => {
    pauseMs = 20;
    const wanted = { file: 'tiny.gguf', source: `${url}/tiny.gguf` };
    const program = `(await import(${JSON.stringify(script)})).pullModel(...${JSON.stringify([wanted, folder])})`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(model.length / 2);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(folder, 'tiny.gguf'))).toBe(false);
    [pauseMs, asked, sent] = [0, [], 0];
    const { path } = await pull();
    expect(readFileSync(path).equals(model)).toBe(true);
    // What came before is not fetched again: the rest, and only it.
    expect(asked).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(sent).toBeLessThan(model.length * 0.6);
  });

  it('goes on by itself when the connection breaks, and tells how far it is', async () => {
    let pieces = 0;
    meddle = (piece) => {
      pieces += 1;
      if (pieces === 20 || pieces === 60) server.closeAllConnections();
      return piece;
    };
    const shares: number[] = [];
    const { path } = await pull('tiny.gguf', { onProgress: (share: number) => shares.push(share) });
    expect(readFileSync(path).equals(model)).toBe(true);
    expect(asked.length).toBe(3);
    expect(shares.at(-1)).toBe(1);
  });

  it('refuses before the first byte where there is no room', async () => {
    await expect(pull('tiny.gguf', { freeBytes: () => 1_000_000 })).rejects.toThrow('0.0 GB are free');
    expect(sent).toBe(0);
  });

  it('does not keep what was changed on the way, or is no model at all', async () => {
    let isChanged = false;
    meddle = (piece) => {
      if (isChanged || piece.length < 100_000) return piece;
      isChanged = true;
      const copy = Buffer.from(piece);
      copy[99_999] = (copy[99_999] ?? 0) ^ 1;
      return copy;
    };
    await expect(pull()).rejects.toThrow('SHA-256');
    await expect(pull('page.gguf')).rejects.toThrow('no GGUF file');
    expect(readdirSync(folder)).toEqual(['.pulling']);
    expect(readdirSync(join(folder, '.pulling'))).toEqual([]);
    meddle = (piece) => piece;
    expect((await pull()).isNew).toBe(true);
  });

  it('says that a source is gone or cannot be reached', async () => {
    await expect(pull('gone.gguf')).rejects.toThrow('answers 404');
    const away = pullModel({ file: 'x.gguf', source: 'http://127.0.0.1:9/x.gguf' }, folder);
    await expect(away).rejects.toThrow('cannot be reached');
  });
});
