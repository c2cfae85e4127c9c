import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../server/features/people/index.ts';
import { openSession } from '../../server/features/sessions/index.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { dashboardApi } from '../../shared/contract/index.ts';
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../shared/domain/roles.ts';
import { connectWorkspace, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { type ContractRoute, routesOf } from '../tenancy/contract-routes.ts';
import { requestOf } from '../tenancy/route-requests.ts';
import { thingsOf } from '../tenancy/things-of.ts';
import { storesNothing } from './stores-nothing.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
let bystander: TestWorkspace;
const members = new Map<Role, string>();
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  [workspace, bystander] = [await createWorkspace(server), await createWorkspace(server)];
  await connectWorkspace(server, workspace, platform);
  for (const role of ROLES) {
    const input = { name: role, email: `${role}@example.test`, password: 'long enough', role };
    const member = await addMember(server.container.contextFor(workspace.scope), input);
    members.set(role, member.id);
  }
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

/** Opens a new session each time, because some requests end theirs. */
async function sessionOf(role: Role): Promise<string> {
  const userId = decodeId(members.get(role) ?? '');
  return openSession(server.container.contextFor(workspace.scope), userId, 'matrix');
}

const routes = routesOf(dashboardApi);
const isOpen = (route: ContractRoute) => route.access === 'open';

describe.each(ROLES.map((role) => [role, role] as const))('a signed-in %s', (_name, role) => {
  for (const route of routes) {
    const { access } = route;
    const isAllowed =
      access === 'open' || access === 'session' || (access !== 'key' && ROLE_PERMISSIONS[role].has(access));
    it(`${route.method} ${route.path} is ${isAllowed ? 'allowed' : 'rejected'}`, async () => {
      const request = await requestOf(route, thingsOf(server, workspace));
      const { method, address, body } = request;
      const cookie = `sid=${await sessionOf(role)}`;
      const send = () => call(`${server.url}/api/dashboard${address}`, { method, body, headers: { cookie } });
      if (isAllowed) {
        const answer = await send();
        expect(answer.status, JSON.stringify(answer.body)).toBe(request.status);
        return;
      }
      await storesNothing(server, [workspace, bystander], async () => {
        const answer = await send();
        expect(answer.status).toBe(403);
        expect(answer.body.error).toMatchObject({ code: 'forbidden', details: [] });
      });
    });
  }
});

/** Headers that a browser sends with a request from a page of another site. */
const CROSS_SITE: readonly [string, string][] = [
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
];

describe('without a session', () => {
  it.each(
    routes.filter((route) => !isOpen(route)).map((route) => [route.method, route.path, route] as const),
  )('%s %s is 401, the same for every reason, and stores nothing', async (_method, _path, route) => {
    const { method, address, body } = await requestOf(route, thingsOf(server, workspace));
    const ended = await sessionOf('owner');
    await call(`${server.url}/api/dashboard/session`, { method: 'DELETE', headers: bearer(ended) });
    const reasons: [string, Record<string, string>][] = [
      ['nothing', {}],
      ['an empty cookie', { cookie: 'sid=' }],
      ['a made-up cookie', { cookie: `sid=ses_${'a'.repeat(43)}` }],
      ['a session that was signed out', { cookie: `sid=${ended}` }],
      ['the same as a bearer token', bearer(ended)],
      ['an API key', bearer(workspace.key)],
      ['an API key as the cookie', { cookie: `sid=${workspace.key}` }],
      [
        'the desktop’s page with a cookie',
        { cookie: `sid=${await sessionOf('owner')}`, origin: 'app://bundle' },
      ],
    ];
    const shown = new Map<string, string>();
    await storesNothing(server, [workspace, bystander], async () => {
      for (const [what, headers] of reasons) {
        const answer = await call(`${server.url}/api/dashboard${address}`, { method, body, headers });
        expect(answer.status, what).toBe(401);
        expect(answer.headers.get('www-authenticate'), what).toBe('Bearer realm="switchboard"');
        const { requestId, ...error } = answer.body.error;
        expect(answer.headers.get('x-request-id')).toBe(requestId);
        shown.set(what, JSON.stringify(error));
      }
    });
    const [expected] = shown.values();
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries([...shown.keys()].map((what) => [what, expected])),
    );
  });

  it.each(
    routes
      .filter((route) => route.method !== 'GET')
      .map((route) => [route.method, route.path, route] as const),
  )('%s %s is rejected from another site with the owner’s cookie', async (_method, _path, route) => {
    const { method, address, body } = await requestOf(route, thingsOf(server, workspace));
    const cookie = `sid=${await sessionOf('owner')}`;
    await storesNothing(server, [workspace, bystander], async () => {
      for (const [name, value] of CROSS_SITE) {
        const headers = { cookie, [name]: value };
        const answer = await call(`${server.url}/api/dashboard${address}`, { method, body, headers });
        expect(answer.status).toBe(403);
      }
    });
  });
});

describe('every route', () => {
  it('has a request in test/tenancy/route-requests.ts', async () => {
    await expect(
      requestOf({ ...(routes[0] as ContractRoute), name: 'contacts.unknown' }, thingsOf(server, workspace)),
    ).rejects.toThrow('The route contacts.unknown');
  });
});
