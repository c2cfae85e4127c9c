import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from '../../server/kernel/http/http-server.ts';

const TIMES = { headersMs: 600, requestMs: 1_200, keepAliveMs: 500, checkMs: 100 };

const server = createHttpServer((req, res) => {
  req.resume().once('end', () => res.end('done'));
}, TIMES);
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Slow {
  socket: Socket;
  closed: Promise<unknown>;
  answer(): string;
}

/** Opens a connection that goes on to send a byte every 50 ms, until it is closed. */
function trickle(beginning: string, byte: string): Slow {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      received += data.toString('latin1');
    });
  const closed = once(socket, 'close');
  socket.write(beginning);
  const timer = setInterval(() => socket.writable && socket.write(byte), 50);
  onTestFinished(() => {
    clearInterval(timer);
    socket.destroy();
  });
  return { socket, closed, answer: () => received };
}

const isAnswered = async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 200;

describe('a client that sends byte by byte', () => {
  it('is answered 408 and disconnected while it still sends headers; others are served meanwhile', async () => {
    const began = performance.now();
    const slow = Array.from({ length: 200 }, () => trickle('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'x'));
    expect(await isAnswered()).toBe(true);
    await Promise.all(slow.map(({ closed }) => closed));
    expect(performance.now() - began).toBeGreaterThan(TIMES.headersMs - 100);
    expect(slow.every(({ answer }) => answer().startsWith('HTTP/1.1 408'))).toBe(true);
    expect(slow[0]?.answer()).toContain('"code":"request_timeout"');
    expect(await isAnswered()).toBe(true);
  });

  it('is disconnected when the whole request takes too long, whatever its route allows', async () => {
    const { closed, answer } = trickle('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 'x');
    await closed;
    expect(answer()).toContain('HTTP/1.1 408');
  });

  it('is disconnected when it keeps a connection open without another request', async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    await once(socket, 'close');
  });
});
