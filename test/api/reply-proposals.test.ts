import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nextNight } from '../../server/flows/assist/proposals/proposal-rounds.ts';
import { tenantsWithRounds } from '../../server/flows/assist/proposals/proposals.repository.ts';
import { proposeReplies } from '../../server/flows/assist/proposals/propose-replies.ts';
import { operatorContext } from '../../server/kernel/context/context.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
/** The customers who asked when the shop is open, with their conversations. */
const asked: { phone: string; conversation: Json }[] = [];

const QUESTIONS = [
  'when are you open?',
  'are you open on saturday?',
  'when do you open',
  'open today?',
  'until when are you open',
];
const ANSWERS = [
  'We are open Monday to Friday from 9 to 18, and on Saturday until 13.',
  'Hello! We are open Monday to Friday from 9 to 18, and on Saturday until 13.',
  'We are open from Monday to Friday, 9 to 18, and on Saturday until 13 :)',
  'We are open Monday to Friday from 9 to 18, and on Saturday until 13.',
  'we are open monday to friday from 9 to 18, and on saturday until 13.',
];

beforeAll(async () => {
  messaging = await startMessaging();
  await answerAll();
});
afterAll(() => messaging.stop());
beforeEach(async () => {
  await run('DELETE FROM reply_proposals WHERE tenant_id = :tenantId');
});

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const tenantId = () => messaging.workspace.scope.key;
const run = (sql: string) => messaging.server.container.database.run(sql, { tenantId: tenantId() });
const select = (sql: string) =>
  messaging.server.container.database.select<Json>(sql, { tenantId: tenantId() });

/** Five customers ask the same, and a person answers each by hand. */
async function answerAll(): Promise<void> {
  for (const [place, question] of QUESTIONS.entries()) {
    const phone = `1555018600${place}`;
    await messaging.hello(phone, question);
    const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
    asked.push({ phone, conversation: data[0] });
    await answer(data[0].id, ANSWERS[place] ?? '');
  }
}

const answer = (id: string, content: string, savedReplyId?: string) =>
  dashboard('POST', `/conversations/${id}/messages`, {
    ...{ content, clientId: randomUUID(), lastSeenId: null },
    ...(savedReplyId ? { savedReply: { id: savedReplyId } } : {}),
  });

const proposals = async (): Promise<Json[]> => (await dashboard('GET', '/reply-proposals')).body.data;

/** Runs a round, as every night, and returns the proposals. */
async function look(): Promise<Json[]> {
  expect((await dashboard('POST', '/reply-proposals/rounds')).status).toBe(202);
  messaging.server.wake();
  await eventually(async () => {
    const { body } = await dashboard('GET', '/reply-proposals');
    return !body.isLooking;
  }, 20_000);
  return proposals();
}

/** Returns the proposal that a round finds. */
async function found(): Promise<Json> {
  const all = await look();
  expect(all).toHaveLength(1);
  return all[0];
}

it('proposes an answer that people gave by hand several times, with the questions behind it', async () => {
  expect(await found()).toMatchObject({
    name: 'When are you open?',
    content: ANSWERS[0],
    ...{ answers: 5, contacts: 5, model: '' },
  });
  const [{ questions }] = await proposals();
  expect(questions.map(({ text }: Json) => text).toSorted()).toEqual(QUESTIONS.toSorted());
  expect(asked.map(({ conversation }) => conversation.id)).toContain(questions[0].conversationId);
  expect(questions[0].messageId).toMatch(/^msg_/);
});

it('stays one proposal in the next round, and is reported to the team', async () => {
  const { id } = await found();
  expect(await look()).toMatchObject([{ id }]);
  const events = await select(
    "SELECT COUNT(*) AS n FROM events WHERE tenant_id = :tenantId AND name = 'assist.proposals_changed'",
  );
  expect(Number(events[0].n)).toBeGreaterThan(0);
});

it('stays when a contact whose answer it would count is deleted while it is being counted', async () => {
  const { id } = await found();
  const phone = '15550186020';
  await messaging.hello(phone, 'when do you open today?');
  const [conversation] = (await dashboard('GET', `/conversations?search=${phone}`)).body.data;
  await answer(conversation.id, ANSWERS[0] ?? '');
  const { resources } = messaging.server.container;
  let isDeleted = false;
  const db: typeof resources.db = {
    ...resources.db,
    // The first one is that in which the open proposals are counted; the answers are read before.
    transaction: async (...args) => {
      if (!isDeleted) {
        isDeleted = true;
        expect((await messaging.workspace.api('DELETE', `/contacts/${phone}`)).status).toBe(200);
      }
      return resources.db.transaction(...args);
    },
    inTurnOf: () => db,
  };
  const ctx = operatorContext({ ...resources, db }, messaging.workspace.scope);
  expect(await proposeReplies(ctx, 'on', new AbortController().signal)).toBe(true);
  expect(isDeleted).toBe(true);
  expect(await proposals()).toMatchObject([{ id, answers: ANSWERS.length, contacts: ANSWERS.length }]);
});

it('is never made again once it was dismissed, and keeps none of its words', async () => {
  const { id } = await found();
  expect(await dashboard('DELETE', `/reply-proposals/${id}`)).toMatchObject({
    status: 200,
    body: { dismissed: true },
  });
  expect(await look()).toEqual([]);
  expect(await select('SELECT name, content FROM reply_proposals WHERE tenant_id = :tenantId')).toEqual([
    { name: '', content: '' },
  ]);
  expect(await dashboard('DELETE', `/reply-proposals/${id}`)).toMatchObject({
    status: 404,
    body: { error: { code: 'reply_proposal_not_found' } },
  });
});

it('becomes a saved reply in the words of the person, and its answers teach when to suggest it', async () => {
  const { id } = await found();
  const body = { name: 'Opening hours', content: `${ANSWERS[0]} See you!` };
  const accepted = await dashboard('POST', `/reply-proposals/${id}/accept`, body);
  expect(accepted).toMatchObject({ status: 201, body });
  expect(await proposals()).toEqual([]);
  const examples = await select(
    'SELECT DISTINCT answer_id FROM reply_examples WHERE tenant_id = :tenantId AND saved_reply_id IS NOT NULL',
  );
  expect(examples).toHaveLength(5);
  const again = await dashboard('POST', `/reply-proposals/${id}/accept`, { ...body, name: 'Hours' });
  expect(again.status).toBe(404);
  // The saved reply is there, and the answers are examples of it: nothing is proposed.
  expect(await look()).toEqual([]);
  await run('UPDATE reply_examples SET saved_reply_id = NULL WHERE tenant_id = :tenantId');
  await run('DELETE FROM reply_proposals WHERE tenant_id = :tenantId');
  expect(await look()).toEqual([]);
  await dashboard('DELETE', `/saved-replies/${accepted.body.id}`);
});

it('names the field when the name is taken, and stays open', async () => {
  const { id } = await found();
  const taken = await dashboard('POST', '/saved-replies', { name: 'Taken', content: 'Something else here' });
  expect(
    await dashboard('POST', `/reply-proposals/${id}/accept`, { name: 'Taken', content: 'x y z' }),
  ).toMatchObject({
    status: 409,
    body: { error: { code: 'saved_reply_name_taken', details: [{ path: 'name' }] } },
  });
  expect(await proposals()).toMatchObject([{ id }]);
  await dashboard('DELETE', `/saved-replies/${taken.body.id}`);
});

it('is not made while the feature is off, and not shown while it is tested', async () => {
  await dashboard('PATCH', '/assist', { modes: { proposals: 'off' } });
  expect((await dashboard('POST', '/reply-proposals/rounds')).status).toBe(403);
  expect((await dashboard('GET', '/reply-proposals')).body).toMatchObject({ mode: 'off', data: [] });
  await dashboard('PATCH', '/assist', { modes: { proposals: 'shadow' } });
  expect(await look()).toEqual([]);
  const stored = 'SELECT is_shadow FROM reply_proposals WHERE tenant_id = :tenantId AND state = 0';
  expect(await select(stored)).toHaveLength(1);
  await dashboard('PATCH', '/assist', { modes: { proposals: 'on' } });
  expect(await found()).toMatchObject({ answers: 5 });
});

it('is for people who manage settings', async () => {
  const email = 'staff@proposals.test';
  const { server, workspace } = messaging;
  await workspace.addMember({ name: 'Stef', email, password: OWNER_PASSWORD, role: 'staff' });
  const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
  const url = `${server.url}/api/dashboard/reply-proposals`;
  expect((await call(url, { method: 'GET', headers })).status).toBe(403);
});

it('is never made of what another workspace answers', async () => {
  const other = await createWorkspace(messaging.server);
  await found();
  expect((await other.dashboard('POST', '/reply-proposals/rounds')).status).toBe(202);
  messaging.server.wake();
  await eventually(async () => !(await other.dashboard('GET', '/reply-proposals')).body.isLooking, 20_000);
  expect((await other.dashboard('GET', '/reply-proposals')).body.data).toEqual([]);
});

it('does not count answers that were written with a saved reply', async () => {
  const { body } = await dashboard('POST', '/saved-replies', {
    name: 'Wood',
    content: 'The chairs are solid oak, oiled twice.',
  });
  for (const [place, { conversation, phone }] of asked.entries()) {
    await messaging.hello(phone, `what wood are the chairs made of ${'?'.repeat(place)}`);
    await answer(conversation.id, 'The chairs are made of solid oak and were oiled twice.', body.id);
  }
  // Its text is another one now; the answers were written with it all the same.
  await dashboard('PATCH', `/saved-replies/${body.id}`, { content: 'Ask for our list of woods.' });
  const all = await look();
  expect(all.some(({ content }: Json) => content.includes('oak'))).toBe(false);
});

it('is withdrawn with a message that its author has deleted, and with a contact who is left out or deleted', async () => {
  await found();
  const [row] = await select(
    `SELECT m.platform_id AS platformId, HEX(m.id) AS id FROM reply_proposal_sources s
     JOIN messages m ON m.tenant_id = s.tenant_id AND m.id = s.question_id
     JOIN contact_identities i ON i.tenant_id = s.tenant_id AND i.contact_id = s.contact_id
     WHERE s.tenant_id = :tenantId AND i.value LIKE '%15550186000' LIMIT 1`,
  );
  const before = await select('SELECT COUNT(*) AS n FROM reply_examples WHERE tenant_id = :tenantId');
  await messaging.customer('15550186000', 'revoke', { original_message_id: row.platformId });
  await eventually(async () => (await proposals()).length === 0);
  const after = await select('SELECT COUNT(*) AS n FROM reply_examples WHERE tenant_id = :tenantId');
  expect(Number(after[0].n)).toBeLessThan(Number(before[0].n));
  // Four answers with a question are left: too few.
  expect(await look()).toEqual([]);
});

it('is withdrawn with a contact who is left out of the assistant or deleted, and not made of them again', async () => {
  const phone = '15550186009';
  await messaging.hello(phone, 'are you open on friday?');
  const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
  await answer(data[0].id, ANSWERS[0] ?? '');
  await found();
  const contact = data[0].contact.id;
  await dashboard('PUT', `/contacts/${contact}/assist`, { isLeftOut: true });
  expect(await proposals()).toEqual([]);
  expect(await look()).toEqual([]);
  await dashboard('PUT', `/contacts/${contact}/assist`, { isLeftOut: false });
  await found();
  await messaging.workspace.api('DELETE', `/contacts/${contact}`);
  expect(await proposals()).toEqual([]);
  expect(await look()).toEqual([]);
});

it('runs at night where the workspace is, each at a minute of its own', () => {
  const one = Buffer.from('00000000000000000000000000000000', 'hex');
  const other = Buffer.from('0000000000000000000000000000005a', 'hex');
  const noon = new Date('2026-03-04T12:00:00Z');
  expect(nextNight(noon, 'UTC', one).toISOString()).toBe('2026-03-05T02:00:00.000Z');
  expect(nextNight(noon, 'UTC', other).toISOString()).toBe('2026-03-05T03:30:00.000Z');
  expect(nextNight(noon, 'America/Sao_Paulo', one).toISOString()).toBe('2026-03-05T05:00:00.000Z');
  // At its own time, the next one is a day later.
  const own = new Date('2026-03-05T02:00:00.000Z');
  expect(nextNight(own, 'UTC', one).toISOString()).toBe('2026-03-06T02:00:00.000Z');
  expect(nextNight(new Date('2026-03-05T01:00:00Z'), 'UTC', one).toISOString()).toBe(
    '2026-03-05T02:00:00.000Z',
  );
});

it('plans a round for a workspace that never had one', async () => {
  const { database } = messaging.server.container;
  await run('DELETE FROM reply_proposal_rounds WHERE tenant_id = :tenantId');
  messaging.server.wake();
  await eventually(async () => {
    const [row] = await select(
      'SELECT due_at AS dueAt FROM reply_proposal_rounds WHERE tenant_id = :tenantId',
    );
    return row && row.dueAt.getTime() > Date.now();
  }, 20_000);
  const due = await tenantsWithRounds(database);
  expect(due.some((one) => one.equals(tenantId()))).toBe(false);
});
