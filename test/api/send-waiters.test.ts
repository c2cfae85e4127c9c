import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSendWaiters } from '../../server/flows/outbound/send-waiters.ts';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const PHONE = '15550105001';
let messaging: Messaging;
/** A message that waits for the platform; no worker takes it for an hour. */
let message: Buffer;
beforeAll(async () => {
  messaging = await startMessaging();
  await messaging.hello(PHONE);
  const { body } = await messaging.send({ contactId: PHONE, type: 'text', content: 'Hello' });
  message = decodeId(body.id);
  // Its last report: one that comes later would end a wait.
  await eventually(async () => (await messaging.message(PHONE, body.id))?.status === 'delivered');
});
afterAll(() => messaging.stop());

const change = (sql: string, bindings: Record<string, Buffer> = {}) =>
  messaging.server.container.database.run(sql, { tenantId: messaging.workspace.scope.key, ...bindings });
const queue = (id: Buffer, attempts = 0) =>
  change(
    `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at, attempts)
     SELECT :id, m.tenant_id, m.contact_id, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, ${attempts}
     FROM messages m WHERE m.tenant_id = :tenantId AND m.id = :message`,
    { id, message },
  );

beforeEach(async () => {
  await change('DELETE FROM outbound_sends WHERE tenant_id = :tenantId');
  await change('DELETE FROM send_pauses WHERE tenant_id = :tenantId');
  await change(`UPDATE messages SET status = 'queued' WHERE tenant_id = :tenantId AND id = :message`, {
    message,
  });
  await queue(message);
});

/** Waits for the message; returns for how long, and how many statements that took. */
async function waitFor(ms: number): Promise<{ waitedMs: number; statements: number }> {
  const { container } = messaging.server;
  const { db } = container.resources;
  let statements = 0;
  const counting: typeof db = {
    ...db,
    select: ((...args: Parameters<typeof db.select>) => {
      statements += 1;
      return db.select(...args);
    }) as typeof db.select,
    callModel: ((...args: Parameters<typeof db.callModel>) => {
      statements += 1;
      return db.callModel(...args);
    }) as typeof db.callModel,
  };
  const startedAt = performance.now();
  await createSendWaiters().wait({ db: counting, scope: messaging.workspace.scope }, message, ms);
  return { waitedMs: performance.now() - startedAt, statements };
}

it('a request that waits asks the database once for each look', async () => {
  const { waitedMs, statements } = await waitFor(2_200);
  expect(waitedMs).toBeGreaterThan(2_000);
  expect(statements).toBeGreaterThan(0);
  // One every half second.
  expect(statements).toBeLessThanOrEqual(5);
});

it('it ends when another server has sent the message', async () => {
  await change(`UPDATE messages SET status = 'sent' WHERE tenant_id = :tenantId AND id = :message`, {
    message,
  });
  expect((await waitFor(10_000)).statements).toBe(1);
});

it('it ends when an older message of the contact waits for its next try', async () => {
  const older = newKey();
  older.writeUIntBE(message.readUIntBE(0, 6) - 1, 0, 6);
  await queue(older, 1);
  expect((await waitFor(10_000)).statements).toBe(1);
});

it('it ends when the sends of the workspace are paused', async () => {
  await change(
    `INSERT INTO send_pauses (tenant_id, reason, failures, probe_at, settings_at, since)
     SELECT :tenantId, 'down', 1, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, MAX(updated_at), UTC_TIMESTAMP(3)
     FROM cloud_api_settings WHERE tenant_id = :tenantId`,
  );
  expect((await waitFor(10_000)).statements).toBe(1);
});
