import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFolder } from '../../scripts/build/compress.mjs';
import { dashboardRouter } from '../../server/kernel/http/pages/dashboard.router.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

describe('JSON', () => {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await startTestServer();
    const workspace = await createWorkspace(server);
    key = workspace.key;
    for (let count = 0; count < 8; count += 1)
      await workspace.api('POST', '/contacts', { name: `Contact ${count}`, phone: `+4915112345${count}00` });
  });
  afterAll(() => server.stop());

  it('is compressed above 1 KB, for callers that accept gzip', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const plain = await ask(`${server.url}/api/v1/contacts`, { ...headers, 'accept-encoding': 'identity' });
    const packed = await ask(`${server.url}/api/v1/contacts`, { ...headers, 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
    for (const { headers } of [plain, packed]) expect(headers.vary).toContain('Accept-Encoding');
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  });

  it('is sent as it is below 1 KB', async () => {
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
    const answer = await ask(`${server.url}/api/v1/contacts?limit=1`, headers);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(answer.body.toString()).data).toHaveLength(1);
  });
});

describe('the files of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  const script = `console.log("${'a dashboard '.repeat(200)}");`;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Page</title>${'<p></p>'.repeat(300)}`);
    writeFileSync(join(folder, 'assets/index-1.js'), script);
    writeFileSync(join(folder, 'assets/small-1.js'), 'export {};');
    await compressFolder(folder);
    server = createServer(express().use(dashboardRouter(folder, createLogger('silent'))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('are sent to %s as %s', async (accepted, encoding) => {
    const answer = await ask(`${url}/assets/index-1.js`, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    if (encoding === undefined) expect(answer.body.toString()).toBe(script);
    else expect(answer.body.length).toBeLessThan(200);
  });

  it('the page is sent whole each time: it has the nonce of its own policy', async () => {
    const answer = await ask(`${url}/inbox/cv_1`, { accept: 'text/html', 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('a file without a compressed copy is sent as it is', async () => {
    const answer = await ask(`${url}/assets/small-1.js`, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body.toString()).toBe('export {};');
  });
});

/** Requests without decoding the response, which `fetch` would do. */
function ask(address: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    get(address, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}
