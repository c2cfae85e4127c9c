import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { searchEverything } from '../helpers/search-everything.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';

/** What only a customer wrote, what only the model wrote, and what only a person wrote for the model. */
const ASKED = 'quetzalasked';
const ANSWERED = 'quetzalanswered';
const TYPED = 'quetzaltyped';

let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist();
});
afterAll(() => rig.stop());

/** Has five customers ask the same, and a person answer them by hand: at night, a saved reply is proposed of it. */
async function proposeReply(): Promise<void> {
  const { workspace, server, hello } = rig.messaging;
  for (const [place, name] of ['Bartolomeu', 'Quitéria', 'Anacleto', 'Firmina', 'Teodoro'].entries()) {
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
    async () => (await workspace.dashboard('GET', '/reply-proposals')).body.data[0]?.model,
    20_000,
  );
}

it('texts of the assistant are in the stated places only, and deleted with the contact', async () => {
  const { workspace, server } = rig.messaging;
  const profile = 'We repair bicycles. Repairs take three days.';
  await workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'on' }, profile });
  const text = `Repairs take three days, ${ANSWERED}.`;
  const general = 'we repair brakes within two days for 25,00 €';
  rig.engine.answer(({ schema }) => {
    if (schema === 'draft') return JSON.stringify({ can: 'answer', from: ['PROFILE'], text });
    if (schema === 'saved_reply') return JSON.stringify({ title: 'Brakes', text: `Hello {{contact.first_name}}, ${general}.` });
    return `Obrigado pela mensagem, ${ANSWERED} [A].`;
  });
  const message = await rig.messaging.hello(PHONE, `How long does a repair take, ${ASKED}?`);
  const conversationId = await rig.conversationOf(PHONE);
  await eventually(async () => {
    await rig.endBurst();
    return (await workspace.dashboard('GET', `/conversations/${conversationId}/assist-draft`)).body.draft;
  }, 30_000);
  await rig.write({ kind: 'rewrite', edit: 'fix', text: `hello ${TYPED}` });
  await rig.write({ kind: 'words', conversationId, text: `yes ${TYPED}`, language: 'en' });
  await rig.write({ kind: 'message', messageId: message.id, language: 'pt-BR' });
  await rig.write({ kind: 'catchUp', conversationId, language: 'en' });
  await rig.write({ kind: 'translate', conversationId, text: `hello there ${TYPED}`, language: 'pt-BR' });
  expect(rig.engine.calls.length).toBeGreaterThan(5);
  await proposeReply();
  const { events } = await rig.write({ kind: 'ask', question: `repair brakes ${TYPED}`, language: 'en' });
  expect(events.at(-1)).toMatchObject({ is: 'done', text: expect.stringContaining(ANSWERED) });

  const { database } = server.container;
  const placesOf = async (word: string) =>
    [
      ...new Set((await searchEverything(database, rig.worker.dataDir, [word])).map(({ place }) => place)),
    ].sort();
  expect(await placesOf(ANSWERED)).toEqual(['assist_drafts.text', 'assist_texts.value']);
  expect(await placesOf(general)).toEqual(['reply_proposals.content']);
  expect(await placesOf(TYPED)).toEqual([]);
  // The message itself, its words for the search, and the events about it: nowhere else, and in no file.
  expect(await placesOf(ASKED)).toEqual(['messages.content']);
  const logs = [...server.logs, ...rig.worker.logs].join('\n');
  for (const word of [ASKED, ANSWERED, TYPED]) expect(logs).not.toContain(word);

  await workspace.api('DELETE', `/contacts/${PHONE}`);
  await eventually(async () => (await placesOf(ANSWERED)).length === 0, 20_000);
});
