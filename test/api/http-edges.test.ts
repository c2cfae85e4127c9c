import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

const rig = setUpWorkspace();

const apis = [
  { prefix: '/api/v1', contract: publicApi, ask: 'api' },
  { prefix: '/api/dashboard', contract: dashboardApi, ask: 'dashboard' },
] as const;

const METHODS = ['PUT', 'GET', 'DELETE', 'POST', 'PATCH'];

describe.each(apis)('a method that $prefix has no route for', ({ contract, ask }) => {
  const routes = routesOf(contract);
  // "send" could also be a contact's name: a path allows the methods of all routes that it matches.
  const fits = (address: string, path: string) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  const addresses = new Map(
    routes.map(({ path }) => {
      const address = path.replace(/\{\w+\}/g, 'x');
      return [address, routes.filter((route) => fits(address, route.path)).map((route) => route.method)];
    }),
  );

  // /contacts/batch is also an address of a contact, which has all other methods.
  const incomplete = [...addresses].filter(([, methods]) => METHODS.some((one) => !methods.includes(one)));
  it.each(incomplete)('%s returns 405 and allows %s', async (address, methods) => {
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const wrong = METHODS.find((method) => !methods.includes(method)) ?? '';
    const answer = await rig.workspace[ask](wrong, address);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(answer.body.error).toMatchObject({
      code: 'method_not_allowed',
      message: `${wrong} is not allowed here. Allowed: ${allowed}.`,
    });
    const options = await rig.workspace[ask]('OPTIONS', address);
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(allowed);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('before the method is checked', () => {
  it('the caller is authenticated', async () => {
    const put = (headers: Record<string, string>) =>
      call(`${rig.server.url}/api/v1/contacts`, { method: 'PUT', headers });
    expect((await put({})).status).toBe(401);
    expect((await put(bearer('svc_wrong'))).status).toBe(401);
    expect((await put(bearer(rig.workspace.key))).status).toBe(405);
  });

  it('a path without a route is a 404, whatever the method', async () => {
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      expect((await rig.workspace.api(method, '/nothing')).status, method).toBe(404);
      expect((await rig.workspace.dashboard(method, '/nothing')).status, method).toBe(404);
    }
  });
});

describe('the dashboard’s page', () => {
  it('is not returned for a missing file', async () => {
    for (const path of ['/nope.js', '/favicon.ico', '/robots.txt', '/inbox/missing.css', '/.env']) {
      const answer = await call(rig.server.url + path, { headers: { accept: '*/*' } });
      expect(answer.status, path).toBe(404);
      expect(answer.body.error.code, path).toBe('route_not_found');
    }
  });
});

describe('a request that is not valid HTTP', () => {
  it.each([
    ['a broken request line', 'NONSENSE\r\n\r\n', 400, 'validation_failed'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400, 'validation_failed'],
    ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s gets an error like any other', async (_what, bytes, status, code) => {
    const text = await exchange(bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const { error } = JSON.parse(body);
    expect(error).toMatchObject({ code, details: [], requestId: expect.stringMatching(/^req_/) });
    expect(head).toContain(`X-Request-Id: ${error.requestId}`);
  });
});

describe('responses of Node and Express', () => {
  const ask = async (lines: string[], body = '') => {
    const text = await exchange([...lines, 'Connection: close', '', body].join('\r\n'));
    const [head = '', answer = ''] = text.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, answer };
  };

  it.each([
    ['no Host', ['GET /api/v1/contacts HTTP/1.1']],
    ['a broken whole address', ['GET http://[::1/api/v1/contacts HTTP/1.1', 'Host: x']],
  ])('%s is 400 in our format', async (_what, lines) => {
    const { status, head, answer } = await ask(lines);
    expect(status).toBe(400);
    const { error } = JSON.parse(answer);
    expect(error.code).toBe('validation_failed');
    expect(head).toContain(`X-Request-Id: ${error.requestId}`);
  });

  it('an absolute URL is read for its path, as by a proxy', async () => {
    const key = `Authorization: Bearer ${rig.workspace.key}`;
    const { status } = await ask([
      'GET http://elsewhere.example/api/v1/contacts?limit=1 HTTP/1.1',
      'Host: x',
      key,
    ]);
    expect(status).toBe(200);
  });

  it('an unknown Expect header is ignored', async () => {
    const { status, head } = await ask(['GET /api/v1/contacts HTTP/1.1', 'Host: x', 'Expect: something']);
    expect(status).toBe(401);
    expect(head).toContain('X-Request-Id: ');
  });

  it.each(['multipart/form-data', 'application/json', 'text/event-stream', ''])(
    'a GET ignores a body of type "%s"',
    async (type) => {
      const key = `Authorization: Bearer ${rig.workspace.key}`;
      const lines = [
        'GET /api/v1/contacts HTTP/1.1',
        'Host: x',
        key,
        `Content-Type: ${type}`,
        'Content-Length: 2',
      ];
      expect((await ask(lines, '{x')).status).toBe(200);
    },
  );

  it('the page is sent whole, whatever the conditional headers', async () => {
    for (const [name, value] of [
      ['If-Match', '"none"'],
      ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ['Range', 'bytes=999999999-'],
    ] as const) {
      const answer = await call(`${rig.server.url}/inbox`, {
        headers: { accept: 'text/html', [name]: value },
      });
      // Without a build there is no page, and the server returns 503.
      expect([200, 503], name).toContain(answer.status);
    }
  });
});

function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(rig.server.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
