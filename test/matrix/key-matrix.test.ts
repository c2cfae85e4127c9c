import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../server/features/api-keys/api-key-token.ts';
import { createApiKey, revokeApiKey } from '../../server/features/api-keys/index.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { KEY_PERMISSIONS } from '../../shared/domain/permissions.ts';
import { isSoak } from '../helpers/lane.ts';
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
import type { Things } from '../tenancy/things.ts';
import { createdOnce, thingsOf } from '../tenancy/things-of.ts';
import { type Rejected, sendRejected } from './rejected.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
let bystander: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  [workspace, bystander] = [await connected(), await createWorkspace(server)];
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

async function connected(): Promise<TestWorkspace> {
  const created = await createWorkspace(server);
  await connectWorkspace(server, created, platform);
  return created;
}

const routes = routesOf(publicApi);

/** Headers in which only the server can see what is wrong. */
const WELL_FORMED: ReadonlySet<string> = new Set([
  'a key that was never given out',
  'a key of a workspace that does not exist',
  'a revoked key',
]);

/** Returns headers without a valid key, by what is wrong with them. */
async function wrongHeaders(): Promise<[string, Record<string, string>][]> {
  const { key, scope } = workspace;
  const ctx = server.container.contextFor(scope);
  const revoked = await createApiKey(ctx, { name: 'revoked', permissions: ['all'] });
  await revokeApiKey(ctx, revoked.apiKey.id);
  const otherEnd = key.endsWith('0') ? '1' : '0';
  const authorization: [string, string][] = [
    ['an empty header', ''],
    ['the scheme alone', 'Bearer'],
    ['no space', `Bearer${key}`],
    ['two spaces', `Bearer  ${key}`],
    ['another scheme', `Basic ${key}`],
    ['no scheme', key],
    ['two keys', `Bearer ${key} ${key}`],
    ['a comma', `Bearer ${key},`],
    ['a bad checksum', `Bearer ${key.slice(0, -1)}${otherEnd}`],
    ['half a key', `Bearer ${key.slice(0, 40)}`],
    ['capital letters', `Bearer ${key.toUpperCase()}`],
    ['a key that was never given out', `Bearer ${makeApiKey(scope.tenantId)}`],
    ['a key of a workspace that does not exist', `Bearer ${makeApiKey('0'.repeat(26))}`],
    ['a revoked key', `Bearer ${revoked.key}`],
    ['a session in place of a key', `Bearer ses_${'a'.repeat(43)}`],
    ['600 characters', `Bearer ${'a'.repeat(600)}`],
  ];
  return [
    ['no header', {}],
    ['the key as a cookie', { cookie: `sid=${key}` }],
    ['the key in a header of its own', { 'x-api-key': key }],
    ...authorization.map(([what, value]): [string, Record<string, string>] => [
      what,
      { authorization: value },
    ]),
  ];
}

/** Of the wrong headers, those that the loop sends to every route. It sends the others to one. */
const IN_THE_LOOP: ReadonlySet<string> = new Set([...WELL_FORMED, 'no header', 'the key as a cookie']);

describe('without a valid key', () => {
  let shown: ReadonlyMap<string, Map<string, Answer>>;
  let stored: string[];
  beforeAll(async () => {
    const reasons = await wrongHeaders();
    const requests: Rejected<Map<string, Answer>>[] = [];
    const things = createdOnce(thingsOf(server, workspace));
    for (const route of routes) {
      const { method, address, body } = await requestOf(route, things);
      const send = async () => {
        const answers = new Map<string, Answer>();
        for (const [what, headers] of reasons) {
          if (!isSoak && route !== routes[0] && !IN_THE_LOOP.has(what)) continue;
          answers.set(what, await call(`${server.url}/api/v1${address}`, { method, body, headers }));
        }
        return answers;
      };
      requests.push([route.name, send]);
    }
    ({ results: shown, stored } = await sendRejected(server, [workspace, bystander], requests));
  });

  it.each(routes.map((route) => [route.method, route.path, route.name] as const))(
    '%s %s is 401, and does not say which keys exist',
    (_method, _path, name) => {
      const answers = [...(shown.get(name) ?? [])];
      expect(answers.length).toBeGreaterThan(isSoak || name === routes[0]?.name ? 15 : 4);
      for (const [what, answer] of answers) {
        expect([answer.status, answer.body.error.code], what).toEqual([401, 'unauthorized']);
        expect(answer.headers.get('www-authenticate'), what).toBe('Bearer realm="switchboard"');
        expect(JSON.stringify(answer.body), what).not.toContain(workspace.key.slice(10));
      }
      // The message says what is wrong with the text of a header. What only the server knows stays hidden.
      const texts = answers
        .filter(([what]) => WELL_FORMED.has(what))
        .map(([what, answer]) => [what, withoutRequest(answer)] as const);
      const [expected] = texts;
      expect(texts).toEqual([...WELL_FORMED].map((what) => [what, expected?.[1]]));
    },
  );

  it('stores nothing', () => expect(stored).toEqual([]));
});

/** Returns everything that a caller sees, except what differs in every response. */
function withoutRequest({ body, headers }: Answer): string {
  const { requestId, ...error } = body.error;
  expect(headers.get('x-request-id')).toBe(requestId);
  const shownHeaders = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([error, shownHeaders]);
}

/**
 * The sets of permissions: each alone, each pair, all but one, and all. A route asks for one permission, so what a larger set
 * adds would have to come from a third one that changes what two others allow. The loop has three sets, so that each
 * route is allowed once and rejected twice.
 */
const subsets = isSoak
  ? Array.from({ length: 2 ** KEY_PERMISSIONS.length - 1 }, (_, chosen) =>
      KEY_PERMISSIONS.filter((_permission, bit) => ((chosen + 1) >> bit) & 1),
    ).filter(({ length }) => length <= 2 || length >= KEY_PERMISSIONS.length - 1)
  : [/:read$/, /:(?:write|manage)$/, /:send$/].map((kind) =>
      KEY_PERMISSIONS.filter((permission) => kind.test(permission)),
    );

describe.each(
  [...subsets, ['all' as const]].map((permissions) => [permissions.join(' and '), permissions] as const),
)('a key that may %s', (_names, permissions) => {
  let key: string;
  let id: string;
  let rejections: ReadonlyMap<string, Answer>;
  let stored: string[];
  const isGranted = ({ access }: ContractRoute) =>
    access === 'key' || permissions.some((permission) => permission === 'all' || permission === access);
  const prepared = async (route: ContractRoute, things: Things) => {
    const { method, address, body, status } = await requestOf(route, things);
    const send = () => call(`${server.url}/api/v1${address}`, { method, body, headers: bearer(key) });
    return { status, send };
  };

  beforeAll(async () => {
    // A workspace of its own: what the tests create counts toward its limits.
    workspace = await connected();
    const input = { name: 'matrix', permissions: [...permissions] };
    const created = await createApiKey(server.container.contextFor(workspace.scope), input);
    key = created.key;
    id = created.apiKey.id;
    const requests: Rejected<Answer>[] = [];
    const things = createdOnce(thingsOf(server, workspace));
    for (const route of routes.filter((each) => !isGranted(each))) {
      requests.push([route.name, (await prepared(route, things)).send]);
    }
    ({ results: rejections, stored } = await sendRejected(server, [workspace, bystander], requests));
  });
  afterAll(() => revokeApiKey(server.container.contextFor(workspace.scope), id));

  for (const route of routes) {
    if (isGranted(route)) {
      // Other keys have tried what each permission allows.
      if (!isSoak && permissions[0] === 'all' && route.method !== 'GET') continue;
      it(`${route.method} ${route.path} is allowed`, async () => {
        const { status, send } = await prepared(route, thingsOf(server, workspace));
        expect((await send()).status).toBe(status);
      });
    } else {
      it(`${route.method} ${route.path} is rejected`, () => {
        const answer = rejections.get(route.name);
        expect(answer?.status).toBe(403);
        expect(answer?.body.error).toMatchObject({ code: 'forbidden', details: [] });
        expect(answer?.body.error.message).toContain(route.access);
      });
    }
  }

  it('stores nothing with the rejected requests', () => expect(stored).toEqual([]));
});
