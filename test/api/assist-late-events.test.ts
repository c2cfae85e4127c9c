import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asJson } from '../../server/db/define-model.ts';
import { createDraftEvents } from '../../server/flows/assist/drafts/note-events.ts';
import type { StoredEvent } from '../../server/kernel/outbox/subscriber.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const PHONE = '15550104001';
let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await messaging.workspace.dashboard('PATCH', '/assist', { modes: { drafts: 'on' } });
});
afterAll(() => messaging.stop());

const select = <Row extends object = Json>(sql: string) =>
  messaging.server.container.database.select<Row>(`/* system: test */ ${sql}`);

/** Waits for the draft of a message, as if the model had written it. */
const untilDrafted = ({ content }: { content: string }) =>
  eventually(async () => {
    await messaging.server.container.database.run(
      `/* system: test */ UPDATE assist_drafts d JOIN messages m ON m.tenant_id = d.tenant_id AND m.id = d.message_id
       SET d.state = 2, d.text = 'Yes.', d.sources = '[]', d.language = 'en', d.model = 'm', d.is_shown = 1
       WHERE m.content = :content`,
      { content },
    );
    const [row] = await select<{ content: string }>(
      'SELECT m.content FROM assist_drafts d JOIN messages m ON m.id = d.message_id WHERE d.state = 2',
    );
    return row?.content === content;
  });

/** Returns the newest event of a name. */
async function newest(name: StoredEvent['name']): Promise<StoredEvent> {
  const event = await eventually(async () => {
    const [row] = await select<StoredEvent>(
      `SELECT seq, name, payload, created_at AS createdAt FROM events WHERE name = '${name}' ORDER BY seq DESC LIMIT 1`,
    );
    return row;
  });
  return { ...event, payload: asJson(event.payload) };
}

/** Passes an event on that was set aside; returns whether the work on a draft was ended, and whether there is a draft. */
async function arrives(event: StoredEvent) {
  let isCanceled = false;
  const note = createDraftEvents(messaging.server.container.resources, {
    cancel: () => {
      isCanceled = true;
    },
  });
  await note(messaging.workspace.scope, [event]);
  return { isCanceled, isThere: (await select('SELECT 1 FROM assist_drafts WHERE state = 2')).length === 1 };
}

const reply = (id: string, content: string, more: object = {}) =>
  messaging.workspace.dashboard('POST', `/conversations/${id}/messages`, {
    ...{ content, clientId: randomUUID(), ...more },
  });

it('an event that was set aside leaves the draft of a later message alone', async () => {
  const first = await messaging.hello(PHONE, 'Do you deliver?');
  const received = await newest('message.received');
  await untilDrafted({ content: 'Do you deliver?' });
  const { body } = await messaging.workspace.dashboard('GET', '/conversations?view=all');
  const { id } = body.data[0];
  await reply(id, 'Where to?');
  const queued = await newest('message.queued');
  await messaging.customer(PHONE, 'edit', {
    original_message_id: first.platformId,
    message: { type: 'text', text: { body: 'Do you deliver on Fridays?' } },
  });
  const changed = await newest('message.changed');
  await messaging.hello(PHONE, 'To Recife');
  await untilDrafted({ content: 'To Recife' });

  for (const event of [received, queued, changed])
    expect(await arrives(event), event.name).toEqual({ isCanceled: false, isThere: true });
  // What is repeated changes nothing.
  const repeated = await newest('message.received');
  expect(await arrives(repeated)).toEqual({ isCanceled: false, isThere: true });
  expect(await select("SELECT 1 FROM assist_outcomes WHERE outcome = 'ignored'")).toHaveLength(1);
});

it('a message that was scheduled before the customer wrote, and sent afterwards, ends the draft', async () => {
  const { body } = await messaging.workspace.dashboard('GET', '/conversations?view=all');
  const { id } = body.data[0];
  const { status } = await reply(id, 'One moment', {
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(status).toBe(201);
  await messaging.hello(PHONE, 'And on Mondays?');
  await untilDrafted({ content: 'And on Mondays?' });
  await messaging.server.container.database.run(
    '/* system: test */ UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3) WHERE state = 1',
  );
  messaging.server.wake();
  await eventually(async () => (await select('SELECT 1 FROM assist_drafts')).length === 0);
});
