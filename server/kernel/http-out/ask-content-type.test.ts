import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isSoak } from '../../../test/helpers/lane.ts';
import { createAddressGuard } from './address-guard.ts';
import { createAskContentType } from './ask-content-type.ts';
import { createGuardedAgent } from './guarded-agent.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Returns a client with a fake DNS, whose lookups return one of `addresses` after the other. */
function asking(options: { allow?: string[]; addresses?: string[]; timeoutMs?: number } = {}) {
  const addresses = [...(options.addresses ?? [])];
  let lookups = 0;
  const lookup = ((_name: string, _options: object, callback: (...args: unknown[]) => void) => {
    lookups += 1;
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    callback(null, [{ address, family: 4 }]);
  }) as never;
  const timeoutMs = options.timeoutMs ?? 1_000;
  const permits = createAddressGuard(options.allow ?? ['127.0.0.0/8']);
  const dispatcher = createGuardedAgent({ permits, timeoutMs, ...(options.addresses ? { lookup } : {}) });
  return { ask: createAskContentType({ dispatcher, timeoutMs }), lookups: () => lookups };
}

describe('the request for a Content-Type', () => {
  it('uses HEAD, and a ranged GET when HEAD is rejected or has no Content-Type', async () => {
    const seen: string[] = [];
    const port = await serve((req, res) => {
      seen.push(`${req.method} ${req.url} ${req.headers.range ?? ''}`.trim());
      if (req.method === 'HEAD' && req.url === '/a') res.writeHead(200, { 'content-type': 'image/png' });
      else if (req.method === 'HEAD' && req.url === '/b') res.writeHead(405);
      else if (req.method === 'GET') res.writeHead(206, { 'content-type': 'video/mp4' });
      res.end(req.method === 'GET' ? 'x' : undefined);
    });
    const { ask } = asking();
    expect(await ask(`http://127.0.0.1:${port}/a`)).toBe('image/png');
    expect(await ask(`http://127.0.0.1:${port}/b`)).toBe('video/mp4');
    expect(await ask(`http://127.0.0.1:${port}/c`)).toBe('video/mp4');
    expect(seen).toEqual(['HEAD /a', 'HEAD /b', 'GET /b bytes=0-0', 'HEAD /c', 'GET /c bytes=0-0']);
  });

  it('does not read an endless body, or wait for headers that never arrive', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/silent') return;
      if (req.method === 'HEAD') return res.writeHead(404).end();
      res.writeHead(200, { 'content-type': 'video/mp4' });
      res.write(Buffer.alloc(100_000));
    });
    const { ask } = asking({ timeoutMs: 300 });
    expect(await ask(`http://127.0.0.1:${port}/endless`)).toBe('video/mp4');
    const started = Date.now();
    expect(await ask(`http://127.0.0.1:${port}/silent`)).toBeNull();
    if (isSoak) expect(Date.now() - started).toBeLessThan(2_000);
  });

  it('follows a few redirects and checks each of them', async () => {
    const port = await serve((req, res) => {
      const to: Record<string, string> = {
        '/one': '/two',
        '/two': '/file',
        '/loop': '/loop',
        '/ftp': 'ftp://127.0.0.1/file',
        '/login': `http://user:word@127.0.0.1:${port}/file`,
        '/inside': 'http://10.0.0.1/file',
      };
      const location = to[req.url ?? ''];
      if (location) res.writeHead(302, { location });
      else res.writeHead(200, { 'content-type': 'application/pdf' });
      res.end();
    });
    const { ask } = asking();
    expect(await ask(`http://127.0.0.1:${port}/one`)).toBe('application/pdf');
    for (const path of ['/loop', '/ftp', '/login', '/inside']) {
      expect(await ask(`http://127.0.0.1:${port}${path}`), path).toBeNull();
    }
  });

  it('never connects to an address that the guard rejects, in any spelling', async () => {
    let connections = 0;
    const port = await serve((_req, res) => res.writeHead(200, { 'content-type': 'image/png' }).end());
    servers[0]?.on('connection', () => {
      connections += 1;
    });
    const named = asking({ allow: [], addresses: ['127.0.0.1'] });
    expect(await named.ask(`http://files.example:${port}/`)).toBeNull();
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]']) {
      expect(await asking({ allow: [] }).ask(`http://${host}:${port}/`), host).toBeNull();
    }
    expect(connections).toBe(0);
  });

  it('checks the lookup of each connection, so a name that is later rebound to a private address fails', async () => {
    const port = await serve((req, res) => {
      res.writeHead(req.method === 'HEAD' ? 405 : 200, { 'content-type': 'image/png' }).end();
    });
    let inside = 0;
    const hidden = createServer().on('connection', () => {
      inside += 1;
    });
    servers.push(hidden);
    await new Promise<void>((resolve) => hidden.listen(port, '127.0.0.2', resolve));
    const steady = asking({ allow: ['127.0.0.1/32'], addresses: ['127.0.0.1'] });
    expect(await steady.ask(`http://files.example:${port}/`)).toBe('image/png');
    const turning = asking({ allow: ['127.0.0.1/32'], addresses: ['127.0.0.1', '127.0.0.2'] });
    expect(await turning.ask(`http://files.example:${port}/`)).toBeNull();
    expect([turning.lookups(), inside]).toEqual([2, 0]);
  });
});
