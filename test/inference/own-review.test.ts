import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { type Answer, call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

/** The review of one's own answers (decision 0397): what it finds, and who can see it. */

let rig: AssistRig;
let asAna: (method: string, path: string, body?: object) => Promise<Answer>;
beforeAll(async () => {
  rig = await startAssist();
  const { server, workspace } = rig.messaging;
  const ana = { name: 'Ana', email: 'ana@example.test', password: OWNER_PASSWORD, role: 'staff' };
  await workspace.addMember(ana);
  const cookie = await signIn(server, ana.email, ana.password);
  asAna = (method, path, body) =>
    call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
  await workspace.dashboard('POST', '/saved-replies', {
    name: 'Full service',
    content: 'A full service costs £95 and takes 4 working days.',
  });
  rig.engine.answer(({ schema, prompt }) =>
    schema === 'review' && prompt.includes('costs £85') ? FOUND : NOTHING,
  );
});
afterAll(() => rig.stop());

const NOTHING = JSON.stringify({ open: [], wrong: [] });
/** Two that stand, one whose words nobody wrote, and one fact that the saved reply states as well. */
const FOUND = JSON.stringify({
  open: [
    { at: 2, words: 'do you take cheques?' },
    { at: 1, words: 'When do you open?' },
  ],
  wrong: [
    { words: 'A full service costs £85', note: 'A', says: 'A full service costs £95' },
    { words: 'takes 4 working days', note: 'A', says: 'takes 4 working days' },
  ],
});

const dashboard = (method: string, path: string, body?: object) =>
  rig.messaging.workspace.dashboard(method, path, body);

const writes = (phone: string, text: string) => rig.messaging.hello(phone, text);

/** Lets a customer have written some minutes ago. The platform opens no window for it. */
async function wrote(phone: string, text: string, minutesAgo: number): Promise<void> {
  const { server, workspace, history } = rig.messaging;
  const timestamp = String(Math.floor(Date.now() / 1_000) - minutesAgo * 60);
  const message = textMessage(phone, text, { timestamp });
  const contacts = [{ wa_id: phone, profile: { name: 'Bia' } }];
  await postCallback(server, workspace, envelope({ contacts, messages: [message] }));
  await eventually(async () => (await history(phone)).some((one) => one.platformId === message.id));
}

/** Answers as the owner, or as another member; returns the id of the message. */
async function answers(phone: string, content: string, as = dashboard): Promise<string> {
  const id = await rig.conversationOf(phone);
  const sent = await as('POST', `/conversations/${id}/messages`, { content, clientId: randomUUID() });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body.message?.id ?? sent.body.id;
}

const review = async (as = dashboard): Promise<Json> => {
  const { status, body } = await as('GET', '/own-review');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const look = (id: string, as = dashboard) => as('POST', `/own-review/${id}`);
/** Looks again until the server that has just started has read the saved replies. */
const looked = (id: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await look(id);
    return body.state === 'busy' ? null : body;
  });
const kept = async (): Promise<number> => {
  const [row] = await rig.messaging.server.container.database.select<{ n: number }>(
    "SELECT COUNT(*) AS n FROM assist_texts WHERE tenant_id = :tenantId AND kind = 'review'",
    { tenantId: rig.messaging.workspace.scope.key },
  );
  return Number(row?.n);
};
const looksOfModel = () => rig.engine.calls.filter(({ schema }) => schema === 'review');

it('the model’s findings are shown only with words that stand, once, and to the member who wrote the answer', async () => {
  const phone = '15550103001';
  await writes(phone, 'How much is a full service?');
  await writes(phone, 'And do you take cheques?');
  const id = await answers(phone, 'A full service costs £85 and takes 4 working days.');
  expect(await review()).toEqual({
    ...{ hasTargets: false, reviewer: 'ready', findings: [], answers: [id], isComplete: true },
  });
  const body = await looked(id);
  expect(body.state).toBe('ok');
  const evidence = {
    question: 'How much is a full service?\nAnd do you take cheques?',
    answer: 'A full service costs £85 and takes 4 working days.',
  };
  expect(body.findings).toMatchObject([
    { ...evidence, kind: 'unanswered', quote: 'do you take cheques?', note: null },
    {
      ...{ ...evidence, kind: 'fact', quote: 'A full service costs £85' },
      note: { title: 'Full service', text: 'A full service costs £95' },
      byModel: { answerId: id, number: 1, isRight: null },
    },
  ]);
  expect((await look(id)).body).toEqual(body);
  expect(looksOfModel()).toHaveLength(1);

  // Nobody else is shown anything of it: neither a colleague, nor the owner of a colleague's answer.
  expect(await review(asAna)).toMatchObject({ answers: [], findings: [] });
  expect((await look(id, asAna)).status).toBe(404);
  await writes(phone, 'And a basic one?');
  const other = await answers(phone, 'That one costs £85.', asAna);
  expect((await review(asAna)).answers).toEqual([other]);
  expect((await review()).answers).toEqual([id]);
  expect((await look(other)).status).toBe(404);
  expect(
    (await dashboard('POST', `/own-review/${other}/judgments`, { number: 0, isRight: true })).status,
  ).toBe(404);
  expect((await dashboard('GET', '/audit-log')).body.data.map(({ action }: Json) => action)).not.toContain(
    'own_review',
  );
});

it('what a member says about a finding counts once, for the model; one that is wrong is not shown again', async () => {
  const [id] = (await review()).answers;
  const judge = (number: number, isRight: boolean) =>
    dashboard('POST', `/own-review/${id}/judgments`, { number, isRight });
  expect((await judge(0, false)).body).toEqual({ isCounted: true });
  expect((await judge(0, true)).body).toEqual({ isCounted: false });
  expect((await judge(1, true)).body).toEqual({ isCounted: true });
  expect((await judge(7, true)).body).toEqual({ isCounted: false });
  expect((await look(id)).body.findings).toMatchObject([
    { kind: 'fact', byModel: { number: 1, isRight: true } },
  ]);
  // Counted for the model alone, and in no figure that anyone is shown.
  const { database } = rig.messaging.server.container;
  const counted = await database.select<{ outcome: string; model: string; n: number }>(
    `SELECT outcome, model, count AS n FROM assist_outcomes
     WHERE tenant_id = :tenantId AND feature = 'review' ORDER BY outcome`,
    { tenantId: rig.messaging.workspace.scope.key },
  );
  expect(counted).toEqual([
    { outcome: 'dismissed', model: 'scripted-3b', n: 1 },
    { outcome: 'unedited', model: 'scripted-3b', n: 1 },
  ]);
  const { data } = (await dashboard('GET', '/assist/results?days=30')).body;
  expect(data.map(({ feature }: Json) => feature)).not.toContain('review');
});

it('rules find late answers by business hours, and questions that were closed without an answer', async () => {
  const targets = { firstResponseMinutes: 30, nextResponseMinutes: 30 };
  const openFor = (week: object[][] | null) =>
    dashboard('PUT', '/business-hours', {
      ...targets,
      hours: week && { timeZone: 'Etc/UTC', week, closedDays: [] },
    });
  await openFor(null);
  const late = '15550103002';
  // The platform's times have no fractions of a second.
  await wrote(late, 'Is my bike ready?', 91);
  await writes(late, 'Hello?');
  await answers(late, 'Yes, it is.');
  const closed = '15550103003';
  await writes(closed, 'Hello');
  await answers(closed, 'Hello, what can we do for you?');
  await writes(closed, 'Do you sell helmets?');
  const conversation = await rig.conversationOf(closed);
  const { user } = (await dashboard('GET', '/session')).body;
  await dashboard('PATCH', `/conversations/${conversation}`, { assigneeId: user.id, status: 'closed' });
  const { hasTargets, findings } = await review();
  expect(hasTargets).toBe(true);
  expect(findings).toHaveLength(2);
  expect(findings.find(({ kind }: Json) => kind === 'late')).toMatchObject({
    ...{ question: 'Is my bike ready?\nHello?', answer: 'Yes, it is.', targetMinutes: 30, byModel: null },
  });
  expect(findings.find(({ kind }: Json) => kind === 'late').waitedMinutes).toBeGreaterThanOrEqual(90);
  expect(findings.find(({ kind }: Json) => kind === 'unanswered')).toMatchObject({
    ...{ conversationId: conversation, question: 'Do you sell helmets?', answer: null, byModel: null },
  });
  // While nobody works, no time passes.
  await openFor(Array.from({ length: 7 }, () => []));
  expect((await review()).findings.map(({ kind }: Json) => kind)).toEqual(['unanswered']);
  await openFor(null);
});

it('a contact whom the assistant leaves alone is not part of it, and what was kept is deleted', async () => {
  const phone = '15550103004';
  await writes(phone, 'How much is a full service?');
  const id = await answers(phone, 'A full service costs £85.');
  await looked(id);
  const before = await kept();
  const { contact } = (await dashboard('GET', `/conversations/${await rig.conversationOf(phone)}`)).body
    .conversation;
  await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: true });
  expect(await kept()).toBe(before - 1);
  expect((await review()).answers).not.toContain(id);
  expect((await look(id)).status).toBe(403);
  await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: false });
  expect((await look(id)).status).toBe(200);
});

it('turned off, there is none, and nothing is kept of it', async () => {
  const [id] = (await review()).answers;
  expect(await kept()).toBeGreaterThan(0);
  for (const review of ['shadow', 'off']) {
    await dashboard('PATCH', '/assist', { modes: { review } });
    expect((await dashboard('GET', '/own-review')).status).toBe(403);
    expect((await look(id)).status).toBe(403);
  }
  expect(await kept()).toBe(0);
  await dashboard('PATCH', '/assist', { modes: { review: 'on' } });
});

it('a model of whose findings more than a fifth were wrong finds nothing any more', async () => {
  const [id] = (await review()).answers;
  const outcome = { feature: 'review', outcome: 'dismissed', language: 'en', model: 'scripted-3b', count: 9 };
  expect((await dashboard('POST', '/assist/outcomes', { counts: [outcome] })).status).toBe(200);
  expect(await review()).toMatchObject({ reviewer: 'not_trusted' });
  expect((await look(id)).status).toBe(403);
  // The rules go on.
  expect((await review()).findings.length).toBeGreaterThan(0);
});
