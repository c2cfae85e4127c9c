import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../server/features/people/index.ts';
import { openSession } from '../../server/features/sessions/index.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { dashboardApi } from '../../shared/contract/index.ts';
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../shared/domain/roles.ts';
import { isLoop, isSoak, sized } from '../helpers/lane.ts';
import { connectWorkspace, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  type Answer,
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { type ContractRoute, routesOf } from '../tenancy/contract-routes.ts';
import { requestOf } from '../tenancy/route-requests.ts';
import { createdOnce, thingsOf } from '../tenancy/things-of.ts';
import { type Rejected, sendRejected } from './rejected.ts';

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
const mayCall = (role: Role, { access }: ContractRoute) =>
  access === 'open' || access === 'session' || (access !== 'key' && ROLE_PERMISSIONS[role].has(access));
/**
 * Whether a role tries a route that it may call. The soak lane tries all. The full lane tries the lowest role, because
 * each higher one may do more. The loop only tries what is rejected.
 */
const triesAllowed = (role: Role, route: ContractRoute) =>
  isSoak || (!isLoop && role === ROLES.findLast((one) => mayCall(one, route)));

/** Sends a route's request with these headers. */
type Send<Result> = (send: (headers: Record<string, string>) => Promise<Answer>) => Promise<Result>;

/** Sends requests of these routes that must be rejected; see `sendRejected`. */
async function rejectionsOf<Result>(chosen: readonly ContractRoute[], sent: Send<Result>) {
  const requests: Rejected<Result>[] = [];
  const things = createdOnce(thingsOf(server, workspace));
  for (const route of chosen) {
    const { method, address, body } = await requestOf(route, things);
    const url = `${server.url}/api/dashboard${address}`;
    requests.push([route.name, () => sent((headers) => call(url, { method, body, headers }))]);
  }
  return sendRejected(server, [workspace, bystander], requests);
}

describe.each(ROLES.map((role) => [role, role] as const))('a signed-in %s', (_name, role) => {
  let rejections: Awaited<ReturnType<typeof rejectionsOf<Answer>>>;
  const isAllowed = (route: ContractRoute) => mayCall(role, route);
  const cookieOf = async () => ({ cookie: `sid=${await sessionOf(role)}` });

  beforeAll(async () => {
    const cookie = await cookieOf();
    rejections = await rejectionsOf(
      routes.filter((route) => !isAllowed(route)),
      (send) => send(cookie),
    );
  });

  for (const route of routes) {
    if (isAllowed(route)) {
      if (!triesAllowed(role, route)) continue;
      it(`${route.method} ${route.path} is allowed`, async () => {
        const request = await requestOf(route, thingsOf(server, workspace));
        const { method, address, body } = request;
        const headers = await cookieOf();
        const answer = await call(`${server.url}/api/dashboard${address}`, { method, body, headers });
        expect(answer.status, JSON.stringify(answer.body)).toBe(request.status);
      });
    } else {
      it(`${route.method} ${route.path} is rejected`, () => {
        const answer = rejections.results.get(route.name);
        expect(answer?.status).toBe(403);
        expect(answer?.body.error).toMatchObject({ code: 'forbidden', details: [] });
      });
    }
  }

  it('stores nothing with the rejected requests', () => expect(rejections.stored).toEqual([]));
});

/** Headers that a browser sends with a request from a page of another site. */
const CROSS_SITE: readonly [string, string][] = [
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
];

/** Of the ways to have no session, those that the loop tries at every route. */
const IN_THE_LOOP: ReadonlySet<string> = new Set([
  'nothing',
  'a session that was signed out',
  'an API key as the cookie',
]);

describe('without a session', () => {
  const closed = routes.filter((route) => !isOpen(route));
  let rejections: Awaited<ReturnType<typeof rejectionsOf<Map<string, Answer>>>>;
  beforeAll(async () => {
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
    rejections = await rejectionsOf(closed, async (send) => {
      const answers = new Map<string, Answer>();
      for (const [what, headers] of reasons)
        if (isSoak || IN_THE_LOOP.has(what)) answers.set(what, await send(headers));
      return answers;
    });
  });

  it.each(closed.map((route) => [route.method, route.path, route.name] as const))(
    '%s %s is 401, the same for every reason',
    (_method, _path, name) => {
      const answers = [...(rejections.results.get(name) ?? [])];
      expect(answers).toHaveLength(sized(IN_THE_LOOP.size, 8));
      for (const [what, answer] of answers) {
        expect(answer.status, what).toBe(401);
        expect(answer.headers.get('www-authenticate'), what).toBe('Bearer realm="switchboard"');
        expect(answer.headers.get('x-request-id'), what).toBe(answer.body.error.requestId);
      }
      const errors = answers.map(([what, { body }]) => [what, { ...body.error, requestId: '' }] as const);
      expect(errors).toEqual(errors.map(([what]) => [what, errors[0]?.[1]]));
    },
  );

  it('stores nothing', () => expect(rejections.stored).toEqual([]));
});

describe('from another site with the owner’s cookie', () => {
  const writes = routes.filter((route) => route.method !== 'GET');
  let rejections: Awaited<ReturnType<typeof rejectionsOf<number[]>>>;
  beforeAll(async () => {
    const cookie = `sid=${await sessionOf('owner')}`;
    rejections = await rejectionsOf(writes, async (send) => {
      const statuses: number[] = [];
      for (const [name, value] of CROSS_SITE) statuses.push((await send({ cookie, [name]: value })).status);
      return statuses;
    });
  });

  it.each(writes.map((route) => [route.method, route.path, route.name] as const))(
    '%s %s is rejected',
    (_method, _path, name) => {
      expect(rejections.results.get(name)).toEqual(CROSS_SITE.map(() => 403));
    },
  );

  it('stores nothing', () => expect(rejections.stored).toEqual([]));
});

describe('every route', () => {
  it('has a request in test/tenancy/route-requests.ts', async () => {
    await expect(
      requestOf({ ...(routes[0] as ContractRoute), name: 'contacts.unknown' }, thingsOf(server, workspace)),
    ).rejects.toThrow('The route contacts.unknown');
  });
});
