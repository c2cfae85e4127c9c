import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createScheduleWorker } from '../../server/flows/outbound/scheduled-sends.ts';
import { setUpComposer } from '../helpers/composer.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const composer = setUpComposer();
const dashboard = (method: string, path: string, body?: unknown) =>
  composer.messaging.workspace.dashboard(method, path, body);
const api = (method: string, path: string, body?: unknown) =>
  composer.messaging.workspace.api(method, path, body);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const message = (phone: string, id: string): Promise<Json> => composer.messaging.message(phone, id);
const sentOf = async (id: string) => (await composer.messaging.callsOf(id)).length;

/** Returns the messages that a search finds. */
const foundIds = async (query: string): Promise<string[]> =>
  (await dashboard('GET', `/search/messages?text=${query}`)).body.data.map(({ id }: Json) => id);

/** Makes the scheduled messages of the workspace due, as if their time had come. */
async function passTime(): Promise<void> {
  const { container } = composer.messaging.server;
  await container.database.run(
    `UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND state = 1`,
    { tenantId: composer.messaging.workspace.scope.key },
  );
}

describe('a scheduled message', () => {
  it('waits for its time, is not part of the summary, and is sent then', async () => {
    const { phone, conversation } = await composer.customer();
    const sendAt = inHours(20);
    const { status, body } = await api('POST', '/messages/send', {
      contactId: phone,
      type: 'text',
      content: 'Good morning, nightjar',
      sendAt,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'scheduled', sendAt, createdAt: sendAt, warnings: [] });
    const before = (await dashboard('GET', `/conversations/${conversation}`)).body.conversation;
    expect(before.lastMessage.direction).toBe('inbound');
    expect(await sentOf(body.id)).toBe(0);
    expect(await foundIds('nightjar')).toEqual([]);

    await passTime();
    await eventually(async () => (await message(phone, body.id)).status !== 'scheduled');
    await eventually(async () => (await sentOf(body.id)) === 1);
    const sent = await message(phone, body.id);
    expect(sent.sendAt).toBe(sendAt);
    expect(new Date(sent.createdAt).getTime()).toBeLessThan(Date.now() + 1_000);
    const after = (await dashboard('GET', `/conversations/${conversation}`)).body.conversation;
    expect(after.lastMessage.id).toBe(body.id);
    expect(after.waitingSince).toBeNull();
    expect(await foundIds('nightjar')).toEqual([body.id]);
  });

  it('does not hold up what is written meanwhile', async () => {
    const { phone, conversation } = await composer.customer();
    const later = await composer.post(conversation, { content: 'later', sendAt: inHours(2) });
    const now = await composer.post(conversation, { content: 'now' });
    await eventually(async () => (await sentOf(now.body.id)) === 1);
    expect(await sentOf(later.body.id)).toBe(0);
    expect((await message(phone, later.body.id)).status).toBe('scheduled');
  });

  it('can be cancelled before its time, and not afterwards', async () => {
    const { phone, conversation } = await composer.customer();
    const { body } = await composer.post(conversation, { content: 'no', sendAt: inHours(2) });
    expect((await api('DELETE', `/messages/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
    expect(await message(phone, body.id)).toBeUndefined();
    expect((await api('DELETE', `/messages/${body.id}`)).status).toBe(404);

    const sent = await composer.post(conversation, { content: 'yes' });
    const late = await dashboard('DELETE', `/messages/${sent.body.id}`);
    expect([late.status, late.body.error.code]).toEqual([409, 'message_not_scheduled']);
  });

  it('is sent once, however many servers look, and a cancellation wins or loses as a whole', async () => {
    const { phone, conversation } = await composer.customer();
    const { resources } = composer.messaging.server.container;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { body } = await composer.post(conversation, { content: `part ${count}`, sendAt: inHours(1) });
      ids.push(body.id);
    }
    const others = [1, 2, 3].map(() => createScheduleWorker(resources, () => undefined));
    await passTime();
    for (const worker of others) worker.start();
    const [cancelled] = await Promise.all([
      dashboard('DELETE', `/messages/${ids[3]}`),
      dashboard('POST', `/messages/${ids[0]}/send-now`),
    ]);
    const isCancelled = cancelled.status === 200;
    await eventually(async () => (await sentOf(ids[2] ?? '')) === 1);
    const left = isCancelled ? ids.slice(0, 3) : ids;
    for (const id of left) await eventually(async () => (await message(phone, id)).status !== 'queued');
    for (const worker of others) await worker.stop();
    for (const id of ids) expect(await sentOf(id)).toBe(left.includes(id) ? 1 : 0);
  });

  it('keeps its file, which is free for another message for a day after it was cancelled', async () => {
    const { conversation } = await composer.customer();
    const { container } = composer.messaging.server;
    const media = (await composer.upload(composer.photo, 'image/jpeg', 'poster.jpg')).body;
    const tenantId = composer.messaging.workspace.scope.key;
    /** Lets so many hours pass for the file, with the cleaning up of all days. */
    const age = async (hours: number) => {
      await container.database.run(
        `UPDATE media SET created_at = created_at - INTERVAL ${hours} HOUR WHERE tenant_id = :tenantId AND filename = 'poster.jpg'`,
        { tenantId },
      );
      await container.housekeeping.pass();
    };
    const first = await composer.post(conversation, { mediaId: media.id, sendAt: inHours(20) });
    expect(first.body.status).toBe('scheduled');
    await age(72);
    expect((await dashboard('DELETE', `/messages/${first.body.id}`)).status).toBe(200);
    await age(23);
    const second = await composer.post(conversation, { mediaId: media.id, sendAt: inHours(20) });
    expect(second.status).toBe(201);
    await age(72);
    await dashboard('POST', `/messages/${second.body.id}/send-now`, {});
    await eventually(async () => (await sentOf(second.body.id)) === 1);

    const other = (await composer.upload(composer.photo, 'image/jpeg', 'poster.jpg')).body;
    const third = await composer.post(conversation, { mediaId: other.id, sendAt: inHours(20) });
    await dashboard('DELETE', `/messages/${third.body.id}`);
    await age(25);
    expect((await composer.post(conversation, { mediaId: other.id })).status).toBe(404);
  });

  it('fails visibly when the window has closed by then', async () => {
    const { phone, conversation } = await composer.customer();
    const { body } = await composer.post(conversation, { content: 'too late', sendAt: inHours(23) });
    const { container } = composer.messaging.server;
    await container.database.run(
      `UPDATE conversations SET last_inbound_at = last_inbound_at - INTERVAL 2 DAY
       WHERE tenant_id = :tenantId AND id = (
         SELECT conversation_id FROM messages WHERE tenant_id = :tenantId AND client_id = :clientId)`,
      { tenantId: composer.messaging.workspace.scope.key, clientId: body.clientId },
    );
    await passTime();
    const failed = await eventually(async () => {
      const one = await message(phone, body.id);
      return one.status === 'failed' && one;
    });
    expect(failed.error.code).toBe('131047');
    expect(await sentOf(body.id)).toBe(0);
  });

  it('needs a time within 30 days', async () => {
    const { phone, conversation } = await composer.customer();
    for (const sendAt of [inHours(-1), inHours(31 * 24)]) {
      const answer = await api('POST', '/messages/send', {
        contactId: phone,
        type: 'text',
        content: 'x',
        sendAt,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].path).toBe('sendAt');
    }
    expect((await composer.post(conversation, { content: 'x', sendAt: inHours(1), hold: true })).status).toBe(
      400,
    );
  });
});

describe('a held message', () => {
  it('is sent by itself after the hold, once', async () => {
    const { phone, conversation } = await composer.customer();
    const clientId = randomUUID();
    const [first, again] = await Promise.all([
      composer.post(conversation, { content: 'held', hold: true, clientId }),
      composer.post(conversation, { content: 'held', hold: true, clientId }),
    ]);
    expect(first.body).toMatchObject({ status: 'scheduled', isHeld: true });
    expect(again.body.id).toBe(first.body.id);
    await passTime();
    await eventually(async () => (await sentOf(first.body.id)) === 1);
    expect((await message(phone, first.body.id)).status).not.toBe('scheduled');
  });

  it('can be undone, and its file is free for another message', async () => {
    const { conversation } = await composer.customer();
    const media = (await composer.upload(composer.photo, 'image/jpeg', 'photo.jpg')).body;
    const held = await composer.post(conversation, { mediaId: media.id, hold: true });
    expect(held.body.status).toBe('scheduled');
    expect((await dashboard('DELETE', `/messages/${held.body.id}`)).status).toBe(200);
    const again = await composer.post(conversation, { mediaId: media.id });
    expect(again.status).toBe(201);
    await eventually(async () => (await sentOf(again.body.id)) === 1);
    expect(await sentOf(held.body.id)).toBe(0);
  });
});
