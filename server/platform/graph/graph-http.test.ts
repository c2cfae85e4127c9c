import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../../test/helpers/bad-certificates.ts';
import { CONNECTIONS, createGraphHttp } from './graph-http.ts';
import { newTestSecret } from './test-platform.ts';

describe('real and test numbers on one server', () => {
  /** A platform that notes the tokens it gets. */
  async function platform() {
    const tokens: string[] = [];
    const server = createServer((request, response) => {
      tokens.push(String(request.headers.authorization));
      response.end('{"success":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, tokens, close: () => server.close() };
  }

  it('never meet: each call goes to the platform of its token', async () => {
    const [real, sandbox] = [await platform(), await platform()];
    const testPlatform: { url: string | null } = { url: sandbox.url };
    const http = createGraphHttp({ baseUrl: real.url, version: 'v21.0', testPlatform });
    const [token, secret] = [newTestSecret(), newTestSecret()];
    for (const one of ['EAAB-real', '1|real-secret', token, `2|${secret}`, `x${token}`])
      await http.call({ token: one, method: 'GET', path: 'me', query: { input_token: token } });
    expect(real.tokens).toEqual(['Bearer EAAB-real', 'Bearer 1|real-secret', `Bearer x${token}`]);
    expect(sandbox.tokens).toEqual([`Bearer ${token}`, `Bearer 2|${secret}`]);
    testPlatform.url = null;
    expect(await http.call({ token, method: 'GET', path: 'me' })).toEqual({
      kind: 'unreachable',
      reason: 'The test phone is not running.',
    });
    expect(real.tokens).toHaveLength(3);
    await http.close();
    real.close();
    sandbox.close();
  });
});

describe('a platform that no connection can be opened to', () => {
  /** Calls a server at this address and closes it. */
  async function callOnce(server: NetServer, protocol = 'https') {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const host = `localhost:${port}`;
    const http = createGraphHttp({ baseUrl: `${protocol}://${host}`, version: 'v21.0' });
    const answer = await http.call({ token: 't', method: 'POST', path: 'me', body: {} });
    await http.close();
    server.close();
    return { host, answer };
  }

  it.each([
    ['localhost', 24, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['localhost', -1, 'CERT_HAS_EXPIRED'],
    ['elsewhere.example', 24, 'CERT'],
  ])(
    'for its certificate of %s was sent nothing, and the reason has the host and the cause',
    async (name, hours, code) => {
      let requests = 0;
      const server = createSecureServer(await selfSigned(name, hours), () => {
        requests += 1;
      });
      const { host, answer } = await callOnce(server);
      expect(answer).toMatchObject({ kind: 'unreachable', isCertificateError: true });
      expect(answer).toMatchObject({ reason: expect.stringMatching(`^${host}: .+${code}`) });
      expect(requests).toBe(0);
    },
  );

  it('receives nothing when it ends the handshake or does not speak TLS', async () => {
    const closing = createTcpServer((socket) => void socket.once('data', () => socket.destroy()));
    expect((await callOnce(closing)).answer).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/^localhost:/),
    });
    const plain = createTcpServer(
      (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')),
    );
    expect((await callOnce(plain)).answer).toMatchObject({ kind: 'unreachable' });
  });

  it('may have acted when it ends the connection after the request', async () => {
    const server = createServer((request) => void request.socket.destroy());
    expect((await callOnce(server, 'http')).answer.kind).toBe('unknown');
  });

  it('has received nothing from a call that found no free connection, and may act on those that it holds', async () => {
    const tokens: string[] = [];
    const server = createServer((request) => void tokens.push(String(request.headers.authorization)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = createGraphHttp({ baseUrl: `http://127.0.0.1:${port}`, version: 'v21.0' });
    const call = (token: string, totalMs: number) =>
      http.call({ token, method: 'POST', path: 'me', body: {}, totalMs });
    const held = Array.from({ length: CONNECTIONS }, (_, count) => call(`held-${count}`, 6_000));
    await expect.poll(() => tokens.length, { timeout: 5_000 }).toBe(CONNECTIONS);
    expect(await call('waiting', 200)).toEqual({
      kind: 'unreachable',
      reason: `127.0.0.1:${port}: no connection was free in time`,
    });
    for (const one of await Promise.all(held)) expect(one.kind).toBe('unknown');
    expect(tokens).not.toContain('Bearer waiting');
    await http.close();
    server.closeAllConnections();
    server.close();
  }, 20_000);

  it('has a reason also where each of its addresses refuses', async () => {
    const http = createGraphHttp({ baseUrl: 'http://localhost:1', version: 'v21.0' });
    const answer = await http.call({ token: 't', method: 'GET', path: 'me' });
    await http.close();
    expect(answer).toMatchObject({ kind: 'unreachable' });
    expect(answer).toMatchObject({ reason: expect.stringMatching(/^localhost:1: connect ECONNREFUSED/) });
  });
});

describe('a response without an end', () => {
  /** Calls a platform that begins its response and then goes on with `more`, until the caller ends it. */
  async function callEndless(more: string, everyMs: number, timeoutMs: number) {
    const server = createServer((_request, response) => {
      response.writeHead(200).write('{');
      const timer = setInterval(() => response.write(more), everyMs);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = createGraphHttp({ baseUrl: `http://127.0.0.1:${port}`, version: 'v21.0' });
    const answer = await http.call({ token: 't', method: 'POST', path: 'me', body: {}, timeoutMs });
    await http.close();
    server.closeAllConnections();
    server.close();
    return answer;
  }

  it('in drops is ended, with an outcome that is unknown', async () => {
    expect(await callEndless(' ', 20, 300)).toMatchObject({ kind: 'unknown' });
  });

  it('that is too large is not read on', async () => {
    expect(await callEndless(' '.repeat(4 * 1024 * 1024), 1, 10_000)).toEqual({
      kind: 'unknown',
      reason: 'the answer has more than 16777216 bytes',
    });
  });
});

describe('a platform error', () => {
  it('never contains a secret from the request', async () => {
    const server = createServer((request, response) => {
      const asked = new URL(request.url ?? '', 'http://platform').searchParams.get('input_token');
      const message = `Malformed access token ${request.headers.authorization} or ${asked}`;
      response.writeHead(401).end(JSON.stringify({ error: { code: 190, message } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = createGraphHttp({ baseUrl: `http://127.0.0.1:${port}`, version: 'v21.0' });
    const query = { input_token: 'EAAB-the-token' };
    const answer = await http.call({ token: '39|the-app-secret', method: 'GET', path: 'debug_token', query });
    await http.close();
    server.close();
    expect(answer.kind).toBe('fault');
    expect(JSON.stringify(answer)).toContain('Malformed access token Bearer [hidden] or [hidden]');
    expect(JSON.stringify(answer)).not.toMatch(/the-token|the-app-secret/);
  });

  it('can be parsed even if the token is a comma', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401).end('{"error":{"message":"Invalid token","code":190}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = createGraphHttp({ baseUrl: `http://127.0.0.1:${port}`, version: 'v21.0' });
    const answer = await http.call({ token: ',', method: 'GET', path: 'me' });
    await http.close();
    server.close();
    expect(answer).toMatchObject({ kind: 'fault', fault: { code: 190 } });
  });

  it('has the seconds that a throttled platform asks to wait, by its clock, and ten minutes at most', async () => {
    const answers: [number, Record<string, string>][] = [
      [429, { 'retry-after': '7' }],
      [503, { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT' }],
      [429, { 'retry-after': '86400' }],
      [503, {}],
      [503, { 'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT' }],
      [500, { 'retry-after': '7' }],
    ];
    let count = 0;
    const server = createServer((_request, response) => {
      const [status, headers] = answers[count++] ?? [200, {}];
      response.sendDate = false;
      response.writeHead(status, headers).end('later');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const http = createGraphHttp({ baseUrl: `http://127.0.0.1:${port}`, version: 'v21.0' });
    const asked: unknown[] = [];
    for (const _ of answers) {
      const answer = await http.call({ token: 't', method: 'GET', path: 'me' });
      asked.push(/"retryAfterSeconds":(\w+)/.exec(JSON.stringify(answer))?.[1]);
    }
    await http.close();
    server.close();
    expect(asked).toEqual(['7', '90', '600', 'null', 'null', 'null']);
  });
});
