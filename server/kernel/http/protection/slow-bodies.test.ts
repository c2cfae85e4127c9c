import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { slowBodies } from './slow-bodies.ts';

const LIMIT_MS = 200;

/** Starts a server with this time limit and returns its URL. */
async function serve(handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>): Promise<string> {
  const limit = slowBodies(LIMIT_MS, () => false);
  const server = createServer((req, res) => limit(req, res, () => void handle(req, res)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('does not time out while the server handles a complete body or has not read it yet', async () => {
  const url = await serve(async (req, res) => {
    await sleep(LIMIT_MS * 2);
    req.resume();
    res.end('done');
  });
  for (const body of ['{}', 'x'.repeat(1_000_000)]) {
    const answer = await fetch(url, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([200, 'done']);
  }
});

it('ends a request whose body does not arrive', async () => {
  const url = await serve(async (req, res) => {
    req.on('end', () => res.end('done')).resume();
  });
  const status = await new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers: { 'content-length': 10 } });
    sending.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    sending.write('{');
  });
  expect(status).toBe(408);
});
