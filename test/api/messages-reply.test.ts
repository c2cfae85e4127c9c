import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { createWorkspace } from '../helpers/test-server.ts';

const contactId = '15550100123';
let messaging: Messaging;
let question: Json;
beforeAll(async () => {
  messaging = await startMessaging();
  question = await messaging.hello(contactId, 'Is the blue one in stock?');
});
afterAll(() => messaging.stop());

const reply = (replyTo: string, extra: object = {}) =>
  messaging.send({ contactId, type: 'text', content: 'Yes', replyTo, ...extra });

describe('a reply', () => {
  it('quotes the customer’s message, also on the phone', async () => {
    const { status, body } = await reply(question.id);
    expect([status, body.replyTo]).toEqual([201, question.id]);
    const [call] = await messaging.callsOf(body.id);
    expect(call.context).toEqual({ message_id: question.platformId });
    expect((await messaging.message(contactId, body.id)).replyTo).toBe(question.id);
    const seen = (await messaging.phone(contactId)).find((one) => one.id === body.platformId);
    expect(seen.replyTo).toBe(question.platformId);
  });

  it('can be of any type, and to our own message', async () => {
    const ours = (await messaging.send({ contactId, type: 'text', content: 'One' })).body;
    const { body } = await reply(ours.id, {
      type: 'image',
      content: undefined,
      mediaUrl: 'https://cdn.example/a.png',
    });
    expect((await messaging.callsOf(body.id))[0]).toMatchObject({
      type: 'image',
      context: { message_id: ours.platformId },
    });
  });

  it('to a message that the platform never received is sent without a quote', async () => {
    await messaging.platform.configure({ nextSends: [131051] });
    const failed = (await messaging.send({ contactId, type: 'text', content: 'never' })).body;
    expect(failed).toMatchObject({ status: 'failed', platformId: null });
    const { body } = await reply(failed.id);
    expect(body).toMatchObject({ status: 'sent', replyTo: failed.id });
    expect((await messaging.callsOf(body.id))[0]).not.toHaveProperty('context');
  });

  it('to an unknown message, or to one of another workspace, is 404 and stores nothing', async () => {
    const other = await createWorkspace(messaging.server);
    await connectWorkspace(messaging.server, other);
    await other.api('POST', '/contacts', { phone: contactId });
    const theirs = await other.api('POST', '/messages/send', { contactId, type: 'text', content: 'theirs' });
    expect(theirs.status).toBe(201);
    const before = (await messaging.history(contactId)).length;
    for (const id of ['msg_00000000000000000000000000', theirs.body.id]) {
      const answer = await reply(id);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({
        code: 'message_not_found',
        details: [{ path: 'replyTo', message: expect.stringMatching(/leave it out/) }],
      });
    }
    expect((await messaging.history(contactId)).length).toBe(before);
  });

  it('to a message of another contact is 400', async () => {
    const elsewhere = await messaging.hello('15550100124');
    const answer = await reply(elsewhere.id);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { path: 'replyTo', message: expect.stringMatching(/another contact/) },
    ]);
  });

  it('from the customer refers to our message', async () => {
    const ours = (await messaging.send({ contactId, type: 'text', content: 'Which size?' })).body;
    const { body } = await messaging.platform.customerWrites(contactId, 'Large', {
      replyTo: ours.platformId,
    });
    const stored = await eventually(async () =>
      (await messaging.history(contactId)).find((one) => one.platformId === body.id),
    );
    expect(stored).toMatchObject({ content: 'Large', replyTo: ours.id });
  });
});
