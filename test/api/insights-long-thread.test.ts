import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagesPage } from '../../server/features/insights/messages-behind.sql.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';

const PHONE = '15550106001';
const COUNT = 4_000;
let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

it('the list behind the messages that were sent reads the newest of a long thread, not all of it', async () => {
  const { db } = messaging.server.container.resources;
  const { scope } = messaging.workspace;
  await messaging.hello(PHONE);
  const { body } = await messaging.send({ contactId: PHONE, type: 'text', content: 'Hello' });
  await db.run(
    `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank, content,
       warnings, created_at)
     SELECT UNHEX(LEFT(SHA2(n.seq, 256), 32)), m.tenant_id, m.conversation_id, m.contact_id, m.direction, m.type, m.status,
       m.status_rank, m.content, m.warnings, m.created_at - INTERVAL n.seq SECOND
     FROM messages m JOIN seq_1_to_${COUNT} n WHERE m.tenant_id = :tenantId AND m.id = :id`,
    { tenantId: scope.key, id: decodeId(body.id) },
  );
  const now = Date.now();
  const wanted = {
    direction: 'outbound',
    from: new Date(now - 86_400_000),
    to: new Date(now + 60_000),
  } as const;
  const { rows, read } = await db.transaction(async (tx) => {
    const reads = async () => {
      const found = await db.select<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'", {}, tx);
      return found.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await reads();
    const rows = await messagesPage(
      { db, scope, tx },
      { ...wanted, memberId: null },
      { after: null, limit: 300 },
    );
    return { rows, read: (await reads()) - before };
  });
  expect(rows.map(({ at }) => at?.toISOString())).toEqual([body.createdAt]);
  expect(read).toBeLessThan(COUNT / 10);
});
