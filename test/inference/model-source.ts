import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTinyModel } from '../../models/tools/tiny-model.ts';
import type { CatalogModel } from '../../server/inference/models/catalog.ts';

const PIECE = 100_000;

export type ModelSource = Awaited<ReturnType<typeof startModelSource>>;

/** Starts a file server like those of large models: HEAD, ranges, and the SHA-256 as the ETag. */
export async function startModelSource() {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-source-'));
  const built = join(folder, 'built.gguf');
  buildTinyModel(built);
  // Bytes after the last tensor are ignored; they make the file large enough to interrupt.
  const model = Buffer.concat([readFileSync(built), randomBytes(12_000_000)]);
  const page = Buffer.from('<html>Sign in</html>'.repeat(50));
  const state = {
    /** Changes each piece before it is sent. */
    change: (piece: Buffer) => piece,
    pauseMs: 0,
    /** If set, responds with only this status. */
    status: null as number | null,
    asked: [] as string[],
    sent: 0,
  };
  const server = createServer(async (req, res) => {
    if (state.status !== null || req.url === '/missing.gguf') return res.writeHead(state.status ?? 404).end();
    const isPage = req.url === '/page.gguf';
    const whole = isPage ? page : model;
    const [, first, last] = /bytes=(\d+)-(\d*)/.exec(req.headers.range ?? '') ?? [];
    const from = Number(first ?? 0);
    const to = last ? Number(last) : whole.length - 1;
    res.writeHead(first === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': to - from + 1,
      'content-type': 'application/octet-stream',
      etag: isPage ? 'W/"1"' : `"${createHash('sha256').update(model).digest('hex')}"`,
      ...(first === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${whole.length}` }),
    });
    if (req.method === 'HEAD') return res.end();
    res.setMaxListeners(0);
    state.asked.push(req.headers.range ?? '');
    for (let at = from; at <= to && !res.destroyed; at += PIECE) {
      const piece = state.change(whole.subarray(at, Math.min(at + PIECE, to + 1)));
      state.sent += piece.length;
      if (!res.write(piece)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
      if (state.pauseMs > 0) await sleep(state.pauseMs);
    }
    return res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const catalogModel = (id: string, more: Partial<CatalogModel> = {}): CatalogModel => ({
    id,
    name: `The model ${id}`,
    file: `${id}.gguf`,
    source: `${url}/${id}.gguf`,
    approximateBytes: 14_000_000,
    contextSize: 4_096,
    memoryBytes: 150_000_000,
    license: 'Apache-2.0',
    strengths: 'is fetched in tests',
    ...more,
  });
  return {
    url,
    model,
    state,
    /** Resets everything that a test has set. */
    reset: () =>
      Object.assign(state, {
        change: (piece: Buffer) => piece,
        pauseMs: 0,
        status: null,
        asked: [],
        sent: 0,
      }),
    breakConnections: () => server.closeAllConnections(),
    /** Writes a MODEL_CATALOG with a valid model, a missing one, a web page and a huge one. */
    writeCatalog: (): string => {
      const path = join(folder, 'catalog.json');
      const models = [
        catalogModel('small-one', { name: 'Small One 3B Instruct' }),
        catalogModel('missing', { name: 'Moved Away 3B' }),
        catalogModel('page', { name: 'Sign In 3B' }),
        catalogModel('huge', { name: 'Huge 900B', memoryBytes: 9e14, approximateBytes: 8e11 }),
      ];
      writeFileSync(path, JSON.stringify({ models }));
      return path;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
