import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSoak } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
let leo: { id: string; dashboard: TestWorkspace['dashboard'] };
let owner: { id: string; dashboard: TestWorkspace['dashboard'] };
beforeAll(async () => {
  messaging = await startMessaging();
  const { workspace, server } = messaging;
  const made = await workspace.addMember({
    name: 'Leo Costa',
    email: 'leo@example.test',
    password: OWNER_PASSWORD,
    role: 'staff',
  });
  const cookie = await signIn(server, 'leo@example.test', OWNER_PASSWORD);
  const dashboard: TestWorkspace['dashboard'] = (method, path, body) =>
    call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
  leo = { id: made.id, dashboard };
  const { body } = await workspace.dashboard('GET', '/session');
  owner = { id: body.user.id, dashboard: workspace.dashboard };
});
afterAll(() => messaging.stop());

/** Returns the conversation of a customer who has just written. */
async function written(phone: string): Promise<Json> {
  await messaging.hello(phone);
  return (await owner.dashboard('GET', `/conversations?search=${phone}`)).body.data[0];
}

const noteOf = (content: string, mentions: string[] = []) => ({
  content,
  mentions,
  clientId: randomUUID(),
});
const countOf = async (table: string): Promise<number> => {
  const [row] = await messaging.server.container.database.select<{ rows: number }>(
    `SELECT COUNT(*) AS \`rows\` FROM ${table} WHERE tenant_id = :tenantId`,
    { tenantId: messaging.workspace.scope.key },
  );
  return Number(row?.rows);
};

it('a note is stored once, and neither sent nor counted as an answer', async () => {
  const phone = '15550180001';
  const before = await written(phone);
  const [messages, answers] = [await countOf('messages'), await messaging.phone(phone)];
  const note = noteOf('She is @Leo Costa’s customer', [leo.id, leo.id, owner.id]);
  const both = await Promise.all(
    [note, note].map((body) => owner.dashboard('POST', `/conversations/${before.id}/notes`, body)),
  );
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  expect(both[0]?.body).toMatchObject({
    content: note.content,
    author: { id: owner.id },
    mentions: [{ id: leo.id, name: 'Leo Costa' }, { id: owner.id }],
  });
  const after = (await owner.dashboard('GET', `/conversations/${before.id}`)).body.conversation;
  const { unreadCount, waitingSince, windowExpiresAt, lastMessage, lastActivityAt, firstResponseAt } = before;
  expect(after).toMatchObject({
    ...{ unreadCount, waitingSince, windowExpiresAt, lastMessage, lastActivityAt, firstResponseAt },
    mentioned: [leo.id],
  });
  // Nothing was queued, so nothing can reach the platform later either.
  expect([await countOf('messages'), await countOf('outbound_sends')]).toEqual([messages, 0]);
  expect(await messaging.phone(phone)).toEqual(answers);
  expect((await messaging.workspace.api('GET', `/messages/${phone}`)).body.data).toHaveLength(1);
});

it('a mention is unread until the colleague has seen it', async () => {
  const { id } = await written('15550180002');
  await owner.dashboard('POST', `/conversations/${id}/notes`, noteOf('@Leo Costa look', [leo.id]));
  const mentions = async (person: typeof leo) => [
    (await person.dashboard('GET', '/conversations?view=mentions')).body.data.map((one: Json) => one.id),
    (await person.dashboard('GET', '/conversation-counts')).body.mentions,
  ];
  const [ids, count] = await mentions(leo);
  expect(ids).toContain(id);
  expect(count).toBe(ids.length);
  expect(await mentions(owner)).toEqual([[], 0]);
  const seen = await leo.dashboard('POST', `/conversations/${id}/mentions/read`);
  expect(seen.body.mentioned).toEqual([]);
  expect((await mentions(leo))[0]).not.toContain(id);
  const unknown = noteOf('hi', [`usr_${'0'.repeat(26)}`]);
  const refused = await owner.dashboard('POST', `/conversations/${id}/notes`, unknown);
  expect(refused.body.error.code).toBe('member_not_found');
});

it('notes are read page by page, and only their author deletes them', async () => {
  const { id } = await written('15550180003');
  const made: string[] = [];
  for (const content of ['one', 'two', 'three'])
    made.unshift((await owner.dashboard('POST', `/conversations/${id}/notes`, noteOf(content))).body.id);
  const first = (await leo.dashboard('GET', `/conversations/${id}/notes?limit=2`)).body;
  const rest = (
    await leo.dashboard(
      'GET',
      `/conversations/${id}/notes?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`,
    )
  ).body;
  expect([...first.data, ...rest.data].map((note: Json) => note.id)).toEqual(made);
  expect(rest.nextCursor).toBeNull();
  expect((await leo.dashboard('DELETE', `/notes/${made[0]}`)).body.error.code).toBe('forbidden');
  expect((await owner.dashboard('DELETE', `/notes/${made[0]}`)).status).toBe(200);
  expect((await leo.dashboard('GET', `/conversations/${id}/notes`)).body.data).toHaveLength(2);
});

it('an edited note notifies only those whom it did not mention before', async () => {
  const { id } = await written('15550180013');
  const path = `/conversations/${id}/notes`;
  const about = async (person: typeof leo) =>
    (await person.dashboard('GET', '/notifications')).body.data.filter(
      (one: Json) => one.conversationId === id && one.kind === 'mention',
    );
  const { body: note } = await owner.dashboard('POST', path, noteOf('She waits'));
  expect(note.editedAt).toBeNull();
  const edit = (person: typeof leo, content: string, mentions: string[] = []) =>
    person.dashboard('PATCH', `/notes/${note.id}`, { content, mentions });

  expect((await edit(leo, 'She waits for nobody')).body.error.code).toBe('forbidden');
  const edited = await edit(owner, '@Leo Costa she waits', [leo.id]);
  expect(edited.body).toMatchObject({
    ...{ id: note.id, content: '@Leo Costa she waits', createdAt: note.createdAt },
    mentions: [{ id: leo.id, name: 'Leo Costa' }],
  });
  expect(Date.parse(edited.body.editedAt)).toBeGreaterThanOrEqual(Date.parse(note.createdAt));
  expect((await leo.dashboard('GET', path)).body.data).toEqual([edited.body]);
  expect(await about(leo)).toMatchObject([{ readAt: null, excerpt: '@Leo Costa she waits' }]);
  expect((await leo.dashboard('GET', `/conversations/${id}`)).body.conversation.mentioned).toEqual([leo.id]);

  // Seen, and edited again: the mention is not a new one.
  await leo.dashboard('POST', `/conversations/${id}/mentions/read`);
  const [seen] = await about(leo);
  expect(seen.readAt).not.toBeNull();
  await edit(owner, '@Leo Costa she waits in the shop', [leo.id]);
  expect(await about(leo)).toEqual([{ ...seen, excerpt: '@Leo Costa she waits in the shop' }]);
  expect((await leo.dashboard('GET', `/conversations/${id}`)).body.conversation.mentioned).toEqual([]);

  // The same words again are no edit, and a removed mention leaves no notification.
  const [before] = (await owner.dashboard('GET', path)).body.data;
  expect((await edit(owner, before.content, [leo.id])).body).toEqual(before);
  await edit(owner, 'Done');
  expect(await about(leo)).toEqual([]);
  expect((await edit(owner, 'hi', [`usr_${'0'.repeat(26)}`])).body.error.code).toBe('member_not_found');
  const theirs = await createWorkspace(messaging.server);
  expect((await theirs.dashboard('PATCH', `/notes/${note.id}`, { content: 'ours' })).status).toBe(404);
});

it('another workspace sees no note, and the deletion of the contact removes them', async () => {
  const conversation = await written('15550180004');
  const path = `/conversations/${conversation.id}/notes`;
  const { id } = (await owner.dashboard('POST', path, noteOf('a secret about her', [leo.id]))).body;
  const theirs = await createWorkspace(messaging.server);
  for (const answer of [
    await theirs.dashboard('GET', path),
    await theirs.dashboard('POST', path, noteOf('hi')),
    await theirs.dashboard('DELETE', `/notes/${id}`),
    await theirs.dashboard('POST', `/conversations/${conversation.id}/mentions/read`),
  ])
    expect(answer.status).toBe(404);
  expect((await owner.dashboard('GET', path)).body.data[0].id).toBe(id);
  await owner.dashboard('DELETE', `/contacts/${conversation.contact.id}`);
  await eventually(async () => {
    const [row] = await messaging.server.container.database.select<{ left: number }>(
      `SELECT (SELECT COUNT(*) FROM notes WHERE tenant_id = :tenantId AND content LIKE '%a secret about her%') +
         (SELECT COUNT(*) FROM events WHERE tenant_id = :tenantId AND payload LIKE '%a secret about her%') AS \`left\``,
      { tenantId: messaging.workspace.scope.key },
    );
    return Number(row?.left) === 0;
  });
});

const reply = (content: string, lastSeenId?: string | null) => ({
  content,
  clientId: randomUUID(),
  lastSeenId,
});

it('a message that was written before a colleague’s answer is refused, until the answer has been seen', async () => {
  const phone = '15550180005';
  const { id, lastMessage } = await written(phone);
  const path = `/conversations/${id}/messages`;
  const answer = await owner.dashboard('POST', path, reply('Tomorrow at nine', lastMessage.id));
  expect(answer.status).toBe(201);
  // One's own other device does not count.
  expect((await owner.dashboard('POST', path, reply('And bring it', lastMessage.id))).status).toBe(201);
  const stale = reply('Today is fine', lastMessage.id);
  const refused = await leo.dashboard('POST', path, stale);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'newer_answer']);
  expect((await leo.dashboard('POST', path, reply('Never saw one', null))).status).toBe(409);
  const [newest] = (await leo.dashboard('GET', path)).body.data;
  const sent = await leo.dashboard('POST', path, { ...stale, lastSeenId: newest.id });
  expect([sent.status, sent.body.clientId]).toEqual([201, stale.clientId]);
  // A program's answer counts, and an older client that sends no id is not checked.
  await messaging.send({ contactId: phone, type: 'text', content: 'Your order is ready' });
  expect((await leo.dashboard('POST', path, reply('Hm', newest.id))).body.error.code).toBe('newer_answer');
  expect((await leo.dashboard('POST', path, reply('Old client'))).status).toBe(201);
});

it.runIf(isSoak)('of twenty answers at once, only those of one person are sent', async () => {
  const { id, lastMessage } = await written('15550180006');
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const person = index % 2 === 0 ? owner : leo;
      const path = `/conversations/${id}/messages`;
      const { status } = await person.dashboard('POST', path, reply(`answer ${index}`, lastMessage.id));
      return { status, person: person.id };
    }),
  );
  const sent = answers.filter(({ status }) => status === 201);
  expect(new Set(sent.map(({ person }) => person)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  expect(sent).toHaveLength(10);
});
