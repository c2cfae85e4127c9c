import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { type ContractRoute, routesOf } from './contract-routes.ts';

let server: TestServer;
let mine: TestWorkspace;
let theirs: TestWorkspace;
/** Ids of the other tenant, by the parameter that takes them. */
const foreign: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  [mine, theirs] = [await createWorkspace(server), await createWorkspace(server)];
  const contact = (await theirs.api('POST', '/contacts', { name: 'Their secret', phone: '15550107777' }))
    .body;
  const conversation = (await theirs.dashboard('POST', `/contacts/${contact.id}/conversation`)).body;
  const apiKey = (await theirs.dashboard('POST', '/api-keys', { name: 'theirs' })).body.apiKey;
  const { inferenceKey } = (await theirs.dashboard('POST', '/inference-keys', { name: 'theirs' })).body;
  await connectWorkspace(server, theirs);
  const sent = await theirs.api('POST', '/messages/send', {
    contactId: contact.phone,
    type: 'text',
    content: 'secret words',
  });
  Object.assign(foreign, {
    contacts: contact.id,
    conversations: conversation.id,
    'api-keys': apiKey.id,
    'inference-keys': inferenceKey.id,
    members: theirs.ownerId,
    messages: sent.body.id,
    contactPhone: contact.phone,
  });
});
afterAll(async () => {
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

/** A body that would be accepted for one's own ids, so that only the id decides. */
const BODIES: Record<string, unknown> = {
  'PATCH /contacts/{id}': { name: 'mine now' },
  'POST /conversations/{id}/messages': { content: 'hello', clientId: '6f1c2f6e-0000-4000-8000-000000000001' },
  'PATCH /inference-keys/{id}': { name: 'mine now' },
  'PATCH /members/{id}': { name: 'mine now' },
};

function addressOf(route: ContractRoute, ids: Record<string, string>): string {
  const collection = route.path.split('/')[1] ?? '';
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ids[collection] ?? 'missing');
}

const NEVER_EXISTED: Record<string, string> = {
  contacts: 'ct_00000000000000000000000000',
  conversations: 'cv_00000000000000000000000000',
  'api-keys': 'key_00000000000000000000000000',
  'inference-keys': 'ik_00000000000000000000000000',
  members: 'usr_00000000000000000000000000',
  messages: 'msg_00000000000000000000000000',
  contactPhone: '15550106666',
};

const apis = [
  ['/api/v1', routesOf(publicApi)],
  ['/api/dashboard', routesOf(dashboardApi)],
] as const;

describe('another tenant’s ids', () => {
  for (const [prefix, routes] of apis) {
    for (const route of routes.filter((candidate) => candidate.path.includes('{'))) {
      it(`${route.method} ${prefix}${route.path} answers as if they had never existed`, async () => {
        const headers = prefix === '/api/v1' ? bearer(mine.key) : { cookie: await sessionOf(mine) };
        const ask = (ids: Record<string, string>) =>
          call(`${server.url}${prefix}${addressOf(route, ids)}`, {
            method: route.method,
            headers,
            body: BODIES[`${route.method} ${route.path}`],
          });
        const [answer, unknown] = [await ask(foreign), await ask(NEVER_EXISTED)];
        expect(addressOf(route, foreign)).not.toContain('missing');
        expect(answer.status).toBe(404);
        const withoutRequestId = (body: { error: object }) =>
          JSON.stringify({ ...body.error, requestId: '' });
        expect(withoutRequestId(answer.body)).toBe(withoutRequestId(unknown.body));
      });
    }
  }

  it('are in no list, search or event stream of mine', async () => {
    for (const path of ['/contacts', '/contacts?search=secret', '/contacts?search=0107777']) {
      expect((await mine.api('GET', path)).body).toMatchObject({ data: [], pagination: { total: 0 } });
    }
    for (const path of ['/conversations', '/conversations?search=secret', '/contacts', '/parked-items']) {
      expect((await mine.dashboard('GET', path)).body.data, path).toEqual([]);
    }
    const events = (await mine.dashboard('GET', '/events?since=0')).body;
    expect(JSON.stringify(events)).not.toContain('secret');
    expect((await mine.dashboard('GET', '/members')).body.data).toHaveLength(1);
  });

  it('are untouched by all that', async () => {
    const contact = await theirs.api('GET', `/contacts/${foreign.contacts}`);
    expect(contact.body.name).toBe('Their secret');
    expect((await theirs.dashboard('GET', '/members')).body.data[0].name).not.toBe('mine now');
    expect((await theirs.dashboard('GET', '/api-keys')).body.data).toHaveLength(2);
  });

  it('give a key that names another tenant no access', async () => {
    const [, , random] = mine.key.split('_');
    const forged = `svc_${theirs.tenantId}_${random}`;
    expect((await call(`${server.url}/api/v1/contacts`, { headers: bearer(forged) })).status).toBe(401);
  });
});

const cookies = new Map<string, string>();

async function sessionOf(workspace: TestWorkspace): Promise<string> {
  const known = cookies.get(workspace.email);
  if (known) return known;
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  cookies.set(workspace.email, cookie);
  return cookie;
}
