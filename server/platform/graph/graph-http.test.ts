import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGraphHttp } from './graph-http.ts';

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
});
