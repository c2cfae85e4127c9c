import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
import {
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  startPlatform,
  type TestPlatform,
  textMessage,
} from '../helpers/platform.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';
import { namesThings, noThings, requestOf } from '../tenancy/route-requests.ts';

const PHONE = '15550168001';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
const gone = { contact: '', conversation: '', message: '', platformId: '' };

/** A contact is deleted, and the job that removes its messages has not run yet: as after a crash. */
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  const contacts = [{ wa_id: PHONE, profile: { name: 'Leaving' } }];
  await postCallback(server, workspace, envelope({ contacts, messages: [textMessage(PHONE, 'bye')] }));
  const found = await eventually(
    async () => (await workspace.dashboard('GET', '/conversations')).body.data[0],
  );
  const message = (await workspace.api('GET', `/messages/${PHONE}`)).body.data[0];
  const answer = { contactId: PHONE, type: 'text', content: 'good-bye' };
  const sent = (await workspace.api('POST', '/messages/send', answer)).body;
  Object.assign(gone, {
    contact: found.contact.id,
    conversation: found.id,
    message: message.id,
    platformId: sent.platformId,
  });
  const [, , jobs] = server.container.workers;
  await jobs?.stop();
  expect((await workspace.api('DELETE', `/contacts/${gone.contact}`)).status).toBe(200);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

describe('once a deletion has answered, while its messages are still being removed', () => {
  const things = {
    ...noThings(),
    contact: async () => ({ id: gone.contact, phone: PHONE }),
    conversation: async () => gone.conversation,
    inboundMessage: async () => gone.message,
    failedMessage: async () => gone.message,
  };

  it('there are some, or this tests nothing', async () => {
    const [left] = await server.container.database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM messages WHERE tenant_id = :tenantId',
      { tenantId: workspace.scope.key },
    );
    expect(Number(left?.count)).toBe(2);
  });

  it('every route finds nothing', async () => {
    for (const route of routesOf(publicApi)) {
      if (!(await namesThings(route))) continue;
      const { method, address, body } = await requestOf(route, things);
      expect((await workspace.api(method, address, body)).status, route.name).toBe(404);
    }
    expect((await workspace.dashboard('GET', '/conversations')).body.data).toEqual([]);
    expect((await workspace.dashboard('POST', `/messages/${gone.message}/retry`)).status).toBe(404);
    expect((await workspace.dashboard('GET', `/conversations/${gone.conversation}/messages`)).status).toBe(
      404,
    );
  });

  it('a report of one of them is worked through, and brings nothing back', async () => {
    const report = { id: gone.platformId, status: 'read', timestamp: '1767000000', recipient_id: PHONE };
    await postCallback(server, workspace, envelope({ statuses: [report] }));
    await eventually(async () => {
      const [open] = await server.container.database.select<{ count: number }>(
        'SELECT COUNT(*) AS count FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0',
        { tenantId: workspace.scope.key },
      );
      return Number(open?.count) === 0;
    });
    expect((await workspace.api('GET', '/contacts')).body.pagination.total).toBe(0);
  });
});
