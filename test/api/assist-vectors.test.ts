import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '../../renderer/lib/random-id.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { type ScriptedEmbeddings, startScriptedEmbeddings } from '../helpers/scripted-embeddings.ts';
import { createWorkspace } from '../helpers/test-server.ts';

/** What the scripted engine knows of meanings: each subject with words of customers. The last ones nobody has used yet. */
const SUBJECTS = {
  Refunds: ['refund', 'money back', 'reimburse', 'moolah returned'],
  Hours: ['open', 'closing', 'hours', 'pop in tonight'],
  Abroad: ['abroad', 'overseas', 'foreign', 'across the border'],
  Warranty: ['warranty', 'guarantee', 'defect', 'fell apart'],
  Invoices: ['invoice', 'receipt', 'billing', 'bookkeeper wants'],
  Sizes: ['size', 'fitting', 'measure', 'too snug'],
} as const;
const NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];
const EACH = 8;

const vectorOf = (text: string) => [
  ...NAMES.map((name) => (SUBJECTS[name].some((word) => text.includes(word)) ? 1 : 0)),
  0.2,
  (text.length % 7) / 50,
];

let messaging: Messaging;
let engine: ScriptedEmbeddings;
const replyIds: Record<string, string> = {};
let made = 0;

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);

async function writes(text: string): Promise<Json> {
  made += 1;
  const phone = `1555019${String(made).padStart(4, '0')}`;
  await messaging.hello(phone, text);
  return (await dashboard('GET', `/conversations?search=${phone}`)).body.data[0];
}

async function suggested(id: string): Promise<string[]> {
  const { body } = await dashboard('GET', `/conversations/${id}/suggested-replies`);
  return body.data.map(
    ({ savedReplyId }: Json) => NAMES.find((name) => replyIds[name] === savedReplyId) ?? '',
  );
}

const answer = (id: string, content: string, savedReplyId: string) =>
  dashboard('POST', `/conversations/${id}/messages`, {
    ...{ content, clientId: randomId(), lastSeenId: null, savedReply: { id: savedReplyId } },
  });

/** Teaches a message of each subject, one after another: each waits for its customer's message. */
async function teach(round: number): Promise<void> {
  await Promise.all(
    NAMES.map(async (name) => {
      const { id } = await writes(`${SUBJECTS[name][round % 3]} q${round}z please`);
      await answer(id, `We answer about ${name}.`, replyIds[name] ?? '');
    }),
  );
}

beforeAll(async () => {
  messaging = await startMessaging();
  engine = await startScriptedEmbeddings(messaging.server.container.database, vectorOf);
  for (const name of NAMES) {
    const { body } = await dashboard('POST', '/saved-replies', {
      name,
      content: `We answer about ${name}.`,
    });
    replyIds[name] = body.id;
  }
  for (let round = 0; round < EACH; round += 1) await teach(round);
});
afterAll(async () => {
  await messaging.stop();
  await engine.stop();
});

describe('suggested replies with a model for embeddings', () => {
  it('are found by words until the vectors are there, then for a wording that nobody has used', async () => {
    await engine.behave({ status: 429 });
    const { id } = await writes('it fell apart yesterday');
    const byWords = await suggested(id);
    expect(byWords[0]).not.toBe('Warranty');
    await engine.behave({ status: 200 });
    await expect.poll(async () => (await suggested(id))[0], { timeout: 40_000 }).toBe('Warranty');
    const background = engine.calls.filter(({ requestClass }) => requestClass === '3');
    expect(background.length).toBeGreaterThan(1);
    expect(background.every(({ texts }) => texts.length <= 32)).toBe(true);
    expect(engine.calls.at(-1)).toEqual({ texts: ['it fell apart yesterday'], requestClass: '1' });
  });

  it('are those that words find when no vector comes in time', async () => {
    const { id } = await writes('can i have my moolah returned');
    expect((await suggested(id))[0]).toBe('Refunds');
    await engine.behave({ delayMs: 2_000 });
    const startedAt = performance.now();
    expect((await suggested(id))[0]).not.toBe('Refunds');
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    await engine.behave({ delayMs: 0 });
    expect((await suggested(id))[0]).toBe('Refunds');
  });

  it('get a new vector for a changed reply alone, and for all texts when the model is another one', async () => {
    const { id } = await writes('i cannot pop in tonight');
    expect((await suggested(id))[0]).toBe('Hours');
    engine.calls.length = 0;
    await dashboard('PATCH', `/saved-replies/${replyIds.Sizes}`, { content: 'Another text about Sizes.' });
    await suggested(id);
    await expect.poll(async () => (await suggested(id))[0]).toBe('Hours');
    const asked = () => engine.calls.filter(({ requestClass }) => requestClass === '3');
    expect(asked().flatMap(({ texts }) => texts)).toEqual(['Sizes\nAnother text about Sizes.']);
    await engine.behave({ model: 'other-embeddings' });
    await expect
      .poll(
        async () => {
          await suggested(id);
          return asked().flatMap(({ texts }) => texts).length;
        },
        { timeout: 40_000 },
      )
      .toBeGreaterThan(20);
    await expect.poll(async () => (await suggested(id))[0]).toBe('Hours');
  });

  it('never send a text of one workspace for another one', async () => {
    const other = await createWorkspace(messaging.server);
    const { id } = await writes('the frame fell apart');
    expect((await suggested(id))[0]).toBe('Warranty');
    await other.dashboard('POST', '/saved-replies', { name: 'Secret', content: 'fell apart of the other' });
    expect((await other.dashboard('GET', `/conversations/${id}/suggested-replies`)).status).toBe(404);
    expect(engine.calls.flatMap(({ texts }) => texts).join('\n')).not.toContain('Secret');
  });

  it('forget the messages of a contact that is deleted', async () => {
    const asking = await writes('the zeppelin came apart in mid-air');
    await answer(asking.id, 'We answer about Warranty.', replyIds.Warranty ?? '');
    const { id } = await writes('it fell apart again');
    await messaging.workspace.api('DELETE', `/contacts/${asking.contact.id}`);
    engine.calls.length = 0;
    await expect.poll(async () => (await suggested(id))[0]).toBe('Warranty');
    expect(engine.calls.flatMap(({ texts }) => texts).join('\n')).not.toContain('zeppelin');
  });
});
