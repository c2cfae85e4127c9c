import { expect, it } from 'vitest';
import { setUpComposer } from '../helpers/composer.ts';
import type { Json } from '../helpers/messaging.ts';

const composer = setUpComposer();
const dashboard = (method: string, path: string, body?: unknown) =>
  composer.messaging.workspace.dashboard(method, path, body);
const pageOf = async (conversation: string, query: string) =>
  (await dashboard('GET', `/conversations/${conversation}/messages?${query}`)).body;
const ids = ({ data }: Json): string[] => data.map(({ id }: Json) => id);

it('an agent quotes a message of the conversation, and no other', async () => {
  const { phone, conversation } = await composer.customer();
  const question = await composer.messaging.hello(phone, 'In blue?');
  const { status, body } = await composer.post(conversation, { content: 'Yes', replyTo: question.id });
  expect([status, body.replyTo]).toEqual([201, question.id]);
  const other = await composer.messaging.hello('15550188888', 'elsewhere');
  expect((await composer.post(conversation, { content: 'Yes', replyTo: other.id })).status).toBe(400);
  const unknown = `msg_${'0'.repeat(26)}`;
  expect((await composer.post(conversation, { content: 'Yes', replyTo: unknown })).status).toBe(404);
});

it('an agent reacts to a message, and takes the reaction back', async () => {
  const { phone } = await composer.customer();
  const { id } = await composer.messaging.hello(phone, 'Thank you!');
  const set = await dashboard('POST', `/messages/${id}/reaction`, { emoji: '❤️' });
  expect(set.body).toMatchObject({ id, reactions: [{ direction: 'outbound', emoji: '❤️' }] });
  const taken = await dashboard('POST', `/messages/${id}/reaction`, { emoji: null });
  expect(taken.body.reactions).toEqual([]);
});

it('a thread is read around a message, and on from there in both directions', async () => {
  const { phone, conversation } = await composer.customer();
  for (let count = 1; count <= 8; count += 1) await composer.messaging.hello(phone, `number ${count}`);
  const all = ids(await pageOf(conversation, 'limit=50'));
  const wanted = all[4] ?? '';
  const around = await pageOf(conversation, `limit=4&around=${wanted}`);
  expect(ids(around)).toEqual(all.slice(2, 6));
  const newer = await pageOf(conversation, `newer=${around.newerCursor}`);
  expect([ids(newer), newer.newerCursor]).toEqual([all.slice(0, 2), null]);
  expect(ids(await pageOf(conversation, `cursor=${around.nextCursor}`))).toEqual(all.slice(6));
  expect(ids(await pageOf(conversation, `limit=4&around=${all[0]}`))[0]).toBe(all[0]);

  const elsewhere = await composer.messaging.hello('15550188889', 'elsewhere');
  const missing = await dashboard('GET', `/conversations/${conversation}/messages?around=${elsewhere.id}`);
  expect([missing.status, missing.body.error.code]).toEqual([404, 'message_not_found']);
  const both = await dashboard(
    'GET',
    `/conversations/${conversation}/messages?around=${wanted}&cursor=${around.nextCursor}`,
  );
  expect(both.status).toBe(400);
});

it('the newest page names the first unread message, and reading up to a message leaves the newer ones', async () => {
  const { phone, conversation } = await composer.customer();
  await dashboard('POST', `/conversations/${conversation}/read`);
  expect((await pageOf(conversation, 'limit=2')).firstUnreadId).toBeNull();
  const sent: string[] = [];
  for (let count = 1; count <= 5; count += 1)
    sent.push((await composer.messaging.hello(phone, `unread ${count}`)).id);
  const newest = await pageOf(conversation, 'limit=2');
  expect(newest.firstUnreadId).toBe(sent[0]);
  expect((await pageOf(conversation, `limit=2&cursor=${newest.nextCursor}`)).firstUnreadId).toBeNull();
  const read = (upTo: unknown) => dashboard('POST', `/conversations/${conversation}/read`, { upTo });
  expect((await read(sent[2])).body.unreadCount).toBe(2);
  expect((await pageOf(conversation, 'limit=2')).firstUnreadId).toBe(sent[3]);
  // An older one, as from a window that is behind, makes nothing unread again.
  expect((await read(sent[0])).body.unreadCount).toBe(2);
  const elsewhere = await composer.messaging.hello('15550188890', 'elsewhere');
  expect((await read(elsewhere.id)).body.error.code).toBe('message_not_found');
  expect((await read(`msg_${'0'.repeat(26)}`)).status).toBe(404);
  expect((await read(3)).status).toBe(400);
  expect((await dashboard('POST', `/conversations/${conversation}/read`)).body.unreadCount).toBe(0);
});
