import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';

/** The tiny model writes nonsense: what is tested is that its texts come through the real engine, and harm nothing. */
let rig: AssistRig;
beforeAll(async () => {
  rig = await startAssist('tiny');
});
afterAll(() => rig.stop());

it('a text of the real engine arrives in pieces, and as a whole or not at all', async () => {
  const { events } = await rig.write({
    kind: 'rewrite',
    edit: 'shorter',
    text: 'Your bike is ready on Friday.',
  });
  expect(events.some(({ is }) => is === 'piece')).toBe(true);
  expect(['done', 'ended']).toContain(events.at(-1).is);
}, 60_000);

it('a summary follows its schema, and nonsense becomes an extract of the messages', async () => {
  await rig.messaging.hello(PHONE, 'Can I return the red helmet of order 4711?');
  const conversationId = await rig.conversationOf(PHONE);
  const { events } = await rig.write({ kind: 'catchUp', conversationId, language: 'en' });
  expect(events[0].catchUp).toMatchObject({
    isExtract: true,
    wants: { text: 'Can I return the red helmet of order 4711?' },
  });
}, 60_000);

it('a draft of nonsense is withheld', async () => {
  const { workspace, server } = rig.messaging;
  await workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'on' } });
  await rig.messaging.hello('15550102002', 'How long does a repair of my bike take?');
  const conversationId = await rig.conversationOf('15550102002');
  const counted = await eventually(async () => {
    await rig.endBurst();
    const rows = await server.container.database.select<{ outcome: string }>(
      "/* system: test */ SELECT DISTINCT outcome FROM assist_outcomes WHERE feature = 'drafts'",
    );
    const [left] = await server.container.database.select<{ n: number }>(
      '/* system: test */ SELECT COUNT(*) AS n FROM assist_drafts',
    );
    return Number(left?.n) === 0 && rows.length > 0 ? rows.map(({ outcome }) => outcome) : null;
  }, 60_000);
  expect(counted).toContain('eligible');
  expect(counted).not.toContain('ready');
  const { body } = await workspace.dashboard('GET', `/conversations/${conversationId}/assist-draft`);
  expect(body).toEqual({ draft: null });
}, 90_000);
