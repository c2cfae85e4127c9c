import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MERGE_MAX, mergeContacts } from '../../server/flows/inbox/merge/merge-contacts.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { type Answer, createWorkspace } from '../helpers/test-server.ts';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(async () => {
  await rig.stop();
  expect(trippedStatements).toEqual([]);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const dashboard = (method: string, path: string, body?: unknown) =>
  rig.workspace.dashboard(method, path, body);
const merge = (source: string, into: string) => api('POST', `/contacts/${source}/merge`, { into });
const contact = async (reference: string): Promise<Json> => (await api('GET', `/contacts/${reference}`)).body;
const create = async (body: object): Promise<Json> => (await api('POST', '/contacts', body)).body;
const ctx = () => rig.server.container.contextFor(rig.workspace.scope);

let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `1555018${String(numbers).padStart(4, '0')}`;
}

/** Two customers who have written, with what a team adds to a conversation. */
async function twoCustomers() {
  const [oldPhone, phone] = [newPhone(), newPhone()];
  const [theirs, own] = [
    await rig.hello(oldPhone, 'from the old number'),
    await rig.hello(phone, 'from the new one'),
  ];
  const [from, to] = [
    (await api('GET', `/conversations/${oldPhone}`)).body,
    (await api('GET', `/conversations/${phone}`)).body,
  ];
  return { oldPhone, phone, theirs, own, from, to, source: theirs.contact, target: own.contact };
}

/** Returns how many rows of each table of the workspace still name a contact. */
async function rowsNaming(id: string): Promise<Record<string, number>> {
  const { database } = rig.server.container;
  const tables = await database.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'contact_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.select<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${name} WHERE tenant_id = :tenantId AND contact_id = :id`,
      { tenantId: rig.workspace.scope.key, id: decodeId(id) },
    );
    if (Number(row?.count) > 0) counts[name] = Number(row?.count);
  }
  return counts;
}

describe('a merge', () => {
  it('moves everything of a contact, and leaves no row that names it', async () => {
    const { oldPhone, phone, theirs, own, from, to, source, target } = await twoCustomers();
    await api('PATCH', `/contacts/${source}`, {
      ...{ name: 'Old name', email: 'old@example.com', tags: ['a', 'b'], status: 'hot' },
    });
    await api('PATCH', `/contacts/${target}`, { name: 'New name', tags: ['b', 'c'] });
    const label = (await dashboard('POST', '/labels', { name: `L ${phone}` })).body.id;
    await api('PATCH', `/conversations/${from.id}`, { labels: [label] });
    const { body: session } = await dashboard('GET', '/session');
    const mention = { content: 'look', mentions: [session.user.id], clientId: randomUUID() };
    const note = (await api('POST', `/conversations/${from.id}/notes`, { content: 'by a program' })).body;
    await dashboard('POST', `/conversations/${from.id}/notes`, mention);
    await api('PATCH', `/conversations/${from.id}`, { assigneeId: session.user.id });
    const draft = (reply: string) => ({
      baseRevision: null,
      content: { reply, note: '', template: '', quote: '' },
    });
    await dashboard('PUT', `/drafts/${from.id}`, draft('typed for the old one'));
    await dashboard('PUT', `/drafts/${to.id}`, draft('typed for the new one'));
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = (await rig.send({ contactId: oldPhone, type: 'text', content: 'later', sendAt })).body;

    const merged = await merge(source, target);
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({
      ...{ id: target, name: 'New name', phone, email: 'old@example.com', status: 'cold' },
      tags: ['b', 'c', 'a'],
    });
    // The figures of insights follow the events.
    await expect.poll(() => rowsNaming(source)).toEqual({});
    const history = await rig.history(phone);
    expect(history.map(({ id }) => id).toSorted()).toEqual([theirs.id, own.id, scheduled.id].toSorted());
    expect(history.every((one) => one.contact === target && one.contactId === phone)).toBe(true);
    const conversation = (await api('GET', `/conversations/${phone}`)).body;
    expect(conversation).toMatchObject({
      ...{ id: to.id, unreadCount: 2, assignee: { id: session.user.id }, labels: [{ id: label }] },
      lastMessage: { id: own.id },
    });
    const notes = (await api('GET', `/conversations/${phone}/notes`)).body.data;
    expect(notes.map(({ content }: Json) => content)).toEqual(['look', 'by a program']);
    expect(notes[1].id).toBe(note.id);
    const drafts = (await dashboard('GET', '/drafts')).body.data.filter(
      ({ conversationId }: Json) => conversationId === to.id,
    );
    expect(drafts).toMatchObject([{ content: { reply: 'typed for the new one\ntyped for the old one' } }]);
    expect(
      (await dashboard('GET', '/drafts')).body.data.some((one: Json) => one.conversationId === from.id),
    ).toBe(false);
    const notified = (await dashboard('GET', '/notifications')).body.data;
    expect(notified.filter((one: Json) => one.contact.id === target)).not.toHaveLength(0);
    const audit = (await dashboard('GET', '/audit-log?limit=10')).body.data;
    expect(audit[0]).toMatchObject({ action: 'contact.merged', target: { id: source } });
    expect((await api('GET', '/contacts?search=Old+name')).body.data).toEqual([]);
    expect((await api('DELETE', `/messages/${scheduled.id}`)).status).toBe(200);
  });

  it('lets the old id, the old conversation and the old number stand for the contact', async () => {
    const { oldPhone, phone, from, to, source, target } = await twoCustomers();
    await merge(oldPhone, phone);
    for (const reference of [source, oldPhone, target, phone])
      expect((await contact(reference)).id, reference).toBe(target);
    expect((await api('GET', `/conversations/${from.id}`)).body.id).toBe(to.id);
    expect((await dashboard('GET', `/conversations/${from.id}/messages`)).body.data).toHaveLength(2);
    const answer = { content: 'typed before the merge', clientId: randomUUID() };
    const replied = (await dashboard('POST', `/conversations/${from.id}/messages`, answer)).body;
    expect(replied.conversationId).toBe(to.id);
    const me = (await dashboard('GET', '/session')).body.user.id;
    await rig.server.container.database.run(
      `INSERT INTO unread_mentions (tenant_id, user_id, conversation_id, contact_id)
       VALUES (:tenantId, :me, :conversationId, :contactId)`,
      {
        ...{ tenantId: rig.workspace.scope.key, me: decodeId(me) },
        ...{ conversationId: decodeId(to.id), contactId: decodeId(target) },
      },
    );
    await rig.hello(phone, 'one more');
    const seen = await dashboard('POST', `/conversations/${from.id}/mentions/read`);
    expect(seen.body).toMatchObject({ id: to.id });
    const read = await dashboard('POST', `/conversations/${from.id}/read`);
    expect(read.body).toMatchObject({ id: to.id, unreadCount: 0 });
    expect((await rowsNaming(target)).unread_mentions).toBeUndefined();
    expect((await dashboard('POST', `/conversations/${from.id}/messages`, answer)).body.id).toBe(replied.id);
    const sent = await rig.send({ contactId: source, type: 'text', content: 'by the old id' });
    expect(sent.body).toMatchObject({ contact: target, contactId: phone, status: 'sent' });
    expect((await api('POST', '/contacts', { phone: oldPhone })).body.error).toMatchObject({
      ...{ code: 'contact_phone_taken', contactId: target },
    });
    expect((await api('PUT', `/contacts/${oldPhone}`, { name: 'By the old number' })).body.id).toBe(target);
    expect((await api('PATCH', `/contacts/${source}`, { name: 'By the old id' })).body.id).toBe(target);

    // The id of a merged contact is not a way to delete the other one by mistake.
    expect((await api('DELETE', `/contacts/${source}`)).body.error).toMatchObject({
      ...{ code: 'contact_already_merged', contactId: target },
    });
    expect((await contact(target)).id).toBe(target);
    expect((await api('DELETE', `/contacts/${target}`)).status).toBe(200);
    for (const reference of [source, oldPhone, target, phone])
      expect((await api('GET', `/contacts/${reference}`)).status, reference).toBe(404);
  });

  it('answers at the number that the customer wrote from last', async () => {
    const { oldPhone, phone, target } = await twoCustomers();
    await merge(oldPhone, phone);
    expect((await contact(target)).phone).toBe(phone);
    const again = await rig.hello(oldPhone, 'from the old number again');
    expect(again.contact).toBe(target);
    expect((await contact(target)).phone).toBe(oldPhone);
    const answer = (await rig.send({ contactId: target, type: 'text', content: 'hi' })).body;
    expect(answer).toMatchObject({ status: 'sent', warnings: [] });
    const [call] = await rig.callsOf(answer.id);
    expect(call.to).toBe(`+${oldPhone}`);
    expect((await rig.hello(phone, 'and from the new one')).contact).toBe(target);
    expect((await contact(target)).phone).toBe(phone);
    expect((await api('GET', `/contacts?search=${oldPhone}`)).body.data).toEqual([]);
  });

  it('answers at the number that was chosen, whichever the customer wrote from last', async () => {
    for (const [choice, isOld] of [
      [{ take: ['phone'] }, true],
      [{ keep: ['phone'] }, false],
      [{ take: ['phone'], keep: ['phone'] }, true],
      [{}, true],
    ] as const) {
      const { oldPhone, phone, source, target } = await twoCustomers();
      await rig.hello(oldPhone, 'the last one, from the old number');
      const merged = await api('POST', `/contacts/${source}/merge`, { into: target, ...choice });
      expect({ choice, phone: merged.body.phone }).toEqual({ choice, phone: isOld ? oldPhone : phone });
      expect((await api('GET', `/conversations/${target}`)).body.windowExpiresAt).not.toBeNull();
    }
    // The other way round: the customer wrote from the number that is not wanted.
    const { oldPhone, source, target } = await twoCustomers();
    const merged = await api('POST', `/contacts/${source}/merge`, { into: target, take: ['phone'] });
    expect(merged.body.phone).toBe(oldPhone);
    expect((await api('POST', `/contacts/${source}/merge`, { into: target, keep: ['name'] })).status).toBe(
      400,
    );
  });

  it('takes the number that the customer wrote from, when the contact never wrote', async () => {
    const oldPhone = newPhone();
    const hello = await rig.hello(oldPhone, 'hello');
    const target = await create({ phone: newPhone(), name: 'From the old CRM' });
    const { body } = await merge(hello.contact, target.id);
    expect(body).toMatchObject({ id: target.id, name: 'From the old CRM', phone: oldPhone });
    const conversation = (await api('GET', `/conversations/${target.phone}`)).body;
    expect(conversation).toMatchObject({ contact: { id: target.id }, unreadCount: 1 });
    expect(conversation.windowExpiresAt).not.toBeNull();
  });

  it('a person with an id of the platform stays the same contact with both numbers', async () => {
    const [oldPhone, phone] = [newPhone(), newPhone()];
    const write = async (from: string, text: string, user?: string) => {
      const message = textMessage(from, text, user ? { from_user_id: user } : {});
      const people = [{ wa_id: from, profile: { name: 'P' }, ...(user && { user_id: user }) }];
      await postCallback(rig.server, rig.workspace, envelope({ contacts: people, messages: [message] }));
      return eventually(async () =>
        (await rig.history(from)).find(({ platformId }) => platformId === message.id),
      );
    };
    const theirs = await write(oldPhone, 'one', 'US.1111111111');
    const own = await write(phone, 'two');
    await merge(theirs.contact, own.contact);
    for (const [from, user] of [
      [phone, 'US.2222222222'],
      [oldPhone, 'US.1111111111'],
      [phone, undefined],
      [oldPhone, undefined],
    ] as const) {
      expect((await write(from, `from ${from} ${user}`, user)).contact).toBe(own.contact);
      expect((await contact(own.contact)).phone).toBe(from);
    }
  });

  it('keeps people unsubscribed and blocked', async () => {
    const source = await create({ phone: newPhone(), marketing: 'unsubscribed', blocked: true });
    const target = await create({ phone: newPhone(), marketing: 'subscribed' });
    const { body } = await merge(source.id, target.id);
    expect(body).toMatchObject({ marketing: 'unsubscribed', marketingSource: 'api', blocked: true });
    expect((await rig.send({ contactId: target.id, type: 'text', content: 'x' })).body.error.code).toBe(
      'contact_blocked',
    );
    const subscribed = await create({ phone: newPhone(), marketing: 'subscribed' });
    expect((await merge(subscribed.id, target.id)).body).toMatchObject({
      ...{ marketing: 'unsubscribed', blocked: true },
    });
  });

  it('opens a closed conversation when the other customer waits', async () => {
    const { oldPhone, phone, from } = await twoCustomers();
    await api('PATCH', `/conversations/${phone}`, { status: 'closed' });
    await merge(oldPhone, phone);
    const view = (await dashboard('GET', `/conversations/${from.id}`)).body.conversation;
    expect(view).toMatchObject({ status: 'open' });
    expect(view.waitingSince).not.toBeNull();
  });

  it('records what happened, and in which order', async () => {
    const { oldPhone, phone, from, to, source, target } = await twoCustomers();
    const { latestSeq } = (await dashboard('GET', '/events?since=0&limit=1')).body;
    await merge(oldPhone, phone);
    const { events } = (await dashboard('GET', `/events?since=${latestSeq}`)).body;
    expect(events.map(({ name }: Json) => name)).toEqual([
      'contact.updated',
      'conversation.updated',
      'contact.deleted',
    ]);
    expect(events[2].payload).toEqual({
      ...{ id: source, conversationId: from.id },
      mergedInto: { id: target, conversationId: to.id },
    });
    // Events from before the merge stay readable: they are of the other contact now.
    const earlier = (await dashboard('GET', '/events?since=0&limit=500')).body.events;
    expect(
      earlier.filter(
        ({ name, payload }: Json) => name === 'message.received' && payload.contact.id === source,
      ),
    ).toHaveLength(1);
  });
});

it('a program that reads changes learns whose messages have moved', async () => {
  const { source, target, theirs } = await twoCustomers();
  const start = (await api('GET', '/messages?limit=100')).body;
  await merge(source, target);
  const { id } = await create({ name: 'Not merged', phone: newPhone() });
  await api('DELETE', `/contacts/${id}`);
  const { body } = await api('GET', `/messages?cursor=${start.cursor}`);
  expect(body).toMatchObject({ merges: [{ contact: source, into: target }], hasMore: false });
  expect((await api('GET', `/messages/${theirs.id}`)).body.contact).toBe(target);
  expect((await api('GET', `/messages?cursor=${body.cursor}`)).body.merges).toEqual([]);
});

describe('a merge is refused', () => {
  it('with itself, with an unknown contact, and with one of another workspace', async () => {
    const { id, phone } = await create({ phone: newPhone() });
    for (const into of [id, phone, `+${phone}`]) {
      const { status, body } = await merge(id, into);
      expect(status, into).toBe(400);
      expect(body.error.details).toEqual([{ path: 'into', message: 'is the same contact' }]);
    }
    expect((await merge(phone, phone)).status).toBe(400);
    const other = await createWorkspace(rig.server);
    const foreign = (await other.api('POST', '/contacts', { phone: newPhone() })).body;
    for (const reference of [foreign.id, 'ct_nonsense', '15550000000']) {
      expect((await merge(id, reference)).status, reference).toBe(404);
      expect((await merge(reference, id)).status, reference).toBe(404);
    }
    expect((await other.api('GET', `/contacts/${foreign.id}`)).status).toBe(200);
    expect((await api('POST', `/contacts/${id}/merge`, {})).status).toBe(400);
  });

  it('into a third contact: the merge was done already', async () => {
    const [a, b, c] = [
      await create({ phone: newPhone() }),
      await create({ phone: newPhone() }),
      await create({ phone: newPhone() }),
    ];
    expect((await merge(a.id, b.id)).status).toBe(200);
    // Repeated, it changes nothing; back is the same contact.
    expect((await merge(a.id, b.id)).body.id).toBe(b.id);
    expect((await merge(a.phone, b.id)).body.id).toBe(b.id);
    expect((await merge(b.id, a.id)).status).toBe(400);
    expect((await merge(a.id, c.id)).body.error).toMatchObject({
      ...{ code: 'contact_already_merged', contactId: b.id },
    });
    expect((await merge(b.id, c.id)).status).toBe(200);
    expect((await contact(a.id)).id).toBe(c.id);
    expect((await contact(a.phone)).id).toBe(c.id);
    expect((await merge(c.id, a.id)).status).toBe(400);
  });

  it('with more messages or numbers than one transaction moves', async () => {
    const { source, target } = await twoCustomers();
    for (const max of [
      { ...MERGE_MAX, messages: 0 },
      { ...MERGE_MAX, identities: 1 },
    ])
      await expect(mergeContacts(ctx(), source, { into: target }, max)).rejects.toMatchObject({
        code: 'contact_merge_too_large',
      });
    expect((await contact(source)).id).toBe(source);
  });
});

describe('at the same time', () => {
  it('two opposite merges leave one contact', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await create({ phone: newPhone() }), await create({ phone: newPhone() })];
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect((await contact(a.id)).id).toBe((await contact(b.id)).id);
    }
  });

  onlyInSoak(it)('no message, send or note is lost', async () => {
    const { oldPhone, phone, source, target, from } = await twoCustomers();
    const inbound = Array.from({ length: 30 }, (_, index) => textMessage(oldPhone, `inbound ${index}`));
    const post = async (message: object) => {
      const contacts = [{ wa_id: oldPhone, profile: { name: 'P' } }];
      await postCallback(rig.server, rig.workspace, envelope({ contacts, messages: [message] }));
    };
    /** Repeats a request that a busy database has refused: nothing was stored. */
    const insist = async (call: () => Promise<Answer>): Promise<Answer> => {
      const answer = await call();
      return answer.status === 503 ? insist(call) : answer;
    };
    const answers = await Promise.all([
      ...inbound.map(post),
      ...Array.from({ length: 15 }, (_, index) =>
        insist(() =>
          rig.send({ contactId: index % 2 ? source : oldPhone, type: 'text', content: `outbound ${index}` }),
        ),
      ),
      ...Array.from({ length: 10 }, (_, index) =>
        insist(() => api('POST', `/conversations/${from.id}/notes`, { content: `note ${index}` })),
      ),
      ...Array.from({ length: 5 }, (_, index) =>
        insist(() => api('PUT', `/contacts/${oldPhone}`, { addTags: [`t${index}`] })),
      ),
      insist(() => merge(source, target)),
    ]);
    const failed = answers.filter((one) => one && one.status >= 300);
    expect(failed.map(({ status, body }: Json) => ({ status, body }))).toEqual([]);
    await eventually(
      async () => (await api('GET', `/messages/${phone}?limit=1`)).body.pagination.total >= 47,
    );
    const history = (await api('GET', `/messages/${phone}?limit=100`)).body;
    expect(history.pagination.total).toBe(47);
    expect(history.data).toHaveLength(47);
    expect((await api('GET', `/conversations/${phone}/notes?limit=50`)).body.data).toHaveLength(10);
    expect((await contact(target)).tags.toSorted()).toEqual(['t0', 't1', 't2', 't3', 't4']);
    await eventually(async () => (await rig.history(phone)).every(({ status }) => status !== 'queued'));
    expect(await rowsNaming(source)).toEqual({});
    const others = (await api('GET', `/contacts?phone=${oldPhone}`)).body.data;
    expect(others.map(({ id }: Json) => id)).toEqual([target]);
  });
});
