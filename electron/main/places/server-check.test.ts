import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkServer } from './server-check.ts';

async function serverThat(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (body: unknown): RequestListener => {
  return (_req, res) => res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
};

it('recognizes a Switchboard server', async () => {
  const server = await serverThat(json({ product: 'switchboard', version: '0.3.1' }));
  expect(await checkServer(fetch, server)).toEqual({ kind: 'ok', server, version: '0.3.1' });
});

it.each([
  ['another product', json({ product: 'other', version: '1.0.0' })],
  ['a web page', ((_req, res) => res.end('<h1>hello</h1>')) as RequestListener],
  ['an error', ((_req, res) => res.writeHead(500).end()) as RequestListener],
  ['a very large response', ((_req, res) => res.end('x'.repeat(1_000_000))) as RequestListener],
])('does not accept %s as a Switchboard server', async (_what, respond) => {
  expect((await checkServer(fetch, await serverThat(respond))).kind).toBe('not-switchboard');
});

it('does not follow redirects', async () => {
  const server = await serverThat((_req, res) =>
    res.writeHead(302, { location: 'https://evil.example/' }).end(),
  );
  expect((await checkServer(fetch, server)).kind).toBe('redirected');
});

it('reports a server that is too old or has an invalid version', async () => {
  for (const version of ['0.0.9', 'new']) {
    const server = await serverThat(json({ product: 'switchboard', version }));
    expect((await checkServer(fetch, server)).kind).toBe('too-old');
  }
});

it('reports a server that does not respond', async () => {
  expect((await checkServer(fetch, 'http://127.0.0.1:9')).kind).toBe('unreachable');
});

it.each([
  // Chromium's names, and Node's.
  new Error('net::ERR_CERT_AUTHORITY_INVALID'),
  new Error('net::ERR_SSL_PROTOCOL_ERROR'),
  new TypeError('fetch failed', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
])('reports an untrusted certificate: %s', async (error) => {
  const found = await checkServer(() => Promise.reject(error), 'https://crm.example.com');
  expect(found).toMatchObject({ kind: 'certificate', message: expect.stringContaining('nothing was sent') });
});

it('names the settings to change when the server does not accept the host name', async () => {
  const server = await serverThat((_req, res) =>
    res.writeHead(403).end(JSON.stringify({ error: { code: 'host_not_allowed', message: '…' } })),
  );
  expect(await checkServer(fetch, server)).toMatchObject({
    kind: 'not-switchboard',
    message: expect.stringMatching(/PUBLIC_URL.*ALLOWED_HOSTS/),
  });
});
