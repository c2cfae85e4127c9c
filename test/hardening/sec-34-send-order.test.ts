import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const PHONE = '15550171234';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());
afterEach(() => {
  vi.useRealTimers();
});

/** Sends a text from a server whose clock is ahead by so many milliseconds. */
async function sendAt(aheadMs: number, content: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  const { status, body } = await rig.send({ contactId: PHONE, type: 'text', content });
  vi.useRealTimers();
  expect([status, body.status]).toEqual([201, 'queued']);
}

it('SEC-34: a contact’s sends leave in order although the clock of one server is two seconds ahead', async () => {
  await rig.platform.customerWrites(PHONE, 'hello');
  await eventually(async () => (await rig.workspace.api('GET', '/contacts')).body.pagination.total === 1);
  await rig.platform.configure({ answerErrorRate: 1 });
  await sendAt(2_000, 'first');
  await sendAt(0, 'second');
  await sendAt(1_000, 'third');
  await rig.platform.configure({ answerErrorRate: 0 });
  rig.server.passTime(10);
  const sent = async () => {
    const { body } = await rig.platform.control('GET', '/calls');
    return body.data
      .filter((call: Json) => call.path.endsWith('/messages') && call.status === 200 && call.body?.text)
      .map((call: Json) => call.body.text.body);
  };
  await eventually(async () => (await sent()).length === 3, 40_000);
  expect(await sent()).toEqual(['first', 'second', 'third']);
  const history = await rig.workspace.api('GET', `/messages/${PHONE}`);
  expect(history.body.data.map((message: Json) => message.content)).toEqual([
    'third',
    'second',
    'first',
    'hello',
  ]);
});

it('SEC-34: a message sorts after one that another server stored with a later time', async () => {
  const phone = '15550171235';
  await rig.hello(phone);
  const { database } = rig.server.container;
  const ahead = newKey();
  ahead.writeUIntBE(Date.now() + 20_000, 0, 6);
  const bindings = { tenantId: rig.workspace.scope.key, phone, ahead };
  // Ids of this process never go back, so that of the other server is written by hand.
  await database.run(
    `INSERT INTO outbound_sends (id, tenant_id, contact_id, attempts, visible_at)
     SELECT :ahead, tenant_id, id, 1, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR FROM contacts
     WHERE tenant_id = :tenantId AND phone = :phone`,
    bindings,
  );
  const { body } = await rig.send({ contactId: phone, type: 'text', content: 'after it' });
  expect(Buffer.compare(decodeId(body.id), ahead)).toBeGreaterThan(0);
  await database.run('DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :ahead', bindings);
});
