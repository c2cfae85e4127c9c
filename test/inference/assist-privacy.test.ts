import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import type { ScriptedCall } from '../helpers/scripted-engine.ts';
import { searchEverything } from '../helpers/search-everything.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';

/** What only a customer wrote, what only a person wrote for the model, and what a customer wrote that no model reads. */
const ASKED = 'quetzalasked';
const TYPED = 'quetzaltyped';
const UNREAD = 'quetzalunread';
/** What only the model wrote: in a prepared reply, a replay, a translation, a proposal; and for a person alone, who asked for it. */
const DRAFTED = 'quetzaldrafted';
const REPLAYED = 'quetzalreplayed';
const TRANSLATED = 'quetzaltranslated';
const WORDED = 'quetzalworded';
const ANSWERED = 'quetzalanswered';

const PROFILE = 'We repair bicycles. Repairs take three days.';
const TYRES = { name: 'Tyres', content: 'We change tyres on the same day.' };
const OTHER_PHONE = '15550102002';
/** Who asks about brakes. */
const BRAKES = ['Bartolomeu', 'Quitéria', 'Anacleto', 'Firmina', 'Teodoro'];

let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist();
  rig.engine.answer(write);
});
afterAll(() => rig.stop());

/** Answers each feature with a word of its own, so that a text names the place that it came from. */
function write({ schema, prompt }: ScriptedCall): string {
  if (schema === 'draft')
    return JSON.stringify({
      can: 'answer',
      from: ['PROFILE'],
      text: `Repairs take three days, ${prompt.includes('brakes') ? REPLAYED : DRAFTED}.`,
    });
  if (schema === 'saved_reply')
    return JSON.stringify({
      title: 'Brakes',
      text: `Hello {{contact.first_name}}, we repair brakes within two days for 25,00 €, ${WORDED}.`,
    });
  // A customer's message, not what a person typed.
  if (prompt.startsWith('Translate') && prompt.includes(ASKED))
    return `Quanto tempo você leva para fazer um conserto, ${TRANSLATED}?`;
  if (prompt.startsWith('Translate')) return `Olá, tudo bem por aí, ${ANSWERED}?`;
  return `We change tyres on the same day, ${ANSWERED} [A].`;
}

const placesOf = async (word: string): Promise<string[]> => {
  const hits = await searchEverything(rig.messaging.server.container.database, rig.worker.dataDir, [word]);
  return [...new Set(hits.map(({ place }) => place))].sort();
};

/** Has five customers ask the same, and a person answer them by hand: at night, a saved reply is proposed of it. */
async function proposeReply(): Promise<void> {
  const { workspace, server, hello } = rig.messaging;
  for (const [place, name] of BRAKES.entries()) {
    const phone = `1555010600${place}`;
    await workspace.api('POST', '/contacts', { phone, name });
    await hello(phone, `how long does it take to repair brakes, ${ASKED}?`);
    await workspace.dashboard('POST', `/conversations/${await rig.conversationOf(phone)}/messages`, {
      content: `Hi ${name}, we repair brakes within two days, for 25,00 €.`,
      clientId: randomUUID(),
    });
  }
  await workspace.dashboard('POST', '/reply-proposals/rounds');
  server.wake();
  await eventually(
    async () => !(await workspace.dashboard('GET', '/reply-proposals')).body.isLooking,
    30_000,
  );
}

/** Has the model draft again for what was answered. */
async function replayDrafts(): Promise<void> {
  const { workspace, server } = rig.messaging;
  const changes = { added: [], changed: [], removed: [] };
  const { id } = (await workspace.dashboard('POST', '/draft-replays', { changes })).body;
  const done = await eventually(async () => {
    server.wake();
    const { body } = await workspace.dashboard('GET', `/draft-replays/${id}`);
    return body.state === 'done' ? body : null;
  }, 30_000);
  expect(done.done).toBe(BRAKES.length);
}

it('texts of the assistant are in the stated places only, and deleted with the contact', async () => {
  const { workspace, server, hello } = rig.messaging;
  await hello(OTHER_PHONE, `I read about you, ${UNREAD}.`);
  await workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'on' }, profile: PROFILE });
  await workspace.dashboard('POST', '/saved-replies', TYRES);
  const message = await hello(PHONE, `How long does a repair take, ${ASKED}?`);
  const conversationId = await rig.conversationOf(PHONE);
  const draft = await eventually(async () => {
    await rig.endBurst();
    return (await workspace.dashboard('GET', `/conversations/${conversationId}/assist-draft`)).body.draft;
  }, 30_000);
  expect(draft.text).toContain(DRAFTED);

  /** Returns the text that a person was shown at the end. */
  const shown = async (body: object) => (await rig.write(body)).events.at(-1)?.text;
  await rig.write({ kind: 'rewrite', edit: 'fix', text: `hello ${TYPED}` });
  await rig.write({ kind: 'words', conversationId, text: `yes ${TYPED}`, language: 'en' });
  await rig.write({ kind: 'catchUp', conversationId, language: 'en' });
  const theirs = { kind: 'message', messageId: message.id, language: 'pt-BR' };
  expect(await shown(theirs)).toContain(TRANSLATED);
  const ours = { kind: 'translate', conversationId, text: `hello there ${TYPED}`, language: 'pt-BR' };
  expect(await shown(ours)).toContain(ANSWERED);
  const question = { kind: 'ask', question: `when do we change tyres ${TYPED}`, language: 'en' };
  expect(await shown(question)).toContain(ANSWERED);
  await proposeReply();
  const [proposal] = (await workspace.dashboard('GET', '/reply-proposals')).body.data;
  expect(proposal).toMatchObject({ name: 'Brakes', model: rig.engine.model });
  expect(proposal.content).toContain(WORDED);
  await replayDrafts();

  expect(await placesOf(DRAFTED)).toEqual(['assist_drafts.text']);
  expect(await placesOf(REPLAYED)).toEqual(['draft_replay_cases.text']);
  expect(await placesOf(TRANSLATED)).toEqual(['assist_texts.value']);
  expect(await placesOf(WORDED)).toEqual(['reply_proposals.content']);
  expect(await placesOf(ANSWERED)).toEqual([]);
  expect(await placesOf(TYPED)).toEqual([]);
  // A message that was drafted for, translated and proposed from is where one is that no model has read.
  await expect.poll(() => placesOf(ASKED)).toEqual(await placesOf(UNREAD));
  const logs = [...server.logs, ...rig.worker.logs].join('\n');
  for (const word of [ASKED, TYPED, DRAFTED, REPLAYED, TRANSLATED, WORDED, ANSWERED])
    expect(logs).not.toContain(word);

  await workspace.api('DELETE', `/contacts/${PHONE}`);
  const left = async () => [...(await placesOf(DRAFTED)), ...(await placesOf(TRANSLATED))];
  await eventually(async () => (await left()).length === 0, 20_000);
  for (const place of BRAKES.keys()) await workspace.api('DELETE', `/contacts/1555010600${place}`);
  await eventually(async () => (await placesOf(REPLAYED)).length === 0, 20_000);
});

it('a second workspace that is the same in every word shares no prefix with the first', async () => {
  const { server, workspace } = rig.messaging;
  const second = await createWorkspace(server);
  for (const one of [workspace, second]) await one.dashboard('PATCH', '/workspace', { name: 'Twin Cycles' });
  await second.dashboard('PATCH', '/assist', { profile: PROFILE });
  await second.dashboard('POST', '/saved-replies', TYRES);
  const ask = async (from: typeof workspace) => {
    rig.engine.calls.splice(0);
    const { events } = await rig.write(
      { kind: 'ask', question: 'when do we change tyres', language: 'en' },
      from,
    );
    expect(events.at(-1)?.text).toContain(ANSWERED);
    const [call] = rig.engine.calls;
    if (!call) throw new Error('the engine was not asked');
    return call;
  };
  const [ours, again, theirs] = [await ask(workspace), await ask(workspace), await ask(second)];
  expect([theirs.system, theirs.prompt]).toEqual([ours.system, ours.prompt]);
  expect(ours.user).toMatch(/^[\w-]{32}$/);
  expect(again.user).toBe(ours.user);
  expect(theirs.user).not.toBe(ours.user);
});
