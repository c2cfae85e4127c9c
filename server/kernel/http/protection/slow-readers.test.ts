import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitSlowReaders } from './slow-readers.ts';

const MB = 1024 * 1024;
/** More than the buffers of both ends hold. */
const ANSWER = Buffer.alloc(24 * MB);

/** Starts a server with a large answer, and asks it. */
async function ask(windowMs = 400): Promise<{ client: Socket; server: Socket; dropped: () => number }> {
  const dropped: string[] = [];
  const made = createServer((_req, res) => res.end(ANSWER));
  limitSlowReaders(made, { windowMs, bytesPerSecond: 1_000, onDropped: () => void dropped.push('one') });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const accepted = once(made, 'connection') as Promise<[Socket]>;
  const client = connect((made.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    made.closeAllConnections();
    made.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [server] = await accepted;
  return { client, server, dropped: () => dropped.length };
}

it('closes the connection of a client that does not take its answer', async () => {
  const { server, dropped } = await ask();
  await once(server, 'close');
  expect(dropped()).toBe(1);
});

it('leaves a client alone that is slow but takes something', async () => {
  // Longer than a busy machine keeps this process waiting.
  const { client, server, dropped } = await ask(1_500);
  let taken = 0;
  client.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 20);
  });
  // Several times the time limit.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(taken).toBeLessThan(ANSWER.length);
  expect([server.destroyed, dropped()]).toEqual([false, 0]);
});

it('leaves a connection alone on which there is nothing to send', async () => {
  const { client, server, dropped } = await ask();
  let taken = 0;
  client.on('data', (chunk: Buffer) => {
    taken += chunk.length;
  });
  await expect.poll(() => taken).toBeGreaterThan(ANSWER.length);
  // Longer than the time limit of an answer.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([server.destroyed, dropped()]).toEqual([false, 0]);
});
