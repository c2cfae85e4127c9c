import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { dashboardApi, publicApi } from '../../shared/contract/index.ts';
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
import { type ContractRoute, routesOf } from './contract-routes.ts';
import { namesThings, requestOf } from './route-requests.ts';
import { noThings, type Things } from './things.ts';
import { createdOnce, thingsOf } from './things-of.ts';

let server: TestServer;
let platform: TestPlatform;
let mine: TestWorkspace;
let theirs: TestWorkspace;
/** The other tenant's things, created once. */
let foreign: Things;

beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  [mine, theirs] = [await createWorkspace(server), await createWorkspace(server)];
  // Both are connected, so that only the ownership of the things differs.
  await connectWorkspace(server, mine, platform);
  await connectWorkspace(server, theirs, platform);
  foreign = createdOnce(thingsOf(server, theirs));
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
  expect(trippedStatements).toEqual([]);
});

const apis = [
  { prefix: '/api/v1', ask: 'api', routes: await namingThings(routesOf(publicApi)) },
  { prefix: '/api/dashboard', ask: 'dashboard', routes: await namingThings(routesOf(dashboardApi)) },
] as const;

/** Returns the routes whose requests refer to something of the caller's. */
async function namingThings(routes: readonly ContractRoute[]): Promise<ContractRoute[]> {
  const answers = await Promise.all(routes.map(namesThings));
  return routes.filter((route, index) => answers[index] || route.path.includes('{'));
}

describe('another tenant’s ids', () => {
  for (const { prefix, ask, routes } of apis) {
    for (const route of routes) {
      it(`${route.method} ${prefix}${route.path} responds as if they did not exist`, async () => {
        const answerAbout = async (things: Things) => {
          const { method, address, body } = await requestOf(route, things);
          return mine[ask](method, address, body);
        };
        const [answer, unknown] = [await answerAbout(foreign), await answerAbout(noThings())];
        // Rules are written in a form, which shows what is wrong beside each part.
        const details = route.path.startsWith('/automation') ? answer.body.error.details : [];
        if (details.length > 0)
          expect(details).toEqual([
            { path: 'actions.0.labelId', message: 'is not a label of this workspace' },
          ]);
        else expect(answer.status).toBe(404);
        const withoutRequestId = (body: { error: object }) =>
          JSON.stringify({ ...body.error, requestId: '' });
        expect(withoutRequestId(answer.body)).toBe(withoutRequestId(unknown.body));
      });
    }
  }

  it('are not in my lists, searches or events', async () => {
    const { phone } = await foreign.contact();
    for (const path of ['/contacts', '/contacts?search=secret', `/contacts?search=${phone.slice(4)}`]) {
      expect((await mine.api('GET', path)).body).toMatchObject({ data: [], pagination: { total: 0 } });
    }
    for (const path of ['/conversations', '/conversations?search=secret', '/contacts', '/parked-items']) {
      expect((await mine.dashboard('GET', path)).body.data, path).toEqual([]);
    }
    const events = (await mine.dashboard('GET', '/events?since=0')).body;
    expect(JSON.stringify(events)).not.toContain('secret');
    expect((await mine.dashboard('GET', '/members')).body.data).toHaveLength(1);
    const log = (await mine.dashboard('GET', '/audit-log')).body.data;
    const labels = log.map((entry: { target: { label: string } }) => entry.target.label);
    expect(labels).toEqual([demoAccount.phoneNumberId, 'test']);
  });

  it('are unchanged afterwards', async () => {
    const contact = await theirs.api('GET', `/contacts/${(await foreign.contact()).id}`);
    expect(contact.body.name).toBe('Their secret');
    const members: { name: string }[] = (await theirs.dashboard('GET', '/members')).body.data;
    expect(members.map(({ name }) => name)).not.toContain('mine now');
    expect(members).toHaveLength(2);
    expect((await theirs.dashboard('GET', '/api-keys')).body.data).toHaveLength(2);
  });

  it('give no access in a key that names another tenant', async () => {
    const [, , random] = mine.key.split('_');
    const forged = `svc_${theirs.tenantId}_${random}`;
    expect((await call(`${server.url}/api/v1/contacts`, { headers: bearer(forged) })).status).toBe(401);
  });
});

describe('another tenant’s ids in a request about something of mine', () => {
  /** My things, created once. */
  let own: Things;
  beforeAll(() => {
    own = createdOnce(thingsOf(server, mine));
  });
  const clientId = randomUUID();
  const template = { name: 'hello_world', language: 'en_US' };
  const words = { content: 'words' };
  const conversation = async () => `/conversations/${await own.conversation()}`;
  const toMyContact = async (message: object) => {
    const contactId = (await own.contact()).id;
    return ['POST', '/messages/send', { contactId, ...message }] as const;
  };
  /** A file that the other tenant has uploaded to send it. */
  const upload = async (things: Things) =>
    things === foreign ? (await uploadOf(theirs)).id : things.media();

  type Request = readonly [method: string, path: string, body: object];
  interface Case {
    what: string;
    ask: 'api' | 'dashboard';
    code: string;
    with: (things: Things) => Promise<Request>;
  }
  const ofConversations = (['api', 'dashboard'] as const).flatMap((ask): Case[] => [
    {
      what: 'the assignee of a conversation',
      ask,
      code: 'member_not_found',
      with: async (things) => ['PATCH', await conversation(), { assigneeId: await things.member() }],
    },
    {
      what: 'the labels of a conversation',
      ask,
      code: 'label_not_found',
      with: async (things) => ['PATCH', await conversation(), { labels: [await things.label()] }],
    },
    {
      what: 'an added label of a conversation',
      ask,
      code: 'label_not_found',
      with: async (things) => ['PATCH', await conversation(), { addLabels: [await things.label()] }],
    },
    {
      what: 'a mention in a note',
      ask,
      code: 'member_not_found',
      with: async (things) => {
        const note = { ...words, mentions: [await things.member()] };
        const path = `${await conversation()}/notes`;
        return ['POST', path, ask === 'api' ? note : { ...note, clientId }];
      },
    },
  ]);
  const cases: Case[] = [
    ...ofConversations,
    {
      what: 'the segment of a broadcast',
      ask: 'api',
      code: 'segment_not_found',
      with: async (things) => {
        await own.template();
        const audience = { segmentId: await things.segment() };
        return ['POST', '/broadcasts', { name: 'Mine', template, audience }];
      },
    },
    {
      what: 'the message that a send replies to',
      ask: 'api',
      code: 'message_not_found',
      with: async (things) => toMyContact({ type: 'text', ...words, replyTo: await things.inboundMessage() }),
    },
    {
      what: 'the file of a send',
      ask: 'api',
      code: 'media_not_found',
      with: async (things) => toMyContact({ type: 'document', mediaId: await upload(things) }),
    },
    {
      what: 'the contact to merge into',
      ask: 'api',
      code: 'contact_not_found',
      with: async (things) => {
        const path = `/contacts/${(await own.contact()).id}/merge`;
        return ['POST', path, { into: (await things.contact()).id }];
      },
    },
    {
      what: 'the message that an agent replies to',
      ask: 'dashboard',
      code: 'message_not_found',
      with: async (things) => {
        const replyTo = await things.inboundMessage();
        return ['POST', `${await conversation()}/messages`, { ...words, clientId, replyTo }];
      },
    },
    {
      what: 'the file of an agent’s message',
      ask: 'dashboard',
      code: 'media_not_found',
      with: async (things) => {
        const mediaId = await upload(things);
        return ['POST', `${await conversation()}/messages`, { ...words, clientId, mediaId }];
      },
    },
    {
      what: 'the template of an agent',
      ask: 'dashboard',
      code: 'template_not_found',
      with: async (things) => {
        const templateId = await things.template();
        return ['POST', `${await conversation()}/templates`, { templateId, components: [], clientId }];
      },
    },
  ];

  it.each(cases)(
    '$what ($ask) gets the answer of an unknown one',
    async ({ ask, code, with: requestWith }) => {
      const answers = [];
      for (const things of [foreign, noThings()]) {
        const { status, body } = await mine[ask](...(await requestWith(things)));
        answers.push({ status, error: { ...body.error, requestId: '' } });
      }
      const [answer, unknown] = answers;
      expect(answer).toMatchObject({ status: 404, error: { code } });
      expect(answer).toEqual(unknown);
    },
  );
});

async function uploadOf({ key }: TestWorkspace): Promise<{ id: string }> {
  const response = await fetch(`${server.url}/api/v1/media?filename=secret.txt`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'text/plain' },
    body: 'their secret',
  });
  return (await response.json()) as { id: string };
}
