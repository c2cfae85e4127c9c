import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parkItem } from '../../server/features/parked-items/index.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { readEvents } from '../../server/kernel/outbox/relay.ts';
import { run } from '../../server/kernel/tenancy/rows.ts';
import { bytesOnPhone, uploader } from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { formsOfNumber, searchEverything } from '../helpers/search-everything.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { bearer, call } from '../helpers/test-server.ts';

/** Every secret starts with this, so that one search finds them all. */
const MARK = `zq${randomBytes(6).toString('hex')}`;
let made = 0;
const secret = (what: string) => {
  made += 1;
  return `${MARK}-${what}-${made}`;
};
const digits = () => String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0');
const LEAVING = `1787${digits()}`;
const STAYING = `1787${digits()}`;
const USER_ID = `US.${MARK.toUpperCase()}`;

const folder = mkdtempSync(join(tmpdir(), 'erasure-'));
let rig: Messaging;
let echo: Server;
beforeAll(async () => {
  rig = await startMessaging({ DATA_DIR: folder, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  // A receiver that repeats what it is sent: its responses are in the log of attempts.
  echo = createServer((request, response) => void request.pipe(response));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await rig.stop();
  echo.close();
  rmSync(folder, { recursive: true, force: true });
  expect(trippedStatements).toEqual([]);
});

const search = (words: readonly string[]) => searchEverything(rig.server.container.database, folder, words);
const words = () => [MARK, ...formsOfNumber(LEAVING)];
const post = async (body: object) =>
  expect((await postCallback(rig.server, rig.workspace, body)).status).toBe(200);

/** Posts messages of both people in one callback. */
function postBoth(message: object, theirs: string): Promise<void> {
  const contacts = [
    { wa_id: LEAVING, user_id: USER_ID, profile: { name: secret('profile') } },
    { wa_id: STAYING, profile: { name: 'Stays' } },
  ];
  return post(envelope({ contacts, messages: [message, textMessage(STAYING, theirs)] }));
}

const waiting = async () => {
  const tables = ['jobs', 'outbound_sends', 'media_fetches'];
  const counts = tables.map((table) => `(SELECT COUNT(*) FROM ${table})`);
  const [row] = await rig.server.container.database.select<{ n: number }>(
    `/* system: test */ SELECT ${counts.join(' + ')} + (SELECT COUNT(*) FROM inbound_callbacks WHERE state = 0)
       + (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 0) AS n`,
  );
  return Number(row?.n);
};
const untilQuiet = () => eventually(async () => (await waiting()) === 0);

const idempotent = (path: string, body: object, key: string) =>
  call(`${rig.server.url}/api/v1${path}`, {
    method: 'POST',
    body,
    headers: { ...bearer(rig.workspace.key), 'idempotency-key': key },
  });

/** Fills every table that can hold data of a contact. */
async function leaveTraces() {
  const { server, workspace, platform } = rig;
  const { port } = echo.address() as AddressInfo;
  const endpoint = { url: `http://127.0.0.1:${port}/echo` };
  expect((await workspace.dashboard('POST', '/webhook-endpoints', endpoint)).status).toBe(201);
  const fields = { phone: LEAVING, name: secret('name'), email: `${secret('mail')}@example.test` };
  const made = await idempotent('/contacts', { ...fields, tags: [secret('tag')] }, 'key-1');
  expect(made.status).toBe(201);
  await workspace.api('PATCH', `/contacts/${made.body.id}`, { name: secret('renamed') });

  const text = textMessage(LEAVING, secret('text'), { from_user_id: USER_ID });
  await postBoth(text, 'first of the other');
  const interactive = {
    type: 'nfm_reply',
    nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify({ answer: secret('form') }) },
  };
  await postBoth(
    textMessage(LEAVING, '', { type: 'interactive', text: undefined, interactive }),
    'second of the other',
  );
  const edit = { original_message_id: text.id, message: { type: 'text', text: { body: secret('edit') } } };
  await postBoth(textMessage(LEAVING, '', { type: 'edit', text: undefined, edit }), 'third of the other');
  const file = await bytesOnPhone(
    platform.url,
    Buffer.from(secret('inbound bytes')),
    'text/plain',
    secret('file'),
  );
  const document = {
    id: file.id,
    filename: secret('file'),
    caption: secret('caption'),
    mime_type: 'text/plain',
  };
  await postBoth(
    textMessage(LEAVING, '', { type: 'document', text: undefined, document }),
    'fourth of the other',
  );
  // Parked: of an unknown number, of an unknown shape, and waiting for a message that never comes.
  const waits = { message_id: 'wamid.unknown', emoji: '👍', note: secret('reaction') };
  await postBoth(
    textMessage(LEAVING, '', { type: 'reaction', text: undefined, reaction: waits }),
    'fifth of the other',
  );
  await post(
    envelope({ metadata: { phone_number_id: '999' }, messages: [textMessage(LEAVING, secret('parked'))] }),
  );
  const status = {
    id: `wamid.${secret('status')}`,
    status: 'sent',
    timestamp: '1767000000',
    recipient_id: LEAVING,
  };
  await post(envelope({ metadata: { phone_number_id: '999' }, statuses: [status] }));
  const mixed = envelope({
    contacts: [{ wa_id: LEAVING, profile: { name: secret('profile') } }, { wa_id: STAYING }],
    messages: [
      textMessage(LEAVING, secret('parked')),
      textMessage(STAYING, 'parked of the other'),
      textMessage(`+${LEAVING}`, secret('parked')),
    ],
  });
  const ctx = server.container.contextFor(workspace.scope);
  const parking = { kind: 'callback', reason: 'too many', origin: null };
  await parkItem(ctx, {
    ...parking,
    payload: JSON.stringify(mixed),
    place: { callbackId: newKey(), item: 1 },
  });
  await parkItem(ctx, { ...parking, payload: `{"broken": "${LEAVING} ${secret('parked')}`, place: null });
  await run(
    ctx,
    `INSERT INTO prompt_log (id, tenant_id, model, asked_at, expires_at, duration_ms, finish_reason, prompt, answer)
     VALUES (:id, :tenantId, 'm', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY, 1, 'stop', :prompt, 'x')`,
    { id: newKey(), prompt: `Answer +${LEAVING}: ${secret('prompt')}` },
  );

  const reply = { contactId: LEAVING, type: 'text', content: secret('reply') };
  const sent = await idempotent('/messages/send', reply, 'key-2');
  expect(sent.status).toBe(201);
  await workspace.api('POST', `/messages/${sent.body.id}/reaction`, { emoji: '👍' });
  const upload = await uploader(server, workspace);
  const uploaded = await upload(secret('outbound bytes'), 'text/plain', `${secret('upload')}.txt`);
  expect(uploaded.status).toBe(201);
  const { body } = await workspace.dashboard('GET', `/conversations?search=${LEAVING}`);
  const file2 = { clientId: randomUUID(), mediaId: uploaded.body.id, content: secret('caption') };
  expect(
    (await workspace.dashboard('POST', `/conversations/${body.data[0].id}/messages`, file2)).status,
  ).toBe(201);
  await eventually(async () =>
    (await rig.history(LEAVING)).some((one: Json) => one.type === 'document' && one.media?.state === 'ready'),
  );
  await untilQuiet();
  return made.body.id as string;
}

it('SEC-17, SEC-33: a deleted contact leaves nothing in any table or file, and the other person loses nothing', async () => {
  const { server, workspace } = rig;
  const { database, webhooks } = server.container;
  const id = await leaveTraces();
  const before = new Set((await search(words())).map(({ place }) => place.split('.')[0]));
  for (const table of [
    'contacts',
    'contact_identities',
    'messages',
    'media',
    'events',
    'webhook_events',
    'webhook_attempts',
    'parked_items',
    'idempotency_keys',
    'prompt_log',
  ])
    expect(before, table).toContain(table);
  const { events } = await readEvents(database, workspace.scope, 0, 1_000);
  const replies = (await rig.history(STAYING)).map((one: Json) => one.content);
  expect(replies).toHaveLength(5);

  // What is running must not delay what admins see: the events change with the answer.
  const [, , jobs] = server.container.workers;
  await jobs?.stop();
  expect((await workspace.api('DELETE', `/contacts/${id}`)).status).toBe(200);
  const shown = JSON.stringify((await workspace.dashboard('GET', '/events?since=0&limit=1000')).body);
  expect(shown).not.toContain(MARK);
  expect(shown).not.toContain(LEAVING);
  jobs?.start();
  await untilQuiet();
  // A relay that had read the events before stores its deliveries after the purge.
  await webhooks.fanOut(workspace.scope, events);
  await untilQuiet();

  expect(await search(words())).toEqual([]);

  expect((await rig.history(STAYING)).map((one: Json) => one.content)).toEqual(replies);
  const parked = JSON.stringify((await workspace.dashboard('GET', '/parked-items')).body.data);
  expect(parked).toContain('parked of the other');
  // A repeated request is not performed again: it would restore the contact.
  const again = await idempotent('/contacts', { phone: LEAVING }, 'key-3');
  expect(again.status).toBe(201);
  await workspace.api('DELETE', `/contacts/${again.body.id}`);
  await untilQuiet();
  const replayed = await idempotent('/contacts', { phone: LEAVING }, 'key-3');
  expect(replayed.body.error?.code).toBe('contact_not_found');
}, 60_000);

it('SEC-17: an old callback that is played again restores nobody; the person can write again', async () => {
  const { workspace } = rig;
  const days = (count: number) => String(Math.floor(Date.now() / 1_000) - count * 86_400);
  await post(envelope({ messages: [textMessage(LEAVING, 'played again', { timestamp: days(9) })] }));
  await untilQuiet();
  expect(await rig.history(LEAVING)).toEqual([]);
  expect((await workspace.api('GET', `/contacts?search=${LEAVING}`)).body.data).toEqual([]);
  await post(envelope({ messages: [textMessage(LEAVING, 'hello again')] }));
  await untilQuiet();
  expect((await rig.history(LEAVING)).map((one: Json) => one.content)).toEqual(['hello again']);
});
