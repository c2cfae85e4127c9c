import { beforeAll, expect, it } from 'vitest';
import { listConversations } from '../../server/features/conversations/conversations.service.ts';
import { sendMissing } from '../../server/features/webhooks/deliveries/webhook-deliveries.service.ts';
import { connectWorkspace, envelope, postCallback, textMessage } from '../helpers/platform.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
const context = () => rig.server.container.contextFor(rig.workspace.scope);

/** Adds conversations, the first of them with the lowest number and the newest activity. */
async function addConversations(count: number, name: string, unread: 0 | 1): Promise<void> {
  const { database } = rig.server.container;
  const bindings = { tenantId: rig.workspace.scope.key, count, name };
  const numbers = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) SELECT i FROM n) n`;
  const key = (kind: string) => `UNHEX(LEFT(SHA2(CONCAT(:name, '${kind}', n.i), 256), 32))`;
  await database.run(
    `INSERT INTO contacts (id, tenant_id, name, name_search, phone, status, tags, created_at, updated_at)
     SELECT ${key('k')}, :tenantId, CONCAT(:name, n.i), CONCAT(:name, n.i), NULL, 'cold', '[]', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM ${numbers}`,
    bindings,
  );
  await database.run(
    `INSERT INTO conversations (id, tenant_id, contact_id, unread_count, last_activity_at, created_at, updated_at)
     SELECT ${key('c')}, :tenantId, ${key('k')}, ${unread}, UTC_TIMESTAMP(3) - INTERVAL n.i SECOND,
       UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM ${numbers}`,
    bindings,
  );
}

beforeAll(() => addConversations(12, 'walk', 0));

it('SEC-23: a search that looks at a few rows per request finds every conversation by its cursors', async () => {
  // As for a search that finds too many contacts to read them by their ids.
  const many = { sql: 'k.name_search LIKE :term', bindings: { term: '%walk1%' } };
  const found: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { view: 'all', search: 'walk1', limit: 10, cursor } as const;
    const page = await listConversations(context(), query, many, 3);
    found.push(...page.data.map(({ contact }) => contact.name ?? ''));
    sizes.push(page.data.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && sizes.length < 20);
  expect(found).toEqual(['walk1', 'walk10', 'walk11', 'walk12']);
  // Pages without a match are not the end.
  expect(sizes).toEqual([1, 0, 0, 3, 0]);
});

it('SEC-23: sending missing events stops after a number of events, and the next call goes on there', async () => {
  const { workspace } = rig;
  const since = new Date(Date.now() - 60_000).toISOString();
  await connectWorkspace(rig.server, workspace);
  const messages = Array.from({ length: 5 }, (_, index) => textMessage('15550180001', `number ${index}`));
  await postCallback(rig.server, workspace, envelope({ messages }));
  const received = () =>
    rig.server.container.database.select(
      "SELECT seq FROM events WHERE tenant_id = :tenantId AND name = 'message.received'",
      { tenantId: workspace.scope.key },
    );
  await expect.poll(received, { timeout: 30_000 }).toHaveLength(5);
  const { body, status } = await workspace.dashboard('POST', '/webhook-endpoints', {
    url: 'http://127.0.0.1:9/in',
    events: ['message.received'],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const send = (cursor?: string) =>
    sendMissing(context(), () => undefined, body.endpoint.id, { since, cursor }, 2);
  const first = await send();
  expect(first).toMatchObject({ count: 2, isCapped: true, nextCursor: expect.any(String) });
  const second = await send(first.nextCursor ?? undefined);
  expect(second).toMatchObject({ count: 2, isCapped: true });
  const third = await send(second.nextCursor ?? undefined);
  expect(third).toEqual({ count: 1, isCapped: false, nextCursor: null });
  // From the start, nothing is missing, and reading still stops.
  expect(await send()).toMatchObject({ count: 0, isCapped: true });
});

it('SEC-23: unread conversations are counted up to 1,000', async () => {
  // A recursive query makes 1,000 rows at most.
  await addConversations(600, 'unread', 1);
  await addConversations(401, 'also-unread', 1);
  const { body } = await rig.workspace.dashboard('GET', '/conversations?limit=1');
  expect(body.unreadTotal).toBe(1_000);
});
