import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessage, NO_CONTENT } from '../../server/features/messages/index.ts';
import { decodeId, encodeId, newKey } from '../../server/kernel/ids.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback } from '../helpers/platform.ts';

const contactId = '15550100123';
let messaging: Messaging;
let theirs: Json;
beforeAll(async () => {
  messaging = await startMessaging();
  theirs = await messaging.hello(contactId);
});
afterAll(() => messaging.stop());

const react = (id: string, emoji: unknown) =>
  messaging.workspace.api('POST', `/messages/${id}/reaction`, { emoji });
/** Returns the reactions that the customer's phone shows on a message. */
const onPhone = async (platformId: string) =>
  (await messaging.phone(contactId)).find((one) => one.id === platformId)?.reactions;
const phoneShows = (platformId: string, reactions: object) =>
  eventually(async () => JSON.stringify(await onPhone(platformId)) === JSON.stringify(reactions));
const reactionsOf = async (id: string) => (await messaging.message(contactId, id)).reactions;
const events = async () => (await messaging.workspace.dashboard('GET', '/events?since=0')).body.events;
const sendText = async (content: string) =>
  (await messaging.send({ contactId, type: 'text', content })).body as Json;

describe('our reaction', () => {
  it('is shown on the message at once, reaches the phone, and is not a message', async () => {
    const before = (await messaging.history(contactId)).length;
    const { status, body } = await react(theirs.id, '👍');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: theirs.id,
      direction: 'inbound',
      reactions: [{ direction: 'outbound', emoji: '👍', at: expect.any(String) }],
    });
    await phoneShows(theirs.platformId, { business: '👍' });
    expect((await messaging.history(contactId)).length).toBe(before);
    expect(await reactionsOf(theirs.id)).toEqual(body.reactions);
  });

  it('is replaced by another one, and removed by null', async () => {
    await react(theirs.id, '❤️');
    expect((await react(theirs.id, '🎉')).body.reactions).toMatchObject([{ emoji: '🎉' }]);
    await phoneShows(theirs.platformId, { business: '🎉' });
    expect((await react(theirs.id, null)).body.reactions).toEqual([]);
    await phoneShows(theirs.platformId, {});
    expect((await react(theirs.id, null)).status).toBe(200);
  });

  it('is in the end the last one requested, however fast they follow each other', async () => {
    await Promise.all(['👍', '❤️', '😂', '😮'].map((emoji) => react(theirs.id, emoji)));
    const [last] = (await react(theirs.id, '🙏')).body.reactions;
    expect(last.emoji).toBe('🙏');
    await phoneShows(theirs.platformId, { business: '🙏' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await onPhone(theirs.platformId)).toEqual({ business: '🙏' });
  });

  it('sends an event to the dashboard, and leaves no parked status', async () => {
    const reacted = (await events()).filter((event: Json) => event.name === 'message.reacted');
    expect(reacted.length).toBeGreaterThan(0);
    expect(reacted[0].payload).toMatchObject({ message: { id: theirs.id }, conversation: {}, contact: {} });
    const sql = 'SELECT COUNT(*) AS n FROM parked_statuses WHERE tenant_id = :t';
    const { scope } = messaging.workspace;
    const [row] = await messaging.server.container.database.select<{ n: number }>(sql, { t: scope.key });
    expect(Number(row?.n)).toBe(0);
  });

  it('is retried while the platform is down', async () => {
    const target = await messaging.hello(contactId, 'are you there?');
    await messaging.platform.configure({ sendErrorRate: 1 });
    expect((await react(target.id, '👍')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await onPhone(target.platformId)).toEqual({});
    await messaging.platform.configure({ sendErrorRate: 0 });
    await phoneShows(target.platformId, { business: '👍' });
  });

  it.each([[131051], [131026]])('is reverted when the platform rejects it (%i)', async (code) => {
    const target = await messaging.hello(contactId, `refuse ${code}`);
    await react(target.id, '👍');
    await phoneShows(target.platformId, { business: '👍' });
    await messaging.platform.configure({ nextSends: [code] });
    expect((await react(target.id, '🎉')).body.reactions).toMatchObject([{ emoji: '🎉' }]);
    await eventually(async () => (await reactionsOf(target.id))[0]?.emoji === '👍');
    expect(await onPhone(target.platformId)).toEqual({ business: '👍' });
  });

  it('outside the reply window is removed when the platform reports it as undelivered', async () => {
    const phone = '15550100210';
    await messaging.workspace.api('POST', '/contacts', { phone });
    const template = { type: 'template', templateName: 'hello_world', templateLanguage: 'en_US' };
    const sent = (await messaging.send({ contactId: phone, ...template })).body;
    expect((await react(sent.id, '👍')).body.reactions).toHaveLength(1);
    await eventually(async () => (await messaging.message(phone, sent.id)).reactions.length === 0);
  });

  it('is one emoji or null', async () => {
    for (const emoji of ['', 'ok', '👍👍', 5, undefined]) {
      const answer = await react(theirs.id, emoji);
      expect([answer.status, answer.body.error.details[0].path], String(emoji)).toEqual([400, 'emoji']);
    }
  });

  it('returns 404 for an unknown message, and 409 for one that the platform does not have', async () => {
    expect((await react('msg_00000000000000000000000000', '👍')).body.error.code).toBe('message_not_found');
    expect((await react('nonsense', '👍')).status).toBe(404);
    await messaging.platform.configure({ nextSends: [131051] });
    const failed = await sendText('never');
    const answer = await react(failed.id, '👍');
    expect([answer.status, answer.body.error.code]).toEqual([409, 'message_not_sent']);
  });
});

describe('the customer’s reaction', () => {
  const theyReact = (platformId: string, emoji: string | undefined, extra: object = {}) =>
    messaging.customer(
      contactId,
      'reaction',
      { message_id: platformId, ...(emoji === undefined ? {} : { emoji }) },
      extra,
    );

  it('is shown next to ours, changes, and is removed', async () => {
    const ours = await sendText('Nice?');
    await theyReact(ours.platformId, '👍');
    const [reaction] = await eventually(async () => {
      const list = await reactionsOf(ours.id);
      return list.length > 0 && list;
    });
    expect(reaction).toMatchObject({ direction: 'inbound', emoji: '👍' });
    await react(ours.id, '❤️');
    expect((await reactionsOf(ours.id)).map((one: Json) => one.emoji).sort()).toEqual(['❤️', '👍'].sort());
    await theyReact(ours.platformId, '🎉');
    await eventually(async () => JSON.stringify(await reactionsOf(ours.id)).includes('🎉'));
    await theyReact(ours.platformId, undefined);
    await eventually(async () => (await reactionsOf(ours.id)).length === 1);
    await theyReact(ours.platformId, '👍');
    await eventually(async () => (await reactionsOf(ours.id)).length === 2);
    await theyReact(ours.platformId, '');
    await eventually(async () => (await reactionsOf(ours.id)).length === 1);
  });

  it('is not a message, leaves nothing unread, and does not open the reply window', async () => {
    const phone = '15550100211';
    await messaging.workspace.api('POST', '/contacts', { phone });
    const template = { type: 'template', templateName: 'hello_world', templateLanguage: 'en_US' };
    const sent = (await messaging.send({ contactId: phone, ...template })).body;
    await messaging.customer(phone, 'reaction', { message_id: sent.platformId, emoji: '👍' });
    await eventually(async () => (await messaging.message(phone, sent.id)).reactions.length === 1);
    expect(await messaging.history(phone)).toHaveLength(1);
    const [conversation] = (await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`)).body
      .data;
    expect(conversation).toMatchObject({ unreadCount: 0, windowExpiresAt: null });
  });

  /** Posts a report of a reaction to a message; the platform may do so in any order. */
  const report = (platformId: string, emoji: string, at: number, id: string) =>
    postCallback(
      messaging.server,
      messaging.workspace,
      envelope({
        messages: [
          {
            ...{ from: contactId, id, timestamp: String(at), type: 'reaction' },
            reaction: { message_id: platformId, emoji },
          },
        ],
      }),
    );

  it('that arrives late or twice does not undo a newer one', async () => {
    const ours = await sendText('Order?');
    const now = Math.floor(Date.now() / 1000);
    const callback = (emoji: string, at: number, id: string) => report(ours.platformId, emoji, at, id);
    await callback('🎉', now - 10, 'wamid.R2');
    await eventually(async () => (await reactionsOf(ours.id)).length === 1);
    await callback('👍', now - 20, 'wamid.R1');
    await callback('', now - 5, 'wamid.R3');
    await eventually(async () => (await reactionsOf(ours.id)).length === 0);
    await callback('🎉', now - 10, 'wamid.R2-again');
    const marker = await messaging.hello(contactId, 'after that');
    expect(marker).toBeTruthy();
    expect(await reactionsOf(ours.id)).toEqual([]);
  });

  it('is ordered by its time, also when its withdrawal arrives first or the same is known already', async () => {
    const [withdrawn, again] = [await sendText('First?'), await sendText('Second?')];
    const { body } = await messaging.workspace.dashboard('GET', '/events?since=0');
    const now = Math.floor(Date.now() / 1000);
    await report(withdrawn.platformId, '', now - 5, 'wamid.W2');
    await report(withdrawn.platformId, '👍', now - 9, 'wamid.W1');
    await report(again.platformId, '👍', now - 9, 'wamid.A1');
    await report(again.platformId, '👍', now - 1, 'wamid.A3');
    await report(again.platformId, '', now - 5, 'wamid.A2');
    await messaging.hello(contactId, 'after all of them');
    expect(await reactionsOf(withdrawn.id)).toEqual([]);
    expect(await reactionsOf(again.id)).toMatchObject([
      { emoji: '👍', at: expect.stringContaining(new Date((now - 1) * 1_000).toISOString().slice(0, 19)) },
    ]);
    // What nobody sees is no event.
    const { events } = (await messaging.workspace.dashboard('GET', `/events?since=${body.latestSeq}`)).body;
    const reacted = events.filter(({ name }: Json) => name === 'message.reacted');
    expect(reacted.map(({ payload }: Json) => payload.message.id)).toEqual([again.id, again.id]);
  });

  it('to an unknown message, or to another customer’s, is parked with the reason', async () => {
    const ours = await sendText('Mine');
    await theyReact('wamid.unknown', '👍');
    await messaging.hello('15550100212');
    await messaging.customer('15550100212', 'reaction', { message_id: ours.platformId, emoji: '👍' });
    const parked = await eventually(async () => {
      const { data } = (await messaging.workspace.dashboard('GET', '/parked-items')).body;
      const reactions = data.filter((item: Json) => item.kind === 'reaction');
      return reactions.length === 2 && reactions;
    });
    expect(parked.map((item: Json) => item.reason).sort()).toEqual([
      expect.stringMatching(/another conversation/),
      expect.stringMatching(/a message that is not known here/),
    ]);
    expect(await reactionsOf(ours.id)).toEqual([]);
  });

  it('to a message of ours that comes before the status with its id is applied with that status', async () => {
    // Its answer was lost: only a status can name it.
    const { scope } = messaging.workspace;
    const { server } = messaging;
    const [contact] = await server.container.database.select<{ contactId: Buffer; id: Buffer }>(
      'SELECT contact_id AS contactId, conversation_id AS id FROM messages WHERE tenant_id = :tenantId AND id = :id',
      { tenantId: scope.key, id: decodeId(theirs.id) },
    );
    if (!contact) throw new Error('the message of the customer is not stored');
    const id = newKey();
    await insertMessage(server.container.contextFor(scope), {
      ...{
        ...NO_CONTENT,
        id,
        conversationId: contact.id,
        contactId: contact.contactId,
        createdAt: new Date(),
      },
      ...{ type: 'text', direction: 'outbound', status: 'queued', content: 'Sent, and the answer was lost' },
    });
    const platformId = 'wamid.LATE';
    await theyReact(platformId, '🐢');
    const waiting = () =>
      server.container.database.select(
        'SELECT id FROM parked_items WHERE tenant_id = :tenantId AND awaits = :platformId',
        { tenantId: scope.key, platformId },
      );
    await eventually(async () => (await waiting()).length === 1);
    const status = {
      ...{ id: platformId, status: 'sent', timestamp: String(Math.floor(Date.now() / 1_000)) },
      ...{ recipient_id: contactId, biz_opaque_callback_data: encodeId('message', id) },
    };
    await postCallback(server, messaging.workspace, envelope({ statuses: [status] }));
    await eventually(async () => (await reactionsOf(encodeId('message', id))).length === 1);
    expect(await waiting()).toEqual([]);
  });
});
