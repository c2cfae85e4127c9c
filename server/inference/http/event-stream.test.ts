import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { openEventStream } from './event-stream.ts';

it('a caller that does not read is disconnected', async () => {
  let isClosed = false;
  const server = createServer((_req, res) => {
    res.on('close', () => {
      isClosed = true;
    });
    Object.assign(res, {
      status: () => undefined,
      set: (headers: object) => {
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      },
      locals: {},
    });
    const stream = openEventStream(res as unknown as Response);
    const send = () => {
      if (res.destroyed) return stream.stop();
      stream.send({ text: 'x'.repeat(100_000) });
      setTimeout(send, 1);
    };
    send();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1' }, (response) => void response.pause());
  request.on('error', () => undefined);
  await expect.poll(() => isClosed).toBe(true);
  request.destroy();
  server.close();
});
