import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createRedis } from './redis.ts';

/** A Redis that answers each command in its protocol: `PING` with an error, all others with `OK`. */
async function fullRedis() {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      // Each command is an array: its length, then the length of its first word, then that word.
      for (const [, name] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g))
        socket.write(
          name === 'PING' ? '-OOM command not allowed when used memory is above it\r\n' : '+OK\r\n',
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const end = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `redis://127.0.0.1:${port}`, end };
}

it('says what Redis answers, and only that it is unavailable when it is', async () => {
  const { url, end } = await fullRedis();
  onTestFinished(end);
  const lines: string[] = [];
  const redis = createRedis(url, createLogger('info', { write: (line) => void lines.push(line) }));
  onTestFinished(redis.stop);
  redis.start();
  await expect.poll(() => redis.run((client) => client.set('a', 'b')).catch(() => null)).toBe('OK');
  expect(redis.isFailing()).toBe(false);
  lines.length = 0;
  for (let times = 0; times < 3; times += 1) {
    await expect(redis.run((client) => client.ping())).rejects.toThrow('OOM');
    expect(await redis.run((client) => client.set('a', 'b'))).toBe('OK');
  }
  // Once, and no recovery after each command that works.
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      err: { message: expect.stringContaining('OOM') },
      msg: expect.stringContaining('Redis answers with an error'),
    },
  ]);
  expect(redis.isFailing()).toBe(true);
  end();
  await expect.poll(() => lines.join()).toContain('Redis is unavailable');
});
