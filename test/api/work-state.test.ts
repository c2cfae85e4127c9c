import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listConversations } from '../../server/features/conversations/conversations.service.ts';
import { createSnoozeEnds } from '../../server/features/conversations/index.ts';
import { decodeId, encodeId } from '../../server/kernel/ids.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: unknown) =>
  messaging.workspace.dashboard(method, path, body);
const change = async (id: string, body: object) => dashboard('PATCH', `/conversations/${id}`, body);
const viewOf = async (view: string): Promise<string[]> =>
  (await dashboard('GET', `/conversations?view=${view}&limit=100`)).body.data.map(({ id }: Json) => id);
const get = async (id: string): Promise<Json> =>
  (await dashboard('GET', `/conversations/${id}`)).body.conversation;
const counts = async (): Promise<Json> => (await dashboard('GET', '/conversation-counts')).body;

/** Returns the conversation of a customer who has just written. */
async function written(phone: string): Promise<string> {
  await messaging.hello(phone);
  return (await dashboard('GET', `/conversations?search=${phone}`)).body.data[0].id;
}

async function newMember(email: string): Promise<{ id: string }> {
  return messaging.workspace.addMember({ name: 'Leo', email, password: OWNER_PASSWORD, role: 'staff' });
}

it('a conversation is closed, and open again when the customer writes', async () => {
  const phone = '15550170001';
  const id = await written(phone);
  expect(await get(id)).toMatchObject({ status: 'open', assignee: null, labels: [], failedCount: 0 });
  expect((await get(id)).waitingSince).not.toBeNull();
  expect(await viewOf('waiting')).toContain(id);
  const closed = await change(id, { status: 'closed' });
  expect(closed.body).toMatchObject({ status: 'closed', waitingSince: null });
  expect(await viewOf('open')).not.toContain(id);
  expect(await viewOf('closed')).toContain(id);
  // Undone at once, the customer still waits.
  expect((await change(id, { status: 'open' })).body.waitingSince).not.toBeNull();
  await change(id, { status: 'closed' });
  await messaging.hello(phone, 'one more thing');
  await eventually(async () => (await get(id)).status === 'open');
  expect((await get(id)).waitingSince).not.toBeNull();
});

it('an answer ends the wait, and its time is kept', async () => {
  const phone = '15550170002';
  const id = await written(phone);
  await messaging.send({ contactId: phone, type: 'text', content: 'on it' });
  const answered = await get(id);
  expect(answered.waitingSince).toBeNull();
  expect(answered.firstResponseAt).not.toBeNull();
  expect(await viewOf('waiting')).not.toContain(id);
  expect(await viewOf('unassigned')).toContain(id);
});

it('a snoozed conversation comes back at its time, at the top', async () => {
  const phone = '15550170003';
  const id = await written(phone);
  await written('15550170004');
  const hour = new Date(Date.now() + 3_600_000).toISOString();
  expect((await change(id, { status: 'snoozed' })).body.error.details[0].path).toBe('snoozedUntil');
  const past = await change(id, { status: 'snoozed', snoozedUntil: '2020-01-01T00:00:00.000Z' });
  expect([past.status, past.body.error.details[0].path]).toEqual([400, 'snoozedUntil']);
  expect((await change(id, { status: 'snoozed', snoozedUntil: hour })).body).toMatchObject({
    status: 'snoozed',
    snoozedUntil: hour,
  });
  expect(await viewOf('snoozed')).toEqual([id]);
  expect((await counts()).snoozed).toBe(1);
  const { database } = messaging.server.container;
  await database.run(
    'UPDATE conversations SET snoozed_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE tenant_id = :tenantId AND snoozed_until IS NOT NULL',
    { tenantId: messaging.workspace.scope.key },
  );
  const ends = createSnoozeEnds(messaging.server.container.resources);
  ends.start();
  await eventually(async () => (await get(id)).status === 'open');
  await ends.stop();
  expect((await get(id)).returnedAt).not.toBeNull();
  expect((await viewOf('open'))[0]).toBe(id);
  // A late message of the customer is still the last one.
  await messaging.hello(phone, 'back again');
  await eventually(async () => (await get(id)).lastMessage.preview === 'back again');
  expect((await get(id)).returnedAt).toBeNull();
});

it('a conversation is assigned, and nobody’s again when the person is removed', async () => {
  const id = await written('15550170005');
  const leo = await newMember('leo@example.test');
  const cookie = await signIn(messaging.server, 'leo@example.test', OWNER_PASSWORD);
  const names = await call(`${messaging.server.url}/api/dashboard/colleagues`, { headers: { cookie } });
  expect(names.body.data).toContainEqual({ id: leo.id, name: 'Leo', role: 'staff', isAway: false });
  expect((await change(id, { assigneeId: leo.id })).body.assignee).toEqual({ id: leo.id, name: 'Leo' });
  expect(await viewOf('mine')).not.toContain(id);
  expect((await dashboard('GET', `/conversations?assignee=${leo.id}`)).body.data[0].id).toBe(id);
  expect((await change(id, { assigneeId: `usr_${'0'.repeat(26)}` })).body.error.code).toBe(
    'member_not_found',
  );
  await dashboard('DELETE', `/members/${leo.id}`);
  await eventually(async () => (await viewOf('unassigned')).includes(id));
  expect((await get(id)).assignee).toBeNull();
});

it('nothing stays assigned to a person who was removed at the same time, whichever came first', async () => {
  const id = await written('15550170090');
  for (let round = 0; round < 5; round += 1) {
    const leo = await newMember(`removed${round}@example.test`);
    const [removed, assigned] = await Promise.all([
      dashboard('DELETE', `/members/${leo.id}`),
      change(id, { assigneeId: leo.id }),
    ]);
    expect(removed.status).toBe(200);
    if (assigned.status !== 200) expect(assigned.body.error.code).toBe('member_not_found');
    await eventually(async () => (await get(id)).assignee === null);
  }
});

it.skipIf(isOnSeveralNodes)(
  'a conversation is not assigned to a person who is removed in this moment',
  async () => {
    const id = await written('15550170091');
    const leo = await newMember('leaving@example.test');
    const removal = await createConnection({ uri: messaging.server.databaseUrl });
    try {
      await removal.beginTransaction();
      await removal.execute('DELETE FROM users WHERE id = ?', [decodeId(leo.id)]);
      let isOver = false;
      const assigning = change(id, { assigneeId: leo.id }).finally(() => {
        isOver = true;
      });
      const waits = async () => {
        const [rows] = await removal.query(
          "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'SELECT 1 FROM users%SHARE MODE%'",
        );
        return isOver || (rows as unknown[]).length > 0;
      };
      await expect.poll(waits).toBe(true);
      await removal.commit();
      expect((await assigning).body.error?.code).toBe('member_not_found');
      expect((await get(id)).assignee).toBeNull();
      expect(await viewOf('unassigned')).toContain(id);
    } finally {
      await removal.end();
    }
  },
);

it('of two people who assign a conversation at once, the second one takes it from the first', async () => {
  const id = await written('15550170092');
  const members = [await newMember('ann@example.test'), await newMember('bea@example.test')];
  const answers = await Promise.all(members.map((member) => change(id, { assigneeId: member.id })));
  expect(answers.map(({ body }) => body.assignee?.id)).toEqual(members.map((member) => member.id));
  // Only the one who has it now is notified: the second change has seen the first.
  const notified = await messaging.server.container.database.select<{ userId: Buffer }>(
    `SELECT user_id AS userId FROM notifications
     WHERE tenant_id = :tenantId AND kind = 'assigned' AND conversation_id = :id`,
    { tenantId: messaging.workspace.scope.key, id: decodeId(id) },
  );
  expect(notified.map(({ userId }) => encodeId('user', userId))).toEqual([(await get(id)).assignee.id]);
});

it('mine is what is assigned to the caller', async () => {
  const id = await written('15550170006');
  const { body } = await dashboard('GET', '/session');
  await change(id, { assigneeId: body.user.id });
  expect(await viewOf('mine')).toEqual([id]);
  expect((await counts()).mine).toBe(1);
});

it('labels are put on and taken off, renamed everywhere, and go when they are deleted', async () => {
  const id = await written('15550170007');
  const vip = (await dashboard('POST', '/labels', { name: 'VIP', color: 'violet' })).body;
  const late = (await dashboard('POST', '/labels', { name: 'Late delivery' })).body;
  expect((await dashboard('POST', '/labels', { name: 'vip' })).body.error.code).toBe('label_name_taken');
  const labelled = await change(id, { addLabels: [vip.id, late.id, vip.id] });
  expect(labelled.body.labels).toEqual([
    { id: late.id, name: 'Late delivery', color: 'gray' },
    { id: vip.id, name: 'VIP', color: 'violet' },
  ]);
  expect(
    (await dashboard('GET', `/conversations?label=${vip.id}`)).body.data.map((one: Json) => one.id),
  ).toEqual([id]);
  expect((await change(id, { removeLabels: [late.id] })).body.labels).toEqual([vip]);
  expect((await dashboard('GET', `/labels/${vip.id}/use`)).body).toEqual({ conversations: 1 });
  expect((await dashboard('GET', `/labels/${late.id}/use`)).body).toEqual({ conversations: 0 });
  await dashboard('PATCH', `/labels/${vip.id}`, { name: 'Key customer' });
  expect((await get(id)).labels[0].name).toBe('Key customer');
  await dashboard('DELETE', `/labels/${vip.id}`);
  expect((await get(id)).labels).toEqual([]);
  expect((await change(id, { addLabels: [vip.id] })).body.error.code).toBe('label_not_found');
});

it('many conversations are changed at once; one that does not exist does not stop the others', async () => {
  const ids = [await written('15550170008'), await written('15550170009')];
  const missing = `cv_${'0'.repeat(26)}`;
  const { body } = await dashboard('POST', '/conversations/changes', {
    ids: [ids[0], missing, ids[1]],
    change: { status: 'closed' },
  });
  expect(body.data.map(({ id, status }: Json) => [id, status])).toEqual(ids.map((id) => [id, 'closed']));
  expect(body.failed).toMatchObject([{ id: missing, code: 'conversation_not_found' }]);
});

it('a conversation with too many labels does not stop the others', async () => {
  const ids = [await written('15550170012'), await written('15550170013')];
  const labels = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, at) => (await dashboard('POST', '/labels', { name: `Full ${at}` })).body,
    ),
  );
  await change(ids[0] ?? '', { addLabels: labels.map(({ id }) => id) });
  const extra = (await dashboard('POST', '/labels', { name: 'One more' })).body;
  const { body } = await dashboard('POST', '/conversations/changes', {
    ids,
    change: { addLabels: [extra.id], unread: true },
  });
  expect(body.failed).toMatchObject([{ id: ids[0], code: 'label_limit_reached' }]);
  expect(body.data).toMatchObject([{ id: ids[1], labels: [extra] }]);
});

it('another workspace’s member, label and conversation are unknown', async () => {
  const theirs = await createWorkspace(messaging.server);
  const label = (await theirs.dashboard('POST', '/labels', { name: 'Theirs' })).body;
  const person = await theirs.addMember({
    name: 'Eve',
    email: 'eve@example.test',
    password: OWNER_PASSWORD,
    role: 'staff',
  });
  const id = await written('15550170010');
  expect((await change(id, { addLabels: [label.id] })).body.error.code).toBe('label_not_found');
  expect((await change(id, { assigneeId: person.id })).body.error.code).toBe('member_not_found');
  const batch = await theirs.dashboard('POST', '/conversations/changes', {
    ids: [id],
    change: { status: 'closed' },
  });
  expect(batch.body).toMatchObject({ data: [], failed: [{ id }] });
  expect((await get(id)).status).toBe('open');
});

it('failed messages stay in the failed view until they are retried or dismissed', async () => {
  const phone = '15550131021';
  const id = await written(phone);
  const failed = (await messaging.send({ contactId: phone, type: 'text', content: 'no' })).body;
  expect(failed.status).toBe('failed');
  await messaging.hello(phone, 'still here');
  expect(await viewOf('failed')).toEqual([id]);
  expect((await get(id)).failedCount).toBe(1);
  await dashboard('POST', `/messages/${failed.id}/retry`);
  await eventually(async () => (await messaging.message(phone, failed.id)).status === 'failed');
  await eventually(async () => (await get(id)).failedCount === 1);
  expect((await dashboard('POST', `/conversations/${id}/failures/dismiss`)).body.failedCount).toBe(0);
  expect(await viewOf('failed')).toEqual([]);
});

it('a conversation can be marked as unread', async () => {
  const id = await written('15550170011');
  await dashboard('POST', `/conversations/${id}/read`);
  expect(await viewOf('unread')).not.toContain(id);
  expect((await dashboard('POST', `/conversations/${id}/unread`)).body.unreadCount).toBe(1);
  expect(await viewOf('unread')).toContain(id);
  await dashboard('POST', `/conversations/${id}/read`);
  const unread = async () =>
    (await dashboard('GET', '/conversations?view=open&unread=true&limit=100')).body.data.map(
      (one: Json) => one.id,
    );
  expect(await unread()).not.toContain(id);
  expect((await change(id, { unread: true })).body.unreadCount).toBe(1);
  expect(await unread()).toContain(id);
});

it('each view can be read page by page', async () => {
  const ctx = messaging.server.container.contextFor(messaging.workspace.scope);
  for (const view of ['open', 'unassigned', 'waiting', 'closing', 'closed', 'all'] as const) {
    const whole = (await listConversations(ctx, { view, limit: 100 })).data.map(({ id }) => id);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listConversations(ctx, { view, limit: 2, cursor });
      pages.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect([view, pages]).toEqual([view, whole]);
  }
});

it('who has done what with a conversation is in the history of its contact', async () => {
  const phone = '15550170051';
  const id = await written(phone);
  const leo = await newMember('leo.history@example.test');
  const { body: label } = await dashboard('POST', '/labels', { name: 'Refund', color: 'red' });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await change(id, { assigneeId: leo.id });
  await change(id, { status: 'snoozed', snoozedUntil: until });
  await change(id, { addLabels: [label.id] });
  // What changes nothing is no history.
  await change(id, { addLabels: [label.id], assigneeId: leo.id });
  const byProgram = await messaging.workspace.api('PATCH', `/conversations/${id}`, { status: 'closed' });
  expect(byProgram.status).toBe(200);
  const read = async (query = '') =>
    (await dashboard('GET', `/contact-timelines/${(await get(id)).contact.id}${query}`)).body.data;
  const work = await read('?kind=work');
  expect(work.map(({ changes }: Json) => changes)).toEqual([
    [{ field: 'conversation:status', before: 'snoozed', after: 'closed' }],
    [{ field: 'conversation:label', before: '', after: 'Refund' }],
    [
      { field: 'conversation:status', before: 'open', after: 'snoozed' },
      { field: 'conversation:snoozedUntil', before: '', after: until },
    ],
    [{ field: 'conversation:assignee', before: '', after: 'Leo' }],
  ]);
  expect(work.map(({ automatic }: Json) => automatic)).toEqual([false, false, false, false]);
  expect(work.every(({ author }: Json) => typeof author === 'string')).toBe(true);
  expect(work[0].author).not.toBe(work[1].author);
  const added = await read('?kind=change');
  expect(added).toMatchObject([
    { automatic: true, changes: [{ field: 'added', before: '', after: 'message' }] },
  ]);
  const kinds = (await read()).map(({ kind }: Json) => kind);
  expect(kinds.slice(0, 4)).toEqual(Array(4).fill('work'));
  expect(kinds.slice(4).toSorted()).toEqual(['change', 'message']);
  // A member who has left takes nothing along, and the server says that it was the one.
  await dashboard('DELETE', `/members/${leo.id}`);
  await eventually(async () => (await read('?kind=work')).length === 5);
  expect((await read('?kind=work'))[0]).toMatchObject({ automatic: true, author: null });
});
