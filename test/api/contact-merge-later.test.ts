import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';

/** The undo of a merge some time after it: what was sent since, and an upgrade since. */

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(async () => {
  await rig.stop();
  expect(trippedStatements).toEqual([]);
});

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const merge = async (source: string, into: string) =>
  expect((await api('POST', `/contacts/${source}/merge`, { into, take: [] })).status).toBe(200);
const undo = async (source: string) =>
  expect((await api('POST', `/contacts/${source}/merge/undo`)).status).toBe(200);
const conversation = async (phone: string): Promise<Json> =>
  (await api('GET', `/conversations/${phone}`)).body;
const reply = async (phone: string) =>
  expect((await rig.send({ contactId: phone, type: 'text', content: 'an answer' })).status).toBe(201);

let numbers = 0;
async function customer(name: string) {
  numbers += 1;
  const phone = `1555018${String(numbers).padStart(4, '0')}`;
  const { contact: id, createdAt } = await rig.hello(phone, `from ${name}`);
  return { id, phone, createdAt };
}

describe('who waits for an answer after the undo', () => {
  it('is not who got one since the merge', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = { contactId: source.phone, type: 'text', content: 'on time', sendAt };
    const scheduled = (await rig.send(later)).body;
    expect(scheduled.status).toBe('scheduled');
    await merge(source.id, target.id);
    const sent = await rig.workspace.dashboard('POST', `/messages/${scheduled.id}/send-now`);
    expect(sent.status).toBe(200);
    expect((await conversation(target.phone)).waitingSince).toBeNull();
    await undo(source.id);
    // What was sent goes back to the customer whom it was scheduled for; the other one has no answer yet.
    expect((await rig.history(source.phone)).map(({ content }) => content)).toContain('on time');
    expect(await conversation(source.phone)).toMatchObject({
      waitingSince: null,
      firstResponseAt: expect.any(String),
    });
    expect((await conversation(target.phone)).waitingSince).toBe(target.createdAt);
  });

  it('is who wrote since the merge, also in a conversation that was closed before', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await reply(target.phone);
    const { id } = await conversation(target.phone);
    await api('PATCH', `/conversations/${id}`, { status: 'closed' });
    await merge(source.id, target.id);
    expect(await conversation(target.phone)).toMatchObject({
      status: 'open',
      waitingSince: source.createdAt,
    });
    const { createdAt } = await rig.hello(target.phone, 'since the merge');
    await undo(source.id);
    expect(await conversation(target.phone)).toMatchObject({ id, status: 'open', waitingSince: createdAt });
    expect(await conversation(source.phone)).toMatchObject({
      status: 'open',
      waitingSince: source.createdAt,
    });
  });

  it('is not who was answered since the merge; the other one is, whose message that was not', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await merge(source.id, target.id);
    await reply(target.phone);
    await undo(source.id);
    expect((await conversation(target.phone)).waitingSince).toBeNull();
    expect((await conversation(source.phone)).waitingSince).toBe(source.createdAt);
  });

  it('is who called since the merge and got no answer', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await reply(target.phone);
    const { id } = await conversation(target.phone);
    await api('PATCH', `/conversations/${id}`, { status: 'closed' });
    await merge(source.id, target.id);
    const { createdAt } = await call(target.phone, { from: target.phone, to: business });
    await undo(source.id);
    expect(await conversation(target.phone)).toMatchObject({ id, status: 'open', waitingSince: createdAt });
  });

  it('is not who was called back since the merge', async () => {
    const [source, target] = [await customer('the source'), await customer('the target')];
    await merge(source.id, target.id);
    await call(target.phone, { from: business, to: target.phone, direction: 'BUSINESS_INITIATED' });
    await undo(source.id);
    expect((await conversation(target.phone)).waitingSince).toBeNull();
    expect((await conversation(source.phone)).waitingSince).toBe(source.createdAt);
  });
});

/** Reports the end of a call that was not answered, and returns its line in the conversation. */
async function call(phone: string, between: object): Promise<Json> {
  const id = `wacid.${wamid()}`;
  const ended = { event: 'terminate', status: 'COMPLETED', duration: 0, timestamp: String(now() + 1) };
  await sendCallback(rig, 'calls', {
    calls: [{ id, direction: 'USER_INITIATED', ...ended, ...between }],
  });
  return untilMessage(rig, phone, ({ type }) => type === 'system');
}

it('columns that an upgrade has removed since the merge are left out', async () => {
  const [source, target] = [await customer('the source'), await customer('the target')];
  await api('PATCH', `/contacts/${source.id}`, { addTags: ['s'] });
  await merge(source.id, target.id);
  const changed = await rig.server.container.database.run(
    `UPDATE contact_merges SET undo_data = REPLACE(undo_data, '"message_count"', '"of_an_old_version":1,"message_count"')
     WHERE tenant_id = :tenantId`,
    { tenantId: rig.workspace.scope.key },
  );
  expect(changed).toBeGreaterThan(0);
  await undo(source.id);
  expect(await conversation(source.phone)).toMatchObject({ status: 'open', waitingSince: source.createdAt });
  expect((await rig.history(source.phone)).map(({ content }) => content)).toEqual(['from the source']);
});
