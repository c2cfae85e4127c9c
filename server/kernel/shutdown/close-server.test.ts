import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { closable } from './close-server.ts';

async function listening(answerAfterMs = 0) {
  const server = createServer((_req, res) => setTimeout(() => res.end('done'), answerAfterMs));
  const close = closable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, close, port: (server.address() as AddressInfo).port };
}

it('does not wait for a connection that never sent a request', async () => {
  const { close, port } = await listening();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const startedAt = performance.now();
  await close();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

it('completes a request in progress before it ends', async () => {
  const { server, close, port } = await listening(1_000);
  const arrived = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await arrived;
  await close();
  expect(await answer).toBe('done');
});

it('cuts off a request that is still in progress when its time is over', async () => {
  const { server, close, port } = await listening(60_000);
  const arrived = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`);
  answer.catch(() => undefined);
  await arrived;
  await close(200);
  await expect(answer).rejects.toThrow();
});
