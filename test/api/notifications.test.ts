import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTIFICATIONS_MAX, type Notification } from '../../shared/contract/inbox/notifications.contract.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { call, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
/** Sam, of the staff. */
let sam: TestWorkspace['dashboard'];
let samId = '';
let ownerId = '';
let customers = 0;

beforeAll(async () => {
  messaging = await startMessaging();
  const { server, workspace } = messaging;
  const email = 'sam@example.test';
  const member = { name: 'Sam', email, password: OWNER_PASSWORD, role: 'staff' };
  samId = (await workspace.addMember(member)).id;
  const cookie = await signIn(server, email, OWNER_PASSWORD);
  sam = (method, path, body) =>
    call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
  ownerId = (await owner('GET', '/session')).body.user.id;
});
afterAll(() => messaging.stop());

const owner: TestWorkspace['dashboard'] = (...request) => messaging.workspace.dashboard(...request);

function nextPhone(): string {
  customers += 1;
  return `1555017${String(customers).padStart(4, '0')}`;
}

/** Returns the conversation of a customer who has just written. */
async function written(phone = nextPhone()): Promise<string> {
  await messaging.hello(phone, 'Is it ready?');
  return (await owner('GET', `/conversations?search=${phone}`)).body.data[0].id;
}

const listOf = async (
  person: typeof sam,
  query = '',
): Promise<{ data: Notification[]; unreadCount: number }> =>
  (await person('GET', `/notifications${query}`)).body;
const readAll = (person: typeof sam) =>
  person('POST', '/notifications/read', { upTo: '2999-01-01T00:00:00.000Z' });
const mention = (id: string, content: string) =>
  owner('POST', `/conversations/${id}/notes`, {
    content,
    mentions: [samId, ownerId],
    clientId: randomUUID(),
  });

it('a mention notifies the mentioned colleague alone, and is read with the conversation', async () => {
  const id = await written();
  const note = await mention(id, '@Sam could you look at this?');
  expect(note.status).toBe(201);
  expect(await listOf(sam)).toMatchObject({
    unreadCount: 1,
    data: [
      {
        kind: 'mention',
        conversationId: id,
        contact: { phone: `1555017000${customers}` },
        actor: { id: ownerId },
        excerpt: '@Sam could you look at this?',
        messageId: null,
        readAt: null,
      },
    ],
  });
  expect((await listOf(owner)).data).toEqual([]);
  await sam('POST', `/conversations/${id}/mentions/read`);
  expect(await listOf(sam)).toMatchObject({ unreadCount: 0, data: [{ readAt: expect.any(String) }] });
  await owner('DELETE', `/notes/${note.body.id}`);
  expect((await listOf(sam)).data).toEqual([]);
});

it('an assignment by another person notifies, one’s own does not, and a withdrawn one vanishes', async () => {
  const id = await written();
  const assign = (person: typeof sam, assigneeId: string | null) =>
    person('PATCH', `/conversations/${id}`, { assigneeId });
  await assign(sam, samId);
  expect((await listOf(sam)).data).toEqual([]);
  await assign(owner, ownerId);
  await assign(owner, samId);
  expect((await listOf(sam)).data).toMatchObject([
    { kind: 'assigned', actor: { id: ownerId }, excerpt: 'Is it ready?' },
  ]);
  await assign(owner, null);
  expect((await listOf(sam)).data).toEqual([]);
  await messaging.workspace.api('PATCH', `/conversations/${id}`, { assigneeId: samId });
  expect((await listOf(sam)).data).toMatchObject([{ kind: 'assigned', actor: null }]);
  await readAll(sam);
});

it('two notes in a conversation are one line, which names the latest', async () => {
  const id = await written();
  await mention(id, 'first');
  await mention(id, 'second');
  const { data, unreadCount } = await listOf(sam, '?unread=true');
  expect([unreadCount, data.map(({ excerpt }) => excerpt)]).toEqual([1, ['second']]);
  const [{ id: one } = { id: '' }] = data;
  expect((await sam('PATCH', `/notifications/${one}`, { isRead: true })).body.readAt).toEqual(
    expect.any(String),
  );
  expect((await listOf(sam)).unreadCount).toBe(0);
  expect((await sam('PATCH', `/notifications/${one}`, { isRead: false })).body.readAt).toBeNull();
  await sam('POST', '/notifications/read', { conversationId: id });
  expect((await listOf(sam)).unreadCount).toBe(0);
});

it('a snoozed conversation that returns, and a message that fails, notify whose they are', async () => {
  const id = await written();
  await sam('PATCH', `/conversations/${id}`, { assigneeId: samId });
  const snoozedUntil = new Date(Date.now() + 1_000).toISOString();
  await sam('PATCH', `/conversations/${id}`, { status: 'snoozed', snoozedUntil });
  await eventually(async () => (await listOf(sam)).data[0]?.kind === 'snooze_ended', 30_000);

  const refused = '15550131021';
  const of = await written(refused);
  const message = { content: 'Good morning', clientId: randomUUID() };
  expect((await sam('POST', `/conversations/${of}/messages`, message)).status).toBe(201);
  await eventually(async () => (await listOf(sam)).data[0]?.kind === 'send_failed');
  const [failed] = (await listOf(sam)).data;
  expect(failed).toMatchObject({ excerpt: 'Good morning', messageId: expect.stringMatching(/^msg_/) });
  expect((await listOf(owner)).data).toEqual([]);
  await readAll(sam);
});

it('a person has the latest 500, page by page, and only their own', async () => {
  await readAll(sam);
  const id = await written();
  await mention(id, 'now');
  const { database } = messaging.server.container;
  // As if there had been many in the past minutes.
  await database.run(
    `/* system: test */ INSERT INTO notifications
       (id, tenant_id, user_id, kind, conversation_id, contact_id, actor_id, subject_id, created_at, read_at)
     SELECT UNHEX(MD5(CONCAT(seq, HEX(id)))), tenant_id, user_id, kind, conversation_id, contact_id, actor_id, subject_id,
       created_at - INTERVAL seq MINUTE, created_at
     FROM notifications JOIN seq_1_to_600 WHERE read_at IS NULL`,
  );
  await mention(await written(), 'the latest');
  const found: string[] = [];
  let cursor: string | null = '';
  do {
    const page = await sam('GET', `/notifications?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    found.push(...page.body.data.map(({ id }: Notification) => id));
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(NOTIFICATIONS_MAX);
  const change = await owner('PATCH', `/notifications/${found[0]}`, { isRead: true });
  expect(change.body.error.code).toBe('notification_not_found');
  expect((await readAll(owner)).body).toEqual({ unreadCount: 0 });
  expect((await listOf(sam)).unreadCount).toBe(2);
});
