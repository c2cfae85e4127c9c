import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const markRead = (id: string) => messaging.workspace.api('POST', `/messages/${id}/read`);
const unreadOf = async (phone: string) =>
  (await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0].unreadCount;
/** Returns the customer's messages that have blue ticks on their phone. */
const blueOf = async (phone: string) =>
  (await messaging.phone(phone))
    .filter((one: Json) => one.from === 'customer' && one.status === 'read')
    .map((one: Json) => one.text);

it('marking a message read leaves newer ones unread, here and on the customer’s phone', async () => {
  const phone = '15550100300';
  const ago = (minutes: number) => ({ timestamp: Math.floor(Date.now() / 1000) - minutes * 60 });
  const stored: Json[] = [];
  for (const [text, minutes] of [
    ['one', 3],
    ['two', 2],
    ['three', 1],
  ] as const) {
    const { body } = await messaging.platform.customerWrites(phone, text, ago(minutes));
    stored.push(
      await eventually(async () =>
        (await messaging.history(phone)).find((one) => one.platformId === body.id),
      ),
    );
  }
  expect(await unreadOf(phone)).toBe(3);
  const { status, body } = await markRead(stored[1].id);
  expect([status, body.id, body.content]).toEqual([200, stored[1].id, 'two']);
  expect(await unreadOf(phone)).toBe(1);
  await eventually(async () => (await blueOf(phone)).join() === 'one,two');
  expect((await markRead(stored[0].id)).status).toBe(200);
  expect(await unreadOf(phone)).toBe(1);
  await markRead(stored[2].id);
  expect(await unreadOf(phone)).toBe(0);
  await eventually(async () => (await blueOf(phone)).length === 3);
});

it('marking our message read marks what the customer wrote before it', async () => {
  const phone = '15550100301';
  await messaging.hello(phone, 'before');
  const ours = (await messaging.send({ contactId: phone, type: 'text', content: 'yes?' })).body;
  const late = { timestamp: Math.floor(Date.now() / 1000) + 5 };
  await messaging.platform.customerWrites(phone, 'after', late);
  await eventually(async () => (await unreadOf(phone)) === 2);
  await markRead(ours.id);
  expect(await unreadOf(phone)).toBe(1);
  await eventually(async () => (await blueOf(phone)).join() === 'before');
});

it('the dashboard receives an event', async () => {
  const phone = '15550100302';
  const message = await messaging.hello(phone);
  const since = (await messaging.workspace.dashboard('GET', '/events?since=0')).body.latestSeq;
  await markRead(message.id);
  const { events } = (await messaging.workspace.dashboard('GET', `/events?since=${since}`)).body;
  expect(events).toMatchObject([
    { name: 'conversation.updated', payload: { conversation: { unreadCount: 0 } } },
  ]);
});

it('requires the permission to send, and an existing message', async () => {
  const message = await messaging.hello('15550100303');
  const { key } = await createApiKey(messaging.server.container.contextFor(messaging.workspace.scope), {
    name: 'reader',
    permissions: ['messages:read'],
  });
  for (const path of ['read', 'reaction']) {
    const answer = await call(`${messaging.server.url}/api/v1/messages/${message.id}/${path}`, {
      method: 'POST',
      headers: bearer(key),
      ...(path === 'reaction' ? { body: { emoji: '👍' } } : {}),
    });
    expect(answer.status, path).toBe(403);
  }
  expect((await markRead('msg_00000000000000000000000000')).body.error.code).toBe('message_not_found');
});
