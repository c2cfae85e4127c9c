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

it('texts of the assistant are in the stated places only, and deleted with the contact', async () => {
  const { workspace, server } = rig.messaging;
  const profile = 'We repair bicycles. Repairs take three days.';
  await workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'on' }, profile });
  const text = `Repairs take three days, ${ANSWERED}.`;
  rig.engine.answer(({ schema }) =>
    schema === 'draft' ? JSON.stringify({ can: 'answer', from: ['PROFILE'], text }) : `${ANSWERED} text`,
  );
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
  expect(rig.engine.calls.length).toBeGreaterThan(4);

  const { database } = server.container;
  const placesOf = async (word: string) =>
    [
      ...new Set((await searchEverything(database, rig.worker.dataDir, [word])).map(({ place }) => place)),
    ].sort();
  expect(await placesOf(ANSWERED)).toEqual(['assist_drafts.text', 'assist_texts.value']);
  expect(await placesOf(TYPED)).toEqual([]);
  expect((await placesOf(ASKED)).filter((place) => place.startsWith('assist_texts'))).toEqual([]);
  const logs = [...server.logs, ...rig.worker.logs].join('\n');
  for (const word of [ASKED, ANSWERED, TYPED]) expect(logs).not.toContain(word);

  await workspace.api('DELETE', `/contacts/${PHONE}`);
  await eventually(async () => (await placesOf(ANSWERED)).length === 0, 20_000);
});
