import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';

/** A number of a simulated customer: the sandbox passes it on like any other. */
const SIMULATED = '99901234567890';
const DRAFT = { can: 'answer', from: ['PROFILE'], text: 'Yes, we deliver to Recife on Fridays.' };

let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist();
  const profile = 'We sell chairs. We deliver to Recife on Fridays.';
  // Marks are counted with every message that arrives.
  await dashboard('PATCH', '/assist', { modes: { drafts: 'on', marks: 'off' }, profile });
});
afterAll(() => rig.stop());
beforeEach(() => database().run('/* system: test */ DELETE FROM assist_outcomes'));

const database = () => rig.messaging.server.container.database;
const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);

/** Returns what was counted, without zeros. */
async function results(): Promise<Json[]> {
  const { data } = (await dashboard('GET', '/assist/results')).body;
  return data.map(({ outcomes, ...result }: Json) => ({
    ...result,
    ...Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count !== 0)),
  }));
}

/** A customer writes; returns the conversation once its draft is decided. */
async function writes(phone: string, text: string): Promise<string> {
  rig.engine.calls.splice(0);
  await rig.messaging.hello(phone, text);
  const id = await rig.conversationOf(phone);
  await eventually(async () => {
    await rig.endBurst();
    const [left] = await database().select<{ n: number }>(
      '/* system: test */ SELECT COUNT(*) AS n FROM assist_drafts WHERE state < 2',
    );
    return Number(left?.n) === 0 && rig.engine.calls.length > 0;
  }, 30_000);
  return id;
}

async function answers(id: string, content: string): Promise<void> {
  await dashboard('POST', `/conversations/${id}/messages`, { content, clientId: randomUUID() });
  await eventually(async () => {
    rig.messaging.server.wake();
    const [left] = await database().select<{ n: number }>(
      '/* system: test */ SELECT COUNT(*) AS n FROM assist_drafts',
    );
    return Number(left?.n) === 0;
  }, 30_000);
}

it('drafts: what was possible stands in the row of its model, and test mode in another', async () => {
  rig.engine.answer(({ schema }) => (schema === 'draft' ? JSON.stringify(DRAFT) : ''));
  const first = await writes('15550104001', 'Do you deliver to Recife?');
  const { draft } = (await dashboard('GET', `/conversations/${first}/assist-draft`)).body;
  for (const was of ['shown', 'taken'])
    await dashboard('POST', `/conversations/${first}/assist-draft/notes`, { answers: draft.answers, was });
  await answers(first, DRAFT.text);
  await dashboard('PATCH', '/assist', { modes: { drafts: 'shadow' } });
  await answers(await writes('15550104002', 'Do you deliver to Recife?'), DRAFT.text);
  await answers(await writes('15550104003', 'Do you deliver to Recife?'), 'We only sell to companies.');
  await dashboard('PATCH', '/assist', { modes: { drafts: 'on' } });
  const { model } = rig.engine;
  expect(await results()).toEqual([
    { feature: 'drafts', model, isTest: false, eligible: 1, ready: 1, shown: 1, unedited: 1 },
    { feature: 'drafts', model, isTest: true, eligible: 2, ready: 2, unedited: 1, ignored: 1 },
  ]);
});

it('a simulated customer gets drafts and texts, and none of them is counted', async () => {
  rig.engine.answer(({ schema }) => (schema === 'draft' ? JSON.stringify(DRAFT) : 'Yes, on Friday.'));
  const id = await writes(SIMULATED, 'Do you deliver to Recife?');
  const { draft } = (await dashboard('GET', `/conversations/${id}/assist-draft`)).body;
  expect(draft).toMatchObject({ text: DRAFT.text });
  await dashboard('POST', `/conversations/${id}/assist-draft/notes`, {
    answers: draft.answers,
    was: 'shown',
  });
  await rig.write({ kind: 'words', conversationId: id, text: 'yes, friday', language: 'en' });
  await rig.write({ kind: 'rewrite', edit: 'shorter', text: 'Yes, on this Friday.', conversationId: id });
  await answers(id, DRAFT.text);
  expect(await results()).toEqual([]);
});

it('texts: each request is counted, and what is only read or changes nothing is no offer', async () => {
  const message = await rig.messaging.hello(PHONE, 'Vocês aceitam cartão de crédito?');
  const conversationId = await rig.conversationOf(PHONE);
  await eventually(async () => {
    await rig.endBurst();
    const [left] = await database().select<{ n: number }>(
      '/* system: test */ SELECT COUNT(*) AS n FROM assist_drafts WHERE state < 2',
    );
    return Number(left?.n) === 0;
  }, 30_000);
  await database().run('/* system: test */ DELETE FROM assist_outcomes');
  rig.engine.answer(() => 'Do you accept credit cards?');
  const write = (body: object) => rig.write({ conversationId, ...body });
  await write({ kind: 'rewrite', edit: 'fix', text: 'do you acept credit cards?' });
  await write({ kind: 'rewrite', edit: 'fix', text: 'Do you accept credit cards?' });
  await write({ kind: 'translate', text: 'Aceitam cartão de crédito?', language: 'en' });
  await rig.write({ kind: 'message', messageId: message.id, language: 'en' });
  await rig.write({ kind: 'message', messageId: message.id, language: 'en' });
  await write({ kind: 'ask', question: 'xylophone quartet', language: 'en' });
  rig.engine.answer(() => ({ status: 429, code: 'rate_limit_exceeded' }));
  await write({ kind: 'words', text: 'yes', language: 'en' });
  const { model } = rig.engine;
  const row = { model, isTest: false };
  expect(await results()).toEqual([
    { ...row, feature: 'ask', eligible: 1, gated: 1 },
    { ...row, feature: 'rewrite', eligible: 2, gated: 1, shown: 1 },
    { ...row, feature: 'translate', eligible: 2, shown: 1, read: 1 },
    { ...row, feature: 'words', eligible: 1 },
  ]);
});
