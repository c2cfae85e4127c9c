import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '../../renderer/lib/random-id.ts';
import { countTakenBack } from '../../server/features/assist/index.ts';
import { sentTextRetention } from '../../server/features/assist/sent-texts.repository.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { sweep } from '../helpers/sweep.ts';
import { createWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const WORDS = { feature: 'words', model: 'a-model' } as const;
let made = 0;

/** Lets a new customer write; returns their phone, conversation and contact. */
async function customer(): Promise<{ phone: string; id: string; contactId: string }> {
  made += 1;
  const phone = `1555019${String(made).padStart(4, '0')}`;
  await messaging.hello(phone, 'Is my bike ready?');
  const { data } = (await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`)).body;
  return { phone, id: data[0].id, contactId: data[0].contact.id };
}

const send = (id: string, content: string, more: object = {}) =>
  messaging.workspace.dashboard('POST', `/conversations/${id}/messages`, {
    ...{ content, clientId: randomId(), lastSeenId: null, ...more },
  });
const began = (feature: object = WORDS) => ({ assist: { isShown: true, began: feature } });

const results = async (workspace = messaging.workspace): Promise<Json> =>
  (await workspace.dashboard('GET', '/assist/results')).body;
async function countsOf(feature: string, model = ''): Promise<{ sent: number; corrected: number }> {
  const found = (await results()).data.find((one: Json) => one.feature === feature && one.model === model);
  return { sent: found?.outcomes.sent ?? 0, corrected: found?.outcomes.corrected ?? 0 };
}
const database = () => messaging.server.container.database;
/** Moves what was sent to a contact into the past. */
const age = (contactId: string, hours: number) =>
  database().run(
    `UPDATE assist_sent_texts SET sent_at = sent_at - INTERVAL :hours HOUR
     WHERE tenant_id = :tenantId AND contact_id = :contactId`,
    { tenantId: messaging.workspace.scope.key, contactId: decodeId(contactId), hours },
  );
const kept = (contactId: string) =>
  database().select<{ state: number }>(
    'SELECT state FROM assist_sent_texts WHERE tenant_id = :tenantId AND contact_id = :contactId',
    { tenantId: messaging.workspace.scope.key, contactId: decodeId(contactId) },
  );

describe('texts that began as a suggestion', () => {
  it('are counted once when they are sent, by feature and model, with the share of all texts', async () => {
    const before = (await results()).messages;
    const { id } = await customer();
    const body = { content: 'Your bike is ready.', clientId: randomId(), lastSeenId: null, ...began() };
    const path = `/conversations/${id}/messages`;
    expect((await messaging.workspace.dashboard('POST', path, body)).status).toBe(201);
    // The same message again, as after a lost answer.
    await messaging.workspace.dashboard('POST', path, body);
    await send(id, 'You can collect it until 18:00.');
    await send(id, 'A text of mine, put differently.', began({ feature: 'rewrite', model: 'a-model' }));
    expect(await countsOf('words', 'a-model')).toEqual({ sent: 1, corrected: 0 });
    expect(await countsOf('rewrite', 'a-model')).toEqual({ sent: 1, corrected: 0 });
    const after = (await results()).messages;
    // A rewritten text was a person's own.
    expect([after.sent - before.sent, after.began - before.began]).toEqual([3, 1]);
  });

  it('are corrected when the next message puts something right, within a day', async () => {
    const before = await countsOf('words', 'a-model');
    const { id, contactId } = await customer();
    await send(id, 'Your bike is ready on Tuesday.', began());
    await send(id, 'Sorry, I meant Thursday.');
    await send(id, 'Correction: Thursday at 10:00.');
    expect(await countsOf('words', 'a-model')).toEqual({
      sent: before.sent + 1,
      corrected: before.corrected + 1,
    });
    expect(await kept(contactId)).toEqual([]);
    const late = await customer();
    await send(late.id, 'O bolo fica pronto na terça.', began());
    await age(late.contactId, 25);
    await send(late.id, 'Desculpe, quis dizer quinta.');
    const followed = await customer();
    await send(followed.id, 'The bike is ready.', began());
    await send(followed.id, 'See you later!');
    await send(followed.id, 'Sorry, I meant tomorrow.');
    const other = await customer();
    await send(other.id, 'Errata: são R$ 90,00.');
    expect((await countsOf('words', 'a-model')).corrected).toBe(before.corrected + 1);
  });

  it('are corrected when they are changed or deleted afterwards', async () => {
    const before = await countsOf('words', 'a-model');
    const { id } = await customer();
    const { body } = await send(id, 'It costs £40.', began());
    await send(id, 'See you!');
    const ctx = messaging.server.container.contextFor(messaging.workspace.scope);
    const takeBack = () => inTransaction(ctx, (ctx) => countTakenBack(ctx, decodeId(body.id)));
    await takeBack();
    await takeBack();
    expect((await countsOf('words', 'a-model')).corrected).toBe(before.corrected + 1);
  });

  it('count when they are sent, not when they are scheduled; a canceled one never', async () => {
    const before = await countsOf('drafts', 'a-model');
    const start = began({ feature: 'drafts', model: 'a-model' });
    const { id, contactId } = await customer();
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = await send(id, 'Good morning!', { sendAt, ...start });
    const canceled = await send(id, 'Good night!', { sendAt, ...start });
    await messaging.workspace.dashboard('DELETE', `/messages/${canceled.body.id}`);
    expect((await countsOf('drafts', 'a-model')).sent).toBe(before.sent);
    expect((await messaging.workspace.dashboard('POST', `/messages/${later.body.id}/send-now`)).status).toBe(
      200,
    );
    expect((await countsOf('drafts', 'a-model')).sent).toBe(before.sent + 1);
    expect((await kept(contactId)).filter(({ state }) => state === 1)).toHaveLength(1);
  });

  it('are a suggested saved reply only where it was suggested', async () => {
    const { body } = await messaging.workspace.dashboard('POST', '/saved-replies', {
      ...{ name: 'Hours', content: 'We are open from 9 to 18.' },
    });
    const one = await customer();
    await send(one.id, 'We are open from 9 to 18.', { savedReply: { id: body.id } });
    expect((await countsOf('replies')).sent).toBe(0);
    const other = await customer();
    await send(other.id, 'We are open from 9 to 18.', { savedReply: { id: body.id, place: 2 } });
    expect((await countsOf('replies')).sent).toBe(1);
  });
});

describe('the time to an answer', () => {
  it('is divided by whether a suggestion was shown, and counts where a customer waited', async () => {
    const before = (await results()).messages.answers;
    const waitsFor = async (seconds: number, more: object) => {
      const { id } = await customer();
      await database().run(
        `UPDATE conversations SET waiting_since = waiting_since - INTERVAL :seconds SECOND
         WHERE tenant_id = :tenantId AND id = :id`,
        { tenantId: messaging.workspace.scope.key, id: decodeId(id), seconds },
      );
      await send(id, 'Yes, it is.', more);
      // Nobody waits for this one.
      await send(id, 'Bring the receipt, please.', more);
    };
    for (const seconds of [600, 600, 600]) await waitsFor(seconds, { assist: { isShown: true } });
    await waitsFor(3_600, {});
    const { shown, notShown } = (await results()).messages.answers;
    expect([shown.count - before.shown.count, notShown.count - before.notShown.count]).toEqual([3, 1]);
    const { body } = await messaging.workspace.dashboard('GET', '/assist/results?days=1');
    expect(body.messages.answers.shown.count).toBe(shown.count);
    // Within the width of a bucket.
    const rows = await database().select<{ bucket: number }>(
      `SELECT bucket FROM assist_answers WHERE tenant_id = :tenantId AND was_shown = 1 AND bucket > 100`,
      { tenantId: messaging.workspace.scope.key },
    );
    expect(rows).toHaveLength(1);
  });

  const answered = async () => {
    const { shown, notShown } = (await results()).messages.answers;
    return shown.count + notShown.count;
  };
  const startNow = async ({ body }: { body: Json }) =>
    expect((await messaging.workspace.dashboard('POST', `/messages/${body.id}/send-now`)).status).toBe(200);

  it('counts a wait once when two texts of one answer can still be undone', async () => {
    const before = await answered();
    const { id } = await customer();
    const held = [await send(id, 'Hi Ana!', { hold: true }), await send(id, 'It is ready.', { hold: true })];
    for (const one of held) await startNow(one);
    expect((await answered()) - before).toBe(1);
  });

  it('counts an answer that the conversation was closed with, and nothing that comes after the close', async () => {
    const before = await answered();
    const close = (id: string) =>
      messaging.workspace.dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
    const one = await customer();
    const held = await send(one.id, 'It is ready.', { hold: true });
    await close(one.id);
    await startNow(held);
    expect((await answered()) - before).toBe(1);
    const other = await customer();
    await close(other.id);
    expect((await send(other.id, 'Your bike is ready.')).status).toBe(201);
    expect((await answered()) - before).toBe(1);
  });

  it('never refuses a message for the name of a model, however long it is', async () => {
    const { id } = await customer();
    const model = `/models/${'a-folder/'.repeat(30)}model.gguf`;
    const { status } = await send(id, 'Ready!', began({ feature: 'rewrite', model }));
    expect(status).toBe(201);
    expect((await countsOf('rewrite', model.slice(0, 100))).sent).toBe(1);
  });
});

it('counts nothing of another workspace, nor of a deleted contact, and keeps what may be corrected for two days', async () => {
  const other = await createWorkspace(messaging.server);
  expect((await results(other)).messages).toEqual({
    ...{ sent: 0, began: 0 },
    answers: { shown: { count: 0, medianSeconds: null }, notShown: { count: 0, medianSeconds: null } },
  });
  const { id, contactId } = await customer();
  await send(id, 'Your bike is ready.', began());
  expect(await kept(contactId)).toHaveLength(1);
  await messaging.workspace.api('DELETE', `/contacts/${contactId}`);
  expect(await kept(contactId)).toEqual([]);
  const old = await customer();
  await send(old.id, 'Your bike is ready.', began());
  await age(old.contactId, 49);
  for (const step of sentTextRetention(database())) await sweep(step);
  expect(await kept(old.contactId)).toEqual([]);
});
