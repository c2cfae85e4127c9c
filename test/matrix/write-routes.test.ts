import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AUDIT_ACTIONS, AuditEntry } from '../../shared/contract/audit-log.contract.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { changesBetween, createStateReader } from '../helpers/tenant-state.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { type ContractRoute, routesOf } from '../tenancy/contract-routes.ts';
import { namesThings, requestOf } from '../tenancy/route-requests.ts';
import type { Things } from '../tenancy/things.ts';
import { thingsOf } from '../tenancy/things-of.ts';

/** What a write leaves behind: entries of the audit log, or the record that shows who did it. */
type Trace = (typeof AUDIT_ACTIONS)[number] | { record: string };

/** Every write of the public API (decision 0316). A new route needs a line. */
const WRITES: Readonly<Record<string, Trace>> = {
  'contacts.create': { record: 'contact_history' },
  'contacts.update': { record: 'contact_history' },
  'contacts.put': { record: 'contact_history' },
  'contacts.batch': 'contacts.stored',
  'contacts.merge': 'contact.merged',
  'contacts.undoMerge': 'contact.merge_undone',
  'contacts.remove': 'contact.deleted',
  'segments.create': 'segment.created',
  'segments.update': 'segment.changed',
  'segments.remove': 'segment.removed',
  'messages.send': { record: 'the message' },
  'messages.cancel': 'message.canceled',
  'messages.react': { record: 'the message' },
  'messages.markRead': { record: 'the message' },
  'templates.create': 'template.created',
  'templates.remove': 'template.deleted',
  'media.upload': { record: 'the file, and its message once it is sent' },
  'broadcasts.create': 'broadcast.created',
  'broadcasts.pause': 'broadcast.paused',
  'broadcasts.resume': 'broadcast.resumed',
  'broadcasts.cancel': 'broadcast.canceled',
  'broadcasts.retry': 'broadcast.retried',
  'conversations.change': 'conversation.changed',
  'conversations.addNote': 'note.created',
  'conversations.changeNote': 'note.changed',
  'conversations.removeNote': 'note.removed',
  'webhookEndpoints.create': 'webhook_endpoint.created',
  'webhookEndpoints.update': 'webhook_endpoint.changed',
  'webhookEndpoints.test': { record: 'the delivery' },
  'webhookEndpoints.remove': 'webhook_endpoint.removed',
};

const routes = routesOf(publicApi);
const writes = routes.filter(({ method }) => method !== 'GET');
const cases = writes.map((route) => [route.method, route.path, route] as const);

let server: TestServer;
let workspace: TestWorkspace;

/** The things of the workspace, with a note that a program wrote: others belong to people. */
function things(): Things {
  const all = thingsOf(server, workspace);
  return {
    ...all,
    note: async () => {
      const path = `/conversations/${await all.conversation()}/notes`;
      return (await workspace.api('POST', path, { content: 'of a program' })).body.id;
    },
  };
}

async function entriesOf(requestId: string): Promise<AuditEntry[]> {
  const { data } = (await workspace.dashboard('GET', '/audit-log?limit=100')).body;
  return data.filter((entry: AuditEntry) => entry.requestId === requestId);
}

const isNote = ({ name }: ContractRoute) => /^conversations\.(?:change|remove)Note$/.test(name);

describe('every write of the API', () => {
  let messaging: Messaging;
  beforeAll(async () => {
    messaging = await startMessaging();
    ({ server, workspace } = messaging);
  });
  afterAll(() => messaging.stop());

  it('has a line here, and every line a write', () => {
    expect(Object.keys(WRITES).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
  });

  it.each(cases)('%s %s names who did it, and repeated changes nothing', async (_method, _path, route) => {
    const { method, address, body, status } = await requestOf(route, things());
    const headers = { ...bearer(workspace.key), 'idempotency-key': randomUUID() };
    const send = () => call(`${server.url}/api/v1${address}`, { method, body, headers });
    const first = await send();
    const expected = isNote(route) ? route.successStatus : status;
    expect(first.status, JSON.stringify(first.body)).toBe(expected);
    expect(first.headers.get('ratelimit-policy')).toMatch(/q=\d+;w=60/);

    const entries = await entriesOf(first.headers.get('x-request-id') ?? '');
    const trace = WRITES[route.name];
    // What is refused leaves nothing.
    const actions = typeof trace === 'string' && expected < 400 ? [trace] : [];
    expect(entries.map(({ action }) => action)).toEqual(actions);
    for (const { actor } of entries) expect(actor).toMatchObject({ kind: 'key', name: 'test' });

    const { rowsOf } = await createStateReader(server.container.database);
    const before = await rowsOf(workspace.scope.key);
    const again = await send();
    if (method === 'DELETE') expect(again.status).toBe(404);
    else expect(again.status).toBe(expected);
    if (method === 'PATCH' || method === 'PUT') expect(again.body).toEqual(first.body);
    expect(changesBetween(before, await rowsOf(workspace.scope.key))).toEqual([]);
  });

  it.each(cases)('%s %s is among the requests across tenants', async (_method, path, route) => {
    // See test/tenancy/cross-tenant.test.ts, which sends each of them.
    const isCovered = path.includes('{') || (await namesThings(route));
    expect(isCovered || CREATES.includes(route.name)).toBe(true);
  });
});

describe('the limit of requests counts', () => {
  beforeAll(async () => {
    server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '3' });
    workspace = await createWorkspace(server);
  });
  afterAll(() => server.stop());

  it.each(cases)('%s %s', async (method, path) => {
    const address = path.replace(/\{\w+\}/g, 'unknown');
    const answers = [];
    // More than two minutes allow, should one end meanwhile.
    for (let request = 0; request < 7; request += 1)
      answers.push(
        await call(`${server.url}/api/v1${address}`, { method, body: {}, headers: bearer(workspace.key) }),
      );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

/** Writes that name nothing of a workspace. */
const CREATES = [
  'contacts.create',
  'contacts.batch',
  'segments.create',
  'templates.create',
  'media.upload',
  'webhookEndpoints.create',
];
