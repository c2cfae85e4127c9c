import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addExample } from '../../server/features/assist/retrieval/examples.repository.ts';
import { insertMessage, NO_CONTENT } from '../../server/features/messages/index.ts';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { enqueueJob } from '../../server/kernel/queue/jobs.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import type { ScriptedCall } from '../helpers/scripted-engine.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

const PROFILE = 'We sell chairs. We deliver to Recife on Fridays. Delivery costs R$ 25,00.';
const NONE = { added: [], changed: [], removed: [] };
const DAY_MS = 86_400_000;

/** What customers asked, what a person answered, and what the model writes. */
const RECIFE = {
  question: 'Do you deliver to Recife?',
  answer: 'Yes, we deliver to Recife on Fridays.',
  draft: { can: 'answer', from: ['PROFILE'], text: 'Yes, we deliver to Recife on Fridays.' },
};
const COST = {
  question: 'What does the delivery cost?',
  answer: 'Delivery costs R$ 25,00 for all chairs.',
  draft: { can: 'answer', from: ['PROFILE'], text: 'Delivery costs R$ 25,00.' },
};
const COVER = {
  question: 'What is the cover made of?',
  answer: 'It is made of cotton.',
  draft: { can: 'answer', from: ['CHAT'], text: 'It costs R$ 99,00 and arrives on 14/12.' },
};
const TABLES = {
  question: 'Do you sell tables too?',
  answer: 'We sell oak tables from R$ 900,00.',
  draft: { can: 'no', from: [], text: '' },
};
const THANKS = { question: 'thank you so much!', answer: 'You are welcome.', draft: null };
const OAK = { name: 'Tables', content: 'We sell oak tables from R$ 900,00.' };

let rig: AssistRig;
let authorId: Buffer;
beforeAll(async () => {
  rig = await startAssist();
  authorId = decodeId((await dashboard('GET', '/colleagues')).body.data[0].id);
  const first = await customer('15550108001');
  await answered(first, RECIFE, 10);
  await answered(first, COST, 3);
  await answered(await customer('15550108002'), COVER, 4);
  await answered(await customer('15550108003'), TABLES, 5);
  await answered(await customer('15550108004'), THANKS, 6);
  // Of rehearsals, and before the days.
  await answered(await customer('99901234512345'), RECIFE, 2);
  await answered(first, RECIFE, 40);
  // Only now: none of what was written above is to be drafted for ahead.
  await dashboard('PATCH', '/assist', { modes: { drafts: 'shadow' }, profile: PROFILE });
});
afterAll(() => rig.stop());
beforeEach(() => {
  rig.engine.calls.splice(0);
  writesAsAbove();
});

const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);
const database = () => rig.messaging.server.container.database;
const isWriting = ({ schema }: ScriptedCall) => schema === 'draft';
const writesAsAbove = () =>
  rig.engine.answer((call) => (isWriting(call) ? JSON.stringify(draftFor(call)) : ''));
const written = () => rig.engine.calls.filter(isWriting);
const lastOf = ({ prompt }: Pick<ScriptedCall, 'prompt'>) =>
  [...prompt.matchAll(/Customer: (.*)/g)].at(-1)?.[1] ?? '';

function draftFor(call: ScriptedCall): object {
  if (call.prompt.includes(OAK.content) && lastOf(call) === TABLES.question)
    return { can: 'answer', from: ['A'], text: OAK.content };
  const asked = [RECIFE, COST, COVER, TABLES].find(({ question }) => question === lastOf(call));
  return asked?.draft ?? { can: 'no', from: [], text: '' };
}

interface Customer {
  contactId: Buffer;
  conversationId: Buffer;
}

async function customer(phone: string): Promise<Customer> {
  await rig.messaging.hello(phone);
  const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
  return { contactId: decodeId(data[0].contact.id), conversationId: decodeId(data[0].id) };
}

/** Stores a question of some days ago, and what a person answered, with a saved reply if one is given. */
async function answered(
  of: Customer,
  { question, answer }: { question: string; answer: string },
  days: number,
  savedReplyId: string | null = null,
): Promise<void> {
  const ctx = rig.messaging.server.container.contextFor(rig.messaging.workspace.scope);
  const at = ctx.clock.now().getTime() - days * DAY_MS;
  const place = { ...NO_CONTENT, ...of, type: 'text' as const };
  const [messageId, answerId] = [newKey(), newKey()];
  await insertMessage(ctx, {
    ...{ ...place, id: messageId, direction: 'inbound', status: 'received' },
    ...{ content: question, createdAt: new Date(at) },
  });
  await insertMessage(ctx, {
    ...{ ...place, id: answerId, direction: 'outbound', status: 'sent', authorId },
    ...{ content: answer, createdAt: new Date(at + 60_000) },
  });
  if (savedReplyId === null) return;
  await addExample(
    { ...ctx, clock: { ...ctx.clock, now: () => new Date(at) } },
    {
      ...{ answerId, messageIds: [messageId], savedReplyId: decodeId(savedReplyId) },
      ...{ contactId: of.contactId, place: null },
    },
  );
}

async function start(body: object = {}): Promise<string> {
  const answer = await dashboard('POST', '/draft-replays', { changes: NONE, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const get = async (id: string): Promise<Json> => (await dashboard('GET', `/draft-replays/${id}`)).body;
const ended = (id: string): Promise<Json> =>
  eventually(async () => {
    rig.messaging.server.wake();
    const replay = await get(id);
    return replay.endedAt === null ? null : replay;
  }, 30_000);
const replay = async (body?: object) => ended(await start(body));
const casesOf = async (id: string, show = 'all'): Promise<Json[]> =>
  (await dashboard('GET', `/draft-replays/${id}/cases?show=${show}`)).body.data;
const rows = (sql: string, bindings: object = {}) =>
  database().select<Json>(`/* system: test */ ${sql}`, { ...bindings });

describe('a replay of drafts', () => {
  it('drafts as the product does for each answered message of 30 days, and says how near it is', async () => {
    const done = await replay();
    expect(done).toMatchObject({
      ...{ state: 'done', model: rig.engine.model, isModelAway: false, isComplete: true },
      ...{ messages: 5, done: 5 },
      results: { unedited: 1, light: 0, medium: 1, heavy: 0, withheld: 1, none: 2 },
    });
    expect(done.reasons).toMatchObject({ unknown: 1, thanks: 1, failed: 0 });
    expect(done.findings).toMatchObject({ invented_fact: 1, promise: 0 });
    const all = await casesOf(done.id);
    const caseOf = (question: string) => all.find((one) => one.question === question);
    expect(caseOf(RECIFE.question)).toMatchObject({
      ...{ answer: RECIFE.answer, contactName: expect.any(String) },
      draft: { result: 'unedited', text: RECIFE.draft.text, reason: null, findings: [] },
    });
    expect(caseOf(COST.question).draft).toMatchObject({ result: 'medium', text: COST.draft.text });
    // Of what was withheld, no text is kept.
    expect(caseOf(COVER.question).draft).toEqual({
      ...{ result: 'withheld', text: null, reason: null, findings: ['invented_fact'] },
    });
    expect(caseOf(TABLES.question).draft).toMatchObject({ result: 'none', reason: 'unknown' });
    expect(caseOf(THANKS.question).draft).toMatchObject({ result: 'none', reason: 'thanks' });
    for (const [show, count] of [
      ['drafted', 2],
      ['withheld', 1],
      ['none', 2],
    ] as const)
      expect(await casesOf(done.id, show)).toHaveLength(count);

    // What the gate withholds is not asked, and nothing is read ahead.
    expect(rig.engine.calls).toHaveLength(4);
    const promptOf = (question: string) => written().find((call) => lastOf(call) === question)?.prompt ?? '';
    // The conversation is as it was: with what was written before, and nothing of what came later.
    expect(promptOf(COST.question)).toContain(RECIFE.answer);
    for (const later of [RECIFE.answer, COST.question, 'hello'])
      expect(promptOf(RECIFE.question).split(RECIFE.question).at(-1)).not.toContain(later);
    expect(promptOf(COVER.question)).not.toContain(COVER.answer);
  });

  it('sends nothing, counts nothing, and leaves no draft in the inbox', async () => {
    const sent = () => rows("SELECT COUNT(*) AS n FROM messages WHERE direction = 'outbound'");
    const before = await sent();
    await replay();
    expect(await sent()).toEqual(before);
    expect(
      await rows("SELECT outcome FROM assist_outcomes WHERE feature = 'drafts' AND outcome = 'ready'"),
    ).toEqual([]);
    expect(await rows('SELECT conversation_id FROM assist_drafts WHERE state = 2')).toEqual([]);
    const { body: log } = await dashboard('GET', '/audit-log');
    expect(log.data[0]).toMatchObject({ action: 'replay.drafts_started', target: { kind: 'replay' } });
  });

  it('is compared with one that had other saved replies, on the messages that both have', async () => {
    const plain = await replay();
    const changed = await replay({ changes: { ...NONE, added: [OAK] } });
    const path = `/draft-replays/${plain.id}/comparison/${changed.id}`;
    const { body } = await dashboard('GET', path);
    expect(body).toMatchObject({
      messages: 5,
      first: { unedited: 1, none: 2 },
      second: { unedited: 2, none: 1 },
      nextCursor: null,
    });
    expect(body.data).toHaveLength(5);
    expect((await dashboard('GET', `${path}?show=first`)).body.data).toEqual([]);
    const [nearer, ...others] = (await dashboard('GET', `${path}?show=second`)).body.data;
    expect(others).toEqual([]);
    expect(nearer).toMatchObject({
      question: TABLES.question,
      first: { result: 'none', reason: 'unknown' },
      second: { result: 'unedited', text: OAK.content },
    });
    // The new reply was only tried.
    expect((await dashboard('GET', '/saved-replies')).body.data).toEqual([]);
    const pages = await dashboard('GET', `${path}?limit=2`);
    expect(pages.body.data).toHaveLength(2);
    const next = await dashboard('GET', `${path}?limit=100&cursor=${pages.body.nextCursor}`);
    expect(next.body.data).toHaveLength(3);
    // Only what both have.
    const some = await replay({ messages: 2 });
    expect(some).toMatchObject({ messages: 2, isComplete: false });
    const { body: both } = await dashboard('GET', `/draft-replays/${some.id}/comparison/${plain.id}`);
    expect(both.messages).toBe(2);
  });

  it('is continued when a server was killed, and no draft is written twice', async () => {
    const done = await replay();
    const t = rig.messaging.workspace.scope.key;
    const id = decodeId(done.id);
    await database().run(
      "UPDATE draft_replays SET state = 'running', ended_at = NULL WHERE tenant_id = :t AND id = :id",
      { t, id },
    );
    await database().run(
      'UPDATE draft_replay_cases SET result = NULL, text = NULL WHERE tenant_id = :t AND replay_id = :id AND number > 3',
      { t, id },
    );
    rig.engine.calls.splice(0);
    await enqueue(id);
    expect(await ended(done.id)).toMatchObject({ state: 'done', results: done.results });
    expect(written().map(lastOf)).toEqual([TABLES.question]);
  });

  it('is canceled while a draft is written, one at a time, and the model stops', async () => {
    rig.engine.answer((call) => ({ text: JSON.stringify(draftFor(call)), delayMs: 20_000 }));
    const id = await start();
    await eventually(async () => written().length > 0);
    expect((await dashboard('POST', '/draft-replays', { changes: NONE })).body.error.code).toBe(
      'replay_running',
    );
    const other = await dashboard('GET', `/draft-replays/${id}/comparison/${id}`);
    expect(other.body.error.code).toBe('replay_running');
    const { body } = await dashboard('POST', `/draft-replays/${id}/cancel`);
    expect(body).toMatchObject({ state: 'canceled', done: 0, messages: 5, endedAt: expect.any(String) });
    await eventually(async () => written()[0]?.isCanceled === true);
    expect((await dashboard('POST', `/draft-replays/${id}/cancel`)).body.endedAt).toBe(body.endedAt);
    expect((await dashboard('GET', '/audit-log')).body.data[0].action).toBe('replay.drafts_canceled');
    writesAsAbove();
    expect((await replay()).done).toBe(5);
  });

  it('waits while its model is not loaded, and goes on with it', async () => {
    const t = rig.messaging.workspace.scope.key;
    const id = newKey();
    await database().run(
      `INSERT INTO draft_replays (id, tenant_id, model, changes, messages_max, state, is_complete, created_at)
       VALUES (:id, :t, 'another-model', :changes, 3, 'waiting', 1, UTC_TIMESTAMP(3))`,
      { id, t, changes: JSON.stringify(NONE) },
    );
    await enqueue(id);
    const [waiting] = await eventually(async () => {
      rig.messaging.server.wake();
      const { data } = (await dashboard('GET', '/draft-replays')).body;
      return data[0].state === 'running' ? data : null;
    });
    expect(waiting).toMatchObject({ model: 'another-model', isModelAway: true, messages: 3, done: 0 });
    expect(rig.engine.calls).toEqual([]);
    await database().run('UPDATE draft_replays SET model = :model WHERE tenant_id = :t AND id = :id', {
      ...{ id, t, model: rig.engine.model },
    });
    expect(await ended(waiting.id)).toMatchObject({ state: 'done', done: 3 });
  });

  it('counts a model that gives no valid answer, after three tries', async () => {
    rig.engine.answer(() => 'no JSON');
    const done = await replay({ messages: 1 });
    expect(done.results).toMatchObject({ none: 1 });
    expect(done.reasons).toMatchObject({ failed: 1 });
    expect(written()).toHaveLength(3);
  });

  it('keeps no draft of a contact who is left out or deleted, nor when drafts are switched off', async () => {
    const left = await customer('15550108009');
    await answered(left, RECIFE, 1);
    const done = await replay();
    expect(done.messages).toBe(6);
    const { data } = (await dashboard('GET', '/conversations?search=15550108009')).body;
    await dashboard('PUT', `/contacts/${data[0].contact.id}/assist`, { isLeftOut: true });
    expect((await get(done.id)).messages).toBe(5);
    expect((await replay()).messages).toBe(5);
    await dashboard('PUT', `/contacts/${data[0].contact.id}/assist`, { isLeftOut: false });
    const again = await replay();
    expect(again.messages).toBe(6);
    await rig.messaging.workspace.api('DELETE', `/contacts/${data[0].contact.id}`);
    expect((await get(again.id)).messages).toBe(5);
    await dashboard('PATCH', '/assist', { modes: { drafts: 'off' } });
    expect(await rows('SELECT text FROM draft_replay_cases')).toEqual([]);
    const { body } = await dashboard('GET', '/draft-replays');
    expect(body).toEqual({ obstacle: 'off', model: rig.engine.model, data: [] });
    const refused = await dashboard('POST', '/draft-replays', { changes: NONE });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toBe(
      'This assistant feature is off. An owner can turn it on under Settings > Assistant.',
    );
    await dashboard('PATCH', '/assist', { modes: { drafts: 'shadow' } });
  });

  it('gives the model the notes that were known before these days, and none that the answer taught', async () => {
    const content = 'All our prices are in the list on our website.';
    const { id } = (await dashboard('POST', '/saved-replies', { name: 'Prices', content })).body;
    const asked = { question: 'Do you rent zithers?', answer: content };
    const one = await customer('15550108010');
    const noted = async () => {
      rig.engine.calls.splice(0);
      await replay();
      const [call, ...others] = written().filter((call) => lastOf(call) === asked.question);
      expect(others).toEqual([]);
      return call?.prompt.includes(content);
    };
    await answered(one, asked, 5, id);
    expect(await noted()).toBe(false);
    await answered(await customer('15550108011'), asked, 40, id);
    expect(await noted()).toBe(true);
  });

  it('keeps ten', async () => {
    for (let number = 0; number < 11; number += 1) await replay({ messages: 1 });
    expect((await dashboard('GET', '/draft-replays')).body.data).toHaveLength(10);
  });
});

/** As a killed server leaves it: the job is due again. */
const enqueue = (id: Buffer) =>
  database().transaction((tx) =>
    enqueueJob(database(), rig.messaging.workspace.scope, tx, 'draft_replay', { id: id.toString('hex') }),
  );
