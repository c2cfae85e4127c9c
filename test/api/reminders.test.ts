import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REMINDERS_MAX } from '../../shared/contract/inbox/reminders.contract.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { doRound, eventually } from '../helpers/platform.ts';
import { call, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
let leo: { dashboard: TestWorkspace['dashboard'] };
beforeAll(async () => {
  messaging = await startMessaging();
  const email = 'leo@reminders.test';
  const person = { name: 'Leo Costa', email, password: OWNER_PASSWORD, role: 'staff' as const };
  await messaging.workspace.addMember(person);
  const cookie = await signIn(messaging.server, email, OWNER_PASSWORD);
  leo = {
    dashboard: (method, path, body) =>
      call(`${messaging.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } }),
  };
});
afterAll(() => messaging.stop());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;

async function messageFrom(phone: string): Promise<{ messageId: string; conversationId: string }> {
  await messaging.hello(phone);
  const conversationId = (await messaging.workspace.api('GET', `/conversations/${phone}`)).body.id;
  const messageId = (await messaging.workspace.api('GET', `/messages/${phone}`)).body.data[0].id;
  return { messageId, conversationId };
}
const remind = (messageId: string, dueAt: string) =>
  leo.dashboard('POST', '/reminders', { messageId, quote: 'I will call you tomorrow.', dueAt });
const open = async (person: Pick<typeof leo, 'dashboard'> = leo): Promise<Json[]> =>
  (await person.dashboard('GET', '/reminders')).body.data;
const notified = async (): Promise<Json[]> =>
  (await leo.dashboard('GET', '/notifications')).body.data.filter(({ kind }: Json) => kind === 'reminder');

/** Waits for the notification. The worker looks at once for what has become due. */
const notifiedOnce = () =>
  eventually(async () => {
    messaging.server.wake();
    return (await notified()).length === 1;
  }, 30_000);

describe('reminders', () => {
  it('are created once for a message, completed, opened again and deleted, and seen by their member alone', async () => {
    const { messageId, conversationId } = await messageFrom('15550180001');
    const first = await remind(messageId, inMs(HOUR));
    expect(first).toMatchObject({
      status: 201,
      body: { messageId, conversationId, quote: 'I will call you tomorrow.', firedAt: null, doneAt: null },
    });
    expect((await remind(messageId, inMs(2 * HOUR))).body).toEqual(first.body);
    expect(await open()).toEqual([first.body]);
    expect(await open(messaging.workspace)).toEqual([]);
    const { id } = first.body;
    expect((await messaging.workspace.dashboard('PATCH', `/reminders/${id}`, { isDone: true })).status).toBe(
      404,
    );
    const done = await leo.dashboard('PATCH', `/reminders/${id}`, { isDone: true });
    expect(done.body.doneAt).not.toBeNull();
    expect(await open()).toEqual([]);
    expect((await leo.dashboard('PATCH', `/reminders/${id}`, { isDone: false })).body.doneAt).toBeNull();
    expect((await leo.dashboard('DELETE', `/reminders/${id}`)).body).toEqual({ id, deleted: true });
    expect((await leo.dashboard('DELETE', `/reminders/${id}`)).status).toBe(404);
  });

  it('are due in the future, at most a year ahead, and about a message that exists', async () => {
    const { messageId } = await messageFrom('15550180002');
    for (const dueAt of [inMs(-1_000), inMs(400 * 24 * HOUR)]) {
      const { status, body } = await remind(messageId, dueAt);
      expect({ status, details: body.error.details }).toEqual({
        status: 400,
        details: [{ path: 'dueAt', message: 'must be in the future, and at most 366 days ahead' }],
      });
    }
    const missing = await remind(`msg_${'0'.repeat(26)}`, inMs(HOUR));
    expect(missing.body.error.code).toBe('message_not_found');
  });

  it('notify their member once when they are due, with a link to the message', async () => {
    const { messageId, conversationId } = await messageFrom('15550180003');
    const { body } = await remind(messageId, inMs(1_500));
    await notifiedOnce();
    expect((await notified())[0]).toMatchObject({ conversationId, messageId, readAt: null, actor: null });
    expect((await open()).find(({ id }) => id === body.id)?.firedAt).not.toBeNull();
    // Two workers, as after a crash: the row can be fired once.
    const { createReminderRounds } = await import('../../server/features/conversations/reminders.service.ts');
    await doRound(createReminderRounds, messaging.server.container.resources);
    expect(await notified()).toHaveLength(1);
    // Done: the unread notification goes with it.
    await leo.dashboard('PATCH', `/reminders/${body.id}`, { isDone: true });
    expect(await notified()).toEqual([]);
  });

  it('that are moved are due again', async () => {
    const { messageId } = await messageFrom('15550180004');
    const { body } = await remind(messageId, inMs(1_000));
    await notifiedOnce();
    const moved = await leo.dashboard('PATCH', `/reminders/${body.id}`, { dueAt: inMs(1_000) });
    expect(moved.body.firedAt).toBeNull();
    expect(await notified()).toEqual([]);
    await notifiedOnce();
    await leo.dashboard('DELETE', `/reminders/${body.id}`);
  });

  it(`are at most ${REMINDERS_MAX} open ones of a member`, async () => {
    const { messageId } = await messageFrom('15550180005');
    const { body } = await remind(messageId, inMs(HOUR));
    const { database } = messaging.server.container;
    for (let index = (await open()).length; index < REMINDERS_MAX; index += 1)
      await database.run(
        `/* system: test */ INSERT INTO reminders
           (id, tenant_id, user_id, conversation_id, contact_id, message_id, quote, due_at, created_at)
         SELECT UNHEX(REPLACE(UUID(), '-', '')), tenant_id, user_id, conversation_id, contact_id,
           UNHEX(REPLACE(UUID(), '-', '')), quote, due_at, created_at FROM reminders LIMIT 1`,
      );
    const other = await messageFrom('15550180006');
    expect((await remind(other.messageId, inMs(HOUR))).body.error.code).toBe('reminder_limit_reached');
    await leo.dashboard('DELETE', `/reminders/${body.id}`);
    expect((await remind(other.messageId, inMs(HOUR))).status).toBe(201);
  });

  it('are no more than that when several are created, or opened again, together', async () => {
    const messages = await Promise.all(
      Array.from({ length: 8 }, (_, index) => messageFrom(`1555018001${index}`)),
    );
    const [kept, ...others] = await open();
    await leo.dashboard('DELETE', `/reminders/${kept.id}`);
    const created = await Promise.all(messages.map(({ messageId }) => remind(messageId, inMs(HOUR))));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of created)
      if (status !== 201) expect(body.error.code).toBe('reminder_limit_reached');

    const done = others.slice(0, 8);
    const setDone = (isDone: boolean) =>
      Promise.all(done.map(({ id }) => leo.dashboard('PATCH', `/reminders/${id}`, { isDone })));
    await setDone(true);
    for (const { messageId } of messages.slice(0, 5)) await remind(messageId, inMs(HOUR));
    const free = REMINDERS_MAX - (await open()).length;
    expect(free).toBeLessThan(done.length);
    const opened = await setDone(false);
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(free);
    for (const { status, body } of opened)
      if (status !== 200) expect(body.error.code).toBe('reminder_limit_reached');
    expect(await open()).toHaveLength(REMINDERS_MAX);
  }, 120_000);

  it('that cannot fire do not keep those behind them from firing, however many they are', async () => {
    const { database } = messaging.server.container;
    await database.run('/* system: test */ DELETE FROM reminders');
    const { messageId } = await messageFrom('15550180007');
    await remind(messageId, inMs(HOUR));
    // A page of them, due before the one that is in order.
    const copies = (count: number, quote: string, minutesAgo: number) =>
      database.run(
        `/* system: test */ INSERT INTO reminders
           (id, tenant_id, user_id, conversation_id, contact_id, message_id, quote, due_at, created_at)
         SELECT UNHEX(REPLACE(UUID(), '-', '')), r.tenant_id, r.user_id, r.conversation_id, r.contact_id,
           UNHEX(REPLACE(UUID(), '-', '')), :quote, UTC_TIMESTAMP(3) - INTERVAL :minutesAgo MINUTE, r.created_at
         FROM (SELECT * FROM reminders LIMIT 1) r
         JOIN (SELECT 1 AS n FROM information_schema.columns LIMIT ${count}) n`,
        { quote, minutesAgo },
      );
    await database.sequelize.query(
      `CREATE TRIGGER refuses_some BEFORE UPDATE ON reminders FOR EACH ROW
       IF NEW.quote = 'refused' THEN SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1366, MESSAGE_TEXT = 'bad value'; END IF`,
    );
    try {
      await copies(100, 'refused', 10);
      await copies(1, 'in order', 1);
      await eventually(async () => {
        messaging.server.wake();
        const [row] = await database.select<{ isFired: number }>(
          "/* system: test */ SELECT fired_at IS NOT NULL AS isFired FROM reminders WHERE quote = 'in order'",
        );
        return row?.isFired === 1;
      }, 60_000);
    } finally {
      await database.sequelize.query('DROP TRIGGER refuses_some');
      await database.run('/* system: test */ DELETE FROM reminders');
    }
  }, 120_000);
});

describe('the check of a text', () => {
  it('says which values belong to other contacts only, and not to which', async () => {
    const create = async (body: object) => (await messaging.workspace.api('POST', '/contacts', body)).body.id;
    const ana = await create({ phone: '+5511912345678', name: 'Ana', email: 'ana@shared.example' });
    await create({ phone: '+5511987654321', name: 'Bia', email: 'bia@other.example' });
    await create({ phone: '+5511987654322', name: 'Caio', email: 'ana@shared.example' });
    await messaging.workspace.dashboard('PATCH', '/workspace', { defaultCountry: 'BR' });
    const check = (values: string[]) =>
      messaging.workspace.dashboard('POST', `/contacts/${ana}/text-checks`, { values });
    const values = [
      ...['bia@other.example', 'BIA@other.example', 'ana@shared.example', 'nobody@other.example'],
      ...['+55 11 98765-4321', '(11) 98765-4321', '+55 11 91234-5678', '+55 11 95555-0000'],
    ];
    expect((await check(values)).body).toEqual({
      knownToOthers: [...values.slice(0, 2), ...values.slice(4, 6)],
    });
  });

  it('reads the text fields of contacts', async () => {
    await messaging.workspace.dashboard('POST', '/contact-fields', {
      key: 'order_no',
      name: 'Order',
      type: 'text',
    });
    const create = async (body: object) => (await messaging.workspace.api('POST', '/contacts', body)).body.id;
    const ana = await create({ phone: '15550181001', attributes: { order_no: 'NW-1' } });
    await create({ phone: '15550181002', attributes: { order_no: 'NW-2' } });
    const answer = await messaging.workspace.dashboard('POST', `/contacts/${ana}/text-checks`, {
      values: ['NW-1', '#NW-2', 'NW-3'],
    });
    expect(answer.body).toEqual({ knownToOthers: ['#NW-2'] });
  });

  it('does not report the value of a contact that many others have too', async () => {
    await messaging.workspace.dashboard('POST', '/contact-fields', {
      ...{ key: 'account_no', name: 'Account', type: 'text' },
    });
    const shared = { email: 'orders@acme.example', attributes: { account_no: 'AC-77' } };
    const create = async (phone: string, more: object): Promise<string> =>
      (await messaging.workspace.api('POST', '/contacts', { phone, ...more })).body.id;
    const values = ['orders@acme.example', 'AC-77'];
    const check = async (id: string) =>
      (await messaging.workspace.dashboard('POST', `/contacts/${id}/text-checks`, { values })).body;
    const ids: string[] = [];
    for (let number = 10; number < 22; number += 1) ids.push(await create(`155501820${number}`, shared));
    for (const id of ids) expect(await check(id)).toEqual({ knownToOthers: [] });
    const other = await create('15550182099', {});
    expect(await check(other)).toEqual({ knownToOthers: values });
  });
});
