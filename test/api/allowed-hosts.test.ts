import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from '../helpers/call-as.ts';
import { bearer, createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

const EVIL = { host: 'evil.example' };

describe('a page that rebinds its name to this server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('reaches neither the dashboard nor the metrics, and the error names the setting', async () => {
    for (const path of [
      '/api/dashboard/setup',
      '/api/dashboard/server',
      '/api/dashboard/session',
      '/metrics',
    ]) {
      const answer = await callAs(server.url + path, { headers: EVIL });
      expect([answer.status, answer.body.error?.code], path).toEqual([403, 'host_not_allowed']);
      expect(answer.body.error.message).toMatch(/"evil\.example".*ALLOWED_HOSTS.*PUBLIC_URL/);
    }
    const setup = await callAs(`${server.url}/api/dashboard/setup`, {
      method: 'POST',
      headers: EVIL,
      body: { workspaceName: 'x', name: 'x', email: 'x@x.example', password: 'xxxxxxxx' },
    });
    expect(setup.body.error.code).toBe('host_not_allowed');
    expect((await callAs(`${server.url}/metrics`, { headers: { host: 'localhost:4000' } })).status).toBe(200);
  });

  it('cannot open a socket', async () => {
    const connectErrorOf = (extraHeaders: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        const options = {
          transports: ['websocket'],
          reconnection: false,
          extraHeaders,
          auth: { ticket: 'x' },
        };
        const socket = io(server.url, options);
        socket.once('connect', () => reject(new Error('connected')));
        socket.once('connect_error', (error: Error & { description?: { message?: string } }) => {
          socket.close();
          resolve(error.description?.message ?? error.message);
        });
      });
    expect(await connectErrorOf(EVIL)).toContain('Unexpected server response');
    // With an allowed host name, the handshake gets as far as the ticket.
    expect(await connectErrorOf({ host: 'localhost' })).toBe('session_required');
  });

  it('does not affect API clients or the platform', async () => {
    const { key, tenantId } = await createWorkspace(server);
    const found = async (path: string, headers: Record<string, string> = {}) =>
      (await callAs(server.url + path, { headers: { ...EVIL, ...headers } })).status;
    expect(await found('/api/v1/contacts', bearer(key))).toBe(200);
    expect(await found('/healthz')).toBe(200);
    expect(await found('/readyz')).toBe(200);
    expect(await found(`/api/v1/webhook/${tenantId}?hub.mode=subscribe&hub.verify_token=x`)).toBe(403);
    const callback = await callAs(`${server.url}/api/v1/webhook/${tenantId}`, {
      method: 'POST',
      headers: EVIL,
      body: {},
    });
    expect(callback.body.error.code).toBe('invalid_signature');
  });
});
