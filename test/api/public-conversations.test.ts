import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import type { KeyPermission } from '../../shared/domain/permissions.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const api = (method: string, path: string, body?: object) => messaging.workspace.api(method, path, body);
const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const idsOf = async (query: string): Promise<string[]> =>
  (await api('GET', `/conversations?${query}`)).body.data.map(({ contact }: Json) => contact.phone);

it('is found by its id, by its contact and by the number, and shows nothing personal', async () => {
  const phone = '15550173001';
  await messaging.hello(phone);
  const { status, body } = await api('GET', `/conversations/${phone}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'open', assignee: null, labels: [], unreadCount: 1 });
  expect(body.contact.phone).toBe(phone);
  expect(body.lastMessage).toMatchObject({ direction: 'inbound', preview: 'hello' });
  expect(body.waitingSince).not.toBeNull();
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['mentioned']));
  for (const reference of [body.id, body.contact.id, '+1 555 017 3001'])
    expect((await api('GET', `/conversations/${encodeURIComponent(reference)}`)).body.id).toBe(body.id);

  await api('POST', '/contacts', { phone: '15550173002' });
  for (const reference of ['15550173002', '15550173999', 'cv_00000000000000000000000000', 'nonsense'])
    expect((await api('GET', `/conversations/${reference}`)).body.error.code).toBe('conversation_not_found');
});

/** Returns the members, as conversations and notes name them. */
async function peopleOf() {
  const { data } = (await api('GET', '/members')).body;
  return data.map(({ id, name }: { id: string; name: string }) => ({ id, name }));
}

it('is assigned, labelled, snoozed and closed by a program, and found by what it is', async () => {
  const phone = '15550173003';
  await messaging.hello(phone);
  const members = await peopleOf();
  const label = (await dashboard('POST', '/labels', { name: 'Billing', color: 'blue' })).body;
  const second = (await dashboard('POST', '/labels', { name: 'Urgent', color: 'red' })).body;
  expect((await api('GET', '/labels')).body.data).toEqual([label, second]);

  const changed = await api('PATCH', `/conversations/${phone}`, {
    assigneeId: members[0].id,
    labels: [label.id, second.id],
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ assignee: members[0], labels: [label, second] });
  expect((await api('PATCH', `/conversations/${phone}`, { labels: [second.id] })).body.labels).toEqual([
    second,
  ]);
  expect(await idsOf(`assignee=${members[0].id}`)).toEqual([phone]);
  expect(await idsOf(`label=${second.id}&status=open`)).toEqual([phone]);
  expect(await idsOf(`label=${label.id}`)).toEqual([]);
  expect(await idsOf('assignee=none')).not.toContain(phone);

  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
  const snoozed = await api('PATCH', `/conversations/${phone}`, { status: 'snoozed', snoozedUntil });
  expect(snoozed.body).toMatchObject({ status: 'snoozed', snoozedUntil });
  expect(await idsOf('status=snoozed')).toEqual([phone]);
  await api('PATCH', `/conversations/${phone}`, { status: 'closed', assigneeId: null });
  expect(await idsOf('status=closed&assignee=none')).toEqual([phone]);
  // The dashboard shows the same.
  expect((await dashboard('GET', '/conversations?view=closed')).body.data[0].labels).toEqual([second]);
});

it('names the field of a change that is not possible', async () => {
  const phone = '15550173004';
  await messaging.hello(phone);
  const label = (await dashboard('POST', '/labels', { name: 'Paths' })).body.id;
  const pathOf = async (body: object) => {
    const answer = await api('PATCH', `/conversations/${phone}`, body);
    return [answer.status, answer.body.error.details[0]?.path ?? answer.body.error.code];
  };
  expect(await pathOf({ status: 'snoozed' })).toEqual([400, 'snoozedUntil']);
  expect(await pathOf({ labels: [label], addLabels: [label] })).toEqual([400, 'labels']);
  expect(await pathOf({ assigneeId: 'Mia' })).toEqual([400, 'assigneeId']);
  expect(await pathOf({ labels: ['lbl_00000000000000000000000000'] })).toEqual([404, 'label_not_found']);
  expect(await pathOf({ assigneeId: 'usr_00000000000000000000000000' })).toEqual([404, 'member_not_found']);
  expect((await api('GET', '/conversations?assignee=me')).body.error.details[0].path).toBe('assignee');
});

it('has notes of programs, which members see, and owners and admins can delete', async () => {
  const phone = '15550173005';
  await messaging.hello(phone);
  const [owner] = await peopleOf();
  const { status, body: note } = await api('POST', `/conversations/${phone}/notes`, {
    content: 'Paid today',
    mentions: [owner.id],
  });
  expect(status).toBe(201);
  expect(note).toMatchObject({ content: 'Paid today', author: null, mentions: [owner] });
  await dashboard('POST', `/conversations/${note.conversationId}/notes`, {
    content: 'Thank you',
    clientId: crypto.randomUUID(),
  });
  const { data, pagination } = (await api('GET', `/conversations/${phone}/notes?limit=1`)).body;
  expect(data).toMatchObject([{ content: 'Thank you', author: owner }]);
  const next = await api('GET', `/conversations/${phone}/notes?limit=1&cursor=${pagination.nextCursor}`);
  expect(next.body).toEqual({ data: [note], pagination: { limit: 1, nextCursor: null } });
  expect((await dashboard('GET', '/conversations?view=mentions')).body.data[0].id).toBe(note.conversationId);

  const staff = await messaging.workspace.addMember({
    ...{ name: 'Sam', email: 'sam@notes.test', password: OWNER_PASSWORD, role: 'staff' },
  });
  const cookie = await signIn(messaging.server, staff.email, OWNER_PASSWORD);
  const notePath = `${messaging.server.url}/api/dashboard/notes/${note.id}`;
  expect((await call(notePath, { method: 'DELETE', headers: { cookie } })).status).toBe(403);
  expect((await dashboard('DELETE', `/notes/${note.id}`)).status).toBe(200);
});

it('changes and deletes notes of programs, and no note of a person', async () => {
  const phone = '15550173007';
  await messaging.hello(phone);
  const { body: note } = await api('POST', `/conversations/${phone}/notes`, { content: 'Paid today' });
  expect(note.editedAt).toBeNull();
  const changed = await api('PATCH', `/notes/${note.id}`, { content: 'Paid in full' });
  expect(changed.body).toMatchObject({ id: note.id, content: 'Paid in full', author: null });
  expect(Date.parse(changed.body.editedAt)).toBeGreaterThanOrEqual(Date.parse(note.createdAt));
  expect((await api('GET', `/conversations/${phone}/notes`)).body.data).toEqual([changed.body]);
  const own = await dashboard('POST', `/conversations/${note.conversationId}/notes`, {
    content: 'Mine',
    clientId: crypto.randomUUID(),
  });
  expect((await api('PATCH', `/notes/${own.body.id}`, { content: 'Yours' })).status).toBe(403);
  expect((await api('DELETE', `/notes/${own.body.id}`)).status).toBe(403);
  // A person does not put words into the mouth of a program either.
  expect((await dashboard('PATCH', `/notes/${note.id}`, { content: 'Unpaid' })).status).toBe(403);
  expect((await api('DELETE', `/notes/${note.id}`)).body).toEqual({ id: note.id, deleted: true });
  expect((await api('DELETE', `/notes/${note.id}`)).body.error.code).toBe('note_not_found');
  expect((await api('GET', `/conversations/${phone}/notes`)).body.data).toEqual([
    expect.objectContaining({ content: 'Mine' }),
  ]);
});

it('is stored once when a note is sent again with its key', async () => {
  const phone = '15550173006';
  await messaging.hello(phone);
  const send = () =>
    call(`${messaging.server.url}/api/v1/conversations/${phone}/notes`, {
      method: 'POST',
      headers: { ...bearer(messaging.workspace.key), 'idempotency-key': 'one-note' },
      body: { content: 'once' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await api('GET', `/conversations/${phone}/notes`)).body.data).toHaveLength(1);
  // The stored response is deleted with the contact.
  const stored = () =>
    messaging.server.container.database.select<object>(
      `SELECT 1 FROM idempotency_keys WHERE tenant_id = :tenantId AND body LIKE '%once%'`,
      { tenantId: messaging.workspace.scope.key },
    );
  expect(await stored()).toHaveLength(1);
  await api('DELETE', `/contacts/${first.body.contact}`);
  await eventually(async () => (await stored()).length === 0);
});

it('is read and changed only with the permission, and only in its workspace', async () => {
  const phone = '15550173007';
  await messaging.hello(phone);
  const ctx = messaging.server.container.contextFor(messaging.workspace.scope);
  const withPermission = async (permission: KeyPermission) => {
    const { key } = await createApiKey(ctx, { name: permission, permissions: [permission] });
    return (method: string, body?: object) =>
      call(`${messaging.server.url}/api/v1/conversations/${phone}`, { method, headers: bearer(key), body });
  };
  const reader = await withPermission('conversations:read');
  const writer = await withPermission('conversations:write');
  const other = await withPermission('messages:read');
  expect((await reader('GET')).status).toBe(200);
  expect((await reader('PATCH', { status: 'closed' })).status).toBe(403);
  expect((await writer('PATCH', { status: 'closed' })).status).toBe(200);
  expect((await other('GET')).status).toBe(403);

  const stranger = await createWorkspace(messaging.server);
  const { id } = (await api('GET', `/conversations/${phone}`)).body;
  expect((await stranger.api('GET', `/conversations/${id}`)).status).toBe(404);
  expect((await stranger.api('GET', '/conversations')).body.data).toEqual([]);
});

it('pages through all conversations in the order of their activity', async () => {
  const phones = ['15550173101', '15550173102', '15550173103'];
  for (const phone of phones) await messaging.hello(phone);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api('GET', `/conversations?limit=2${cursor}`);
    seen.push(...body.data.map(({ contact }: Json) => contact.phone));
    if (body.pagination.nextCursor === null) break;
    cursor = `&cursor=${body.pagination.nextCursor}`;
  }
  expect(seen.slice(0, 3)).toEqual(phones.toReversed());
  expect(new Set(seen).size).toBe(seen.length);
});
