import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addExample } from '../../server/features/assist/retrieval/examples.repository.ts';
import { insertMessage, NO_CONTENT } from '../../server/features/messages/index.ts';
import { draftReplayJob } from '../../server/flows/replay/drafts/run-draft-replay.ts';
import { replayJob } from '../../server/flows/replay/run-replay.ts';
import { decodeId, encodeId, newKey } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';

const HOURS = 'We are open from Monday to Friday, nine to six.';
const DELIVERY = 'Delivery takes four working days.';
/** What people answered before there was a saved reply for it. */
const PARKING = 'You can park in the yard behind the shop, it is free of charge.';
const NONE = { added: [], changed: [], removed: [] };
const DAY_MS = 86_400_000;

let messaging: Messaging;
let authorId: Buffer;
let hours: string;
let contactId: Buffer;
let conversationId: Buffer;
beforeAll(async () => {
  messaging = await startMessaging();
  const create = async (name: string, content: string) =>
    (await dashboard('POST', '/saved-replies', { name, content })).body.id;
  hours = await create('Opening hours', HOURS);
  const delivery = await create('Delivery', DELIVERY);
  authorId = decodeId((await dashboard('GET', '/colleagues')).body.data[0].id);
  ({ contactId, conversationId } = await customer('15550185100'));
  for (let number = 0; number < 12; number += 1) {
    await answered(`when are you open${number % 2 ? ' today' : ''}?`, HOURS, {
      days: 40 - number / 2,
      reply: hours,
    });
    await answered(`how long does delivery take${number % 3 ? ' please' : ''}`, DELIVERY, {
      ...{ days: 40 - number / 2, reply: delivery },
    });
  }
  for (let number = 0; number < 6; number += 1) {
    await answered('when are you open on Monday?', HOURS, { days: 20 - number, reply: hours });
    await answered('where can I park my car at your shop?', PARKING, {
      ...{ days: 19.5 - number, reply: null },
    });
  }
  await answered('the drawing of room nine with the oak chairs', 'I will look at it with Ida.', {
    ...{ days: 3, reply: null },
  });
  await answered('thank you!', 'You are welcome.', { days: 2, reply: null });
});
afterAll(async () => {
  await messaging.stop();
  expect(trippedStatements).toEqual([]);
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const context = () => messaging.server.container.contextFor(messaging.workspace.scope);

async function customer(phone: string) {
  await messaging.hello(phone);
  const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
  return { contactId: decodeId(data[0].contact.id), conversationId: decodeId(data[0].id) };
}

/** Stores a question of some days ago, and what a person answered. */
async function answered(
  question: string,
  answer: string,
  {
    days,
    reply,
    of = { contactId, conversationId },
  }: {
    days: number;
    reply: string | null;
    of?: { contactId: Buffer; conversationId: Buffer };
  },
): Promise<void> {
  const ctx = context();
  const [messageId, answerId] = [newKey(), newKey()];
  const at = ctx.clock.now().getTime() - days * DAY_MS;
  const place = { ...NO_CONTENT, ...of, type: 'text' as const };
  await insertMessage(ctx, {
    ...{ ...place, id: messageId, direction: 'inbound', status: 'received' },
    ...{ content: question, createdAt: new Date(at) },
  });
  await insertMessage(ctx, {
    ...{ ...place, id: answerId, direction: 'outbound', status: 'sent', authorId },
    ...{ content: answer, createdAt: new Date(at + 60_000) },
  });
  const savedReplyId = reply === null ? null : decodeId(reply);
  await addExample(
    { ...ctx, clock: { ...ctx.clock, now: () => new Date(at) } },
    { answerId, messageIds: [messageId], savedReplyId, contactId: of.contactId, place: null },
  );
}

async function replay(changes: object = NONE): Promise<Json> {
  const { status, body } = await dashboard('POST', '/replays', { changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return ended(body.id);
}

const ended = (id: string): Promise<Json> =>
  eventually(async () => {
    messaging.server.wake();
    const { body } = await dashboard('GET', `/replays/${id}`);
    return body.endedAt === null ? null : body;
  });
const cases = async (id: string, show = 'all'): Promise<Json[]> =>
  (await dashboard('GET', `/replays/${id}/cases?show=${show}&limit=100`)).body.data;
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0);

describe('a replay', () => {
  it('counts what the present replies would have offered for each answered message of 30 days', async () => {
    const done = await replay();
    expect(done).toMatchObject({ state: 'done', isComplete: true, conversations: 1, read: 1 });
    // 12 of the newer ones, the drawing and the thanks; what is older than 30 days is only learned from.
    expect(done.cases).toBe(14);
    expect(total(done.present)).toBe(14);
    expect(done.changed).toEqual(done.present);
    expect(done.present.right).toBe(6);
    const all = await cases(done.id);
    expect(all).toHaveLength(14);
    const thanks = all.find(({ question }) => question === 'thank you!');
    expect(thanks).toMatchObject({ present: { result: 'quiet', offered: [] }, answer: 'You are welcome.' });
    const open = all.find(({ question }) => question.startsWith('when are you open'));
    expect(open.present.offered[0]).toEqual({ savedReplyId: hours, name: 'Opening hours' });
    expect(await cases(done.id, 'better')).toEqual([]);
    expect(await cases(done.id, 'worse')).toEqual([]);
  });

  it('shows what a new reply makes better', async () => {
    const added = [{ name: 'Parking', content: PARKING }];
    const done = await replay({ ...NONE, added });
    expect(done.changed.right).toBe(12);
    expect(done.present.right).toBe(6);
    const better = (await cases(done.id, 'better')).filter(({ question }) =>
      question.includes('park my car'),
    );
    expect(better).toHaveLength(6);
    for (const one of better) expect(one.changed.result).toBe('right');
    expect(better[0].changed.offered).toContainEqual({ savedReplyId: null, name: 'Parking' });
    // It was only tried.
    const { data } = (await dashboard('GET', '/saved-replies')).body;
    expect(data.map(({ name }: Json) => name).toSorted()).toEqual(['Delivery', 'Opening hours']);
  });

  it('shows what a reply that is left out, or changed beyond use, makes worse', async () => {
    const without = await replay({ ...NONE, removed: [hours] });
    expect(without.changed.right).toBe(0);
    expect((await cases(without.id, 'worse')).length).toBeGreaterThan(0);
    const spoiled = await replay({
      ...NONE,
      changed: [{ id: hours, content: 'Please see our website for prices of oak furniture.' }],
    });
    // The answers were written with this reply, whatever it says now.
    expect(spoiled.changed.right).toBeLessThanOrEqual(6);
    expect(
      (await dashboard('GET', '/saved-replies')).body.data.find(({ id }: Json) => id === hours).content,
    ).toBe(HOURS);
  });

  it('leaves out rehearsals and contacts whom the assistant leaves alone', async () => {
    const left = await customer('15550185200');
    await answered('when are you open?', HOURS, { days: 1, reply: hours, of: left });
    const before = await replay();
    expect(before.cases).toBe(15);
    const { data } = (await dashboard('GET', '/conversations?search=15550185200')).body;
    await dashboard('PUT', `/contacts/${data[0].contact.id}/assist`, { isLeftOut: true });
    expect((await replay()).cases).toBe(14);
    await messaging.workspace.api('DELETE', `/contacts/${data[0].contact.id}`);
    // Its part is deleted with the contact, also in what was found before.
    expect((await dashboard('GET', `/replays/${before.id}`)).body.cases).toBe(14);
    const simulated = await customer('99901234512345');
    await answered('when are you open?', HOURS, { days: 1, reply: hours, of: simulated });
    expect((await replay()).cases).toBe(14);
  });

  it('is done by another server when the first one was killed, from its beginning', async () => {
    const { database } = messaging.server.container;
    const t = messaging.workspace.scope.key;
    const done = await replay();
    const id = decodeId(done.id);
    // As a killed server leaves it: some of it is stored, and the job is due again.
    await database.run(
      `UPDATE replays SET state = 'running', ended_at = NULL, read_count = 0 WHERE tenant_id = :t AND id = :id`,
      { t, id },
    );
    await database.run('DELETE FROM replay_cases WHERE tenant_id = :t AND replay_id = :id AND number > 5', {
      t,
      id,
    });
    const { enqueueJob } = await import('../../server/kernel/queue/jobs.ts');
    await database.transaction((tx) =>
      enqueueJob(database, messaging.workspace.scope, tx, 'replay', { id: id.toString('hex') }),
    );
    const second = await startTestServer(
      { GRAPH_URL: messaging.platform.url, SANDBOX_ENABLED: '1' },
      messaging.server,
    );
    try {
      expect(await ended(done.id)).toMatchObject({ state: 'done', cases: 14, present: done.present });
    } finally {
      await second.stop();
    }
  });

  it('is cancelled, one at a time, and named', async () => {
    const { database } = messaging.server.container;
    const t = messaging.workspace.scope.key;
    const id = newKey();
    await database.run(
      `INSERT INTO replays (id, tenant_id, changes, state, conversations, read_count, is_complete, created_at)
       VALUES (:id, :t, :changes, 'running', 9, 3, 1, UTC_TIMESTAMP(3))`,
      { id, t, changes: JSON.stringify(NONE) },
    );
    expect((await dashboard('POST', '/replays', { changes: NONE })).body.error.code).toBe('replay_running');
    const [running] = (await dashboard('GET', '/replays')).body.data;
    expect(running).toMatchObject({ state: 'running', read: 3, conversations: 9 });
    const canceled = (await dashboard('POST', `/replays/${running.id}/cancel`)).body;
    expect(canceled).toMatchObject({ state: 'canceled', endedAt: expect.any(String) });
    expect((await dashboard('POST', `/replays/${running.id}/cancel`)).body.endedAt).toBe(canceled.endedAt);
    expect((await dashboard('GET', '/audit-log')).body.data[0].action).toBe('replay.canceled');
    const unknown = { ...NONE, removed: [`sr_${'0'.repeat(26)}`] };
    expect((await dashboard('POST', '/replays', { changes: unknown })).body.error.code).toBe(
      'saved_reply_not_found',
    );
    expect(
      (await dashboard('POST', '/replays', { changes: { ...NONE, added: [{ name: '', content: 'x' }] } }))
        .body.error.details[0].path,
    ).toBe('changes.added.0.name');
  });

  it('says that it is not complete when it ends at one of its limits', async () => {
    const { database, resources } = messaging.server.container;
    const { scope } = messaging.workspace;
    const replayed = async (limits: { casesMax?: number; messagesMax?: number }): Promise<Json> => {
      const id = newKey();
      await database.run(
        `INSERT INTO replays (id, tenant_id, changes, state, conversations, read_count, is_complete, created_at)
         VALUES (:id, :t, :changes, 'waiting', 0, 0, 1, UTC_TIMESTAMP(3))`,
        { id, t: scope.key, changes: JSON.stringify(NONE) },
      );
      await replayJob(resources, limits).run(scope, { id: id.toString('hex') }, () => false);
      return (await dashboard('GET', `/replays/${encodeId('replay', id)}`)).body;
    };
    const done = { state: 'done', conversations: 1, isComplete: true };
    // What it ends with is all there is.
    expect(await replayed({ casesMax: 14 })).toMatchObject({ ...done, cases: 14 });
    expect(await replayed({ casesMax: 13 })).toMatchObject({ ...done, cases: 13, isComplete: false });
    const cut = await replayed({ messagesMax: 10 });
    expect(cut).toMatchObject({ ...done, isComplete: false });
    expect(cut.cases).toBeLessThan(14);
  });

  it('of drafts is refused without a model, and where drafts are off, with a sentence that says so', async () => {
    const start = async () => (await dashboard('POST', '/draft-replays', { changes: NONE })).body.error;
    expect(await start()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('is off') });
    await dashboard('PATCH', '/assist', { modes: { drafts: 'shadow' } });
    expect(await start()).toMatchObject({
      code: 'model_not_changeable',
      message: 'No model is loaded. Choose one on the Model page first.',
    });
    expect((await dashboard('GET', '/draft-replays')).body).toEqual({
      obstacle: 'no_model',
      model: null,
      data: [],
    });
    await dashboard('PATCH', '/assist', { modes: { drafts: 'off' } });
  });

  it('of drafts says so too when a page of conversations has more messages than it reads', async () => {
    const { database, resources } = messaging.server.container;
    const { scope } = messaging.workspace;
    const drafts = {
      draftPast: async () => ({ state: 'none', reason: 'unknown' }) as const,
      isLoaded: async () => true,
    };
    const replayed = async (pageMessagesMax: number): Promise<Json | undefined> => {
      const id = newKey();
      await database.run(
        `INSERT INTO draft_replays (id, tenant_id, model, changes, messages_max, state, is_complete, created_at)
         VALUES (:id, :t, 'test', :changes, 100, 'waiting', 1, UTC_TIMESTAMP(3))`,
        { id, t: scope.key, changes: JSON.stringify(NONE) },
      );
      const job = draftReplayJob(resources, drafts, pageMessagesMax);
      await job.run(scope, { id: id.toString('hex') }, () => false);
      const [row] = await database.select<Json>(
        'SELECT state, is_complete AS isComplete FROM draft_replays WHERE tenant_id = :t AND id = :id',
        { t: scope.key, id },
      );
      return row;
    };
    expect(await replayed(1_000)).toEqual({ state: 'done', isComplete: 1 });
    expect(await replayed(10)).toEqual({ state: 'done', isComplete: 0 });
  });

  it('keeps ten, and shows none of another workspace', async () => {
    for (let number = 0; number < 11; number += 1) await replay();
    const { data } = (await dashboard('GET', '/replays')).body;
    expect(data).toHaveLength(10);
    const other = await createWorkspace(messaging.server);
    expect((await other.dashboard('GET', '/replays')).body.data).toEqual([]);
    for (const path of [`/replays/${data[0].id}`, `/replays/${data[0].id}/cases`])
      expect((await other.dashboard('GET', path)).status).toBe(404);
    const foreign = { ...NONE, removed: [hours] };
    expect((await other.dashboard('POST', '/replays', { changes: foreign })).status).toBe(404);
  });
});
