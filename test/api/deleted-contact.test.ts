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
import { namesThings, requestOf } from '../tenancy/route-requests.ts';
import { noThings } from '../tenancy/things.ts';

const PHONE = '15550168001';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
const deleted = { contact: '', conversation: '', message: '', platformId: '' };

/** Deletes a contact without running the job that removes its messages, as after a crash. */
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
  Object.assign(deleted, {
    contact: found.contact.id,
    conversation: found.id,
    message: message.id,
    platformId: sent.platformId,
  });
  const [, , jobs] = server.container.workers;
  await jobs?.stop();
  expect((await workspace.api('DELETE', `/contacts/${deleted.contact}`)).status).toBe(200);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

describe('after a deletion has returned, while its messages are still being removed', () => {
  const things = {
    ...noThings(),
    contact: async () => ({ id: deleted.contact, phone: PHONE }),
    conversation: async () => deleted.conversation,
    inboundMessage: async () => deleted.message,
    failedMessage: async () => deleted.message,
  };

  it('there are messages left to test with', async () => {
    const [left] = await server.container.database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM messages WHERE tenant_id = :tenantId',
      { tenantId: workspace.scope.key },
    );
    expect(Number(left?.count)).toBe(2);
  });

  it('every route returns 404 or an empty list', async () => {
    for (const route of routesOf(publicApi)) {
      if (!(await namesThings(route))) continue;
      const { method, address, body } = await requestOf(route, things);
      expect((await workspace.api(method, address, body)).status, route.name).toBe(404);
    }
    expect((await workspace.dashboard('GET', '/conversations')).body.data).toEqual([]);
    expect((await workspace.dashboard('POST', `/messages/${deleted.message}/retry`)).status).toBe(404);
    expect((await workspace.dashboard('GET', `/conversations/${deleted.conversation}/messages`)).status).toBe(
      404,
    );
  });

  it('a status report for one of them is processed, and restores nothing', async () => {
    const report = { id: deleted.platformId, status: 'read', timestamp: '1767000000', recipient_id: PHONE };
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
