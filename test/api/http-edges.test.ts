import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const apis = [
  { prefix: '/api/v1', contract: publicApi, ask: 'api' },
  { prefix: '/api/dashboard', contract: dashboardApi, ask: 'dashboard' },
] as const;

describe.each(apis)('a method that $prefix has no route for', ({ contract, ask }) => {
  const routes = routesOf(contract);
  // "send" could be a contact's name too: an address allows what any of the routes that it fits allows.
  const fits = (address: string, path: string) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  const addresses = new Map(
    routes.map(({ path }) => {
      const address = path.replace(/\{\w+\}/g, 'x');
      return [address, routes.filter((route) => fits(address, route.path)).map((route) => route.method)];
    }),
  );

  it.each([...addresses])('%s allows %s and says so', async (address, methods) => {
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const wrong = ['PUT', 'GET', 'DELETE'].find((method) => !methods.includes(method)) ?? '';
    const answer = await workspace[ask](wrong, address);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(answer.body.error).toMatchObject({
      code: 'method_not_allowed',
      message: `${wrong} is not allowed here. Allowed: ${allowed}.`,
    });
    const options = await workspace[ask]('OPTIONS', address);
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(allowed);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('before all that', () => {
  it('comes the question who is asking', async () => {
    const put = (headers: Record<string, string>) =>
      call(`${server.url}/api/v1/contacts`, { method: 'PUT', headers });
    expect((await put({})).status).toBe(401);
    expect((await put(bearer('svc_wrong'))).status).toBe(401);
    expect((await put(bearer(workspace.key))).status).toBe(405);
  });

  it('an address without any route stays a 404, whatever the method', async () => {
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      expect((await workspace.api(method, '/nothing')).status, method).toBe(404);
      expect((await workspace.dashboard(method, '/nothing')).status, method).toBe(404);
    }
  });
});

describe('the dashboard’s page', () => {
  it('stands in for no file', async () => {
    for (const path of ['/nope.js', '/favicon.ico', '/robots.txt', '/inbox/missing.css', '/.env']) {
      const answer = await call(server.url + path, { headers: { accept: '*/*' } });
      expect(answer.status, path).toBe(404);
      expect(answer.body.error.code, path).toBe('route_not_found');
    }
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['a broken request line', 'NONSENSE\r\n\r\n', 400, 'validation_failed'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400, 'validation_failed'],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s is answered like every other error', async (_what, bytes, status, code) => {
    const text = await exchange(bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body);
    expect(error).toMatchObject({ code, details: [], requestId: expect.stringMatching(/^req_/) });
    expect(head).toContain(`X-Request-Id: ${error.requestId}`);
  });
});

function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
