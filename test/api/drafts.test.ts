import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeId, newKey } from '../../server/kernel/ids.ts';
import { DRAFTS_MAX } from '../../shared/domain/message-limits.ts';
import type { MemberSignal } from '../../shared/events/index.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { openScreen } from '../helpers/screen.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
let leo: { id: string; cookie: string; dashboard: TestWorkspace['dashboard'] };
beforeAll(async () => {
  messaging = await startMessaging();
  const email = 'leo@example.test';
  const person = { name: 'Leo Costa', email, password: OWNER_PASSWORD, role: 'staff' as const };
  const { id } = await messaging.workspace.addMember(person);
  const cookie = await signIn(messaging.server, email, OWNER_PASSWORD);
  const dashboard: TestWorkspace['dashboard'] = (method, path, body) =>
    call(`${messaging.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
  leo = { id, cookie, dashboard };
});
afterAll(() => messaging.stop());

const content = (reply: string) => ({ reply, note: '', template: '', quote: '' });
const save = (conversationId: string, reply: string, baseRevision: string | null) =>
  leo.dashboard('PUT', `/drafts/${conversationId}`, { baseRevision, content: content(reply) });
const draftsOf = async (person: Pick<typeof leo, 'dashboard'>): Promise<Json[]> =>
  (await person.dashboard('GET', '/drafts')).body.data;

async function conversationWith(phone: string): Promise<string> {
  await messaging.hello(phone);
  return (await messaging.workspace.api('GET', `/conversations/${phone}`)).body.id;
}

it('a draft is stored, replaced and deleted, and seen by its person alone', async () => {
  const id = await conversationWith('15550190001');
  const first = (await save(id, 'Hel', null)).body;
  expect(first).toMatchObject({ isStored: true, draft: { conversationId: id, content: content('Hel') } });
  const second = (await save(id, 'Hello', first.draft.revision)).body;
  expect(second.isStored).toBe(true);
  expect(second.draft.revision).not.toBe(first.draft.revision);
  expect(await draftsOf(leo)).toEqual([second.draft]);
  expect(await draftsOf(messaging.workspace)).toEqual([]);
  expect((await save(id, '', second.draft.revision)).body).toEqual({ isStored: true, draft: null });
  expect(await draftsOf(leo)).toEqual([]);
});

it('what another device has written meanwhile is not replaced, and the same text is no conflict', async () => {
  const id = await conversationWith('15550190002');
  const phone = (await save(id, 'from the phone', null)).body.draft;
  expect((await save(id, 'from the laptop', null)).body).toEqual({ isStored: false, draft: phone });
  expect((await save(id, 'from the phone', null)).body).toEqual({ isStored: true, draft: phone });
  expect((await save(id, '', null)).body).toEqual({ isStored: false, draft: phone });
  // The phone sends it, and writes the next one: the old revision does not come back.
  await save(id, '', phone.revision);
  const next = (await save(id, 'next', null)).body.draft;
  expect((await save(id, 'late', phone.revision)).body).toEqual({ isStored: false, draft: next });
});

it('of several devices that save at the same time, one succeeds, and all are told', async () => {
  const id = await conversationWith('15550190003');
  const screens = await Promise.all([
    openScreen(messaging.server, leo.cookie),
    openScreen(messaging.server, leo.cookie),
  ]);
  const signals: MemberSignal[] = [];
  for (const { socket } of screens) socket.on('member', (signal: MemberSignal) => signals.push(signal));
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => save(id, text, null)));
  const stored = answers.filter(({ body }) => body.isStored);
  expect(stored).toHaveLength(1);
  const revision = stored[0]?.body.draft.revision;
  await eventually(async () => signals.length === 2);
  expect(signals).toEqual(screens.map(() => ({ kind: 'draft', conversationId: id, revision })));
  for (const { socket } of screens) socket.disconnect();
});

it('drafts end with their contact, and the oldest make room for new ones', async () => {
  const id = await conversationWith('15550190004');
  await save(id, 'about to be deleted', null);
  const { database } = messaging.server.container;
  const { scope } = messaging.workspace;
  const old = Array.from({ length: DRAFTS_MAX - 1 }, (_, index) => ({ key: newKey(), index }));
  const { contactId } = (
    await database.select<{ contactId: Buffer }>(
      'SELECT contact_id AS contactId FROM drafts WHERE tenant_id = :tenantId AND conversation_id = :id',
      { tenantId: scope.key, id: decodeId(id) },
    )
  )[0] as { contactId: Buffer };
  for (const { key } of old)
    await database.run(
      `INSERT INTO drafts (tenant_id, user_id, conversation_id, contact_id, revision, reply, note, template, quote, updated_at)
       VALUES (:tenantId, :userId, :key, :contactId, :key, 'x', '', '', '', '2026-01-01')`,
      { tenantId: scope.key, userId: decodeId(leo.id), key, contactId },
    );
  const other = await conversationWith('15550190005');
  await save(other, 'one more', null);
  const kept = await draftsOf(leo);
  expect(kept).toHaveLength(DRAFTS_MAX);
  expect(kept.slice(0, 2).map(({ conversationId }) => conversationId)).toEqual([other, id]);
  await messaging.workspace.api('DELETE', '/contacts/15550190004');
  const left = (await draftsOf(leo)).map(({ conversationId }) => conversationId);
  expect(left).toContain(other);
  expect(left).not.toContain(id);
});

it('a conversation that does not exist has no draft', async () => {
  for (const id of ['cv_00000000000000000000000000', 'nonsense'])
    expect((await save(id, 'text', null)).body.error.code).toBe('conversation_not_found');
});

it('the reply of a colleague is seen and taken over while both have the conversation open, and never otherwise', async () => {
  const id = await conversationWith('15550190020');
  await leo.dashboard('PUT', `/drafts/${id}`, {
    ...{ baseRevision: null, content: { ...content('Size 90 is here'), note: 'a private note' } },
  });
  const owner = messaging.workspace;
  const at = `/drafts/${id}/members/${leo.id}`;
  const seen = async () => (await owner.dashboard('GET', at)).body;
  expect(await seen()).toEqual({ draft: null });
  const ownerCookie = await signIn(messaging.server, owner.email, OWNER_PASSWORD);
  const [leos, owners] = [
    await openScreen(messaging.server, leo.cookie),
    await openScreen(messaging.server, ownerCookie),
  ];
  const signals: MemberSignal[] = [];
  leos.socket.on('member', (signal: MemberSignal) => signals.push(signal));
  const view = (socket: typeof leos.socket, conversationId: string | null, state = 'viewing') =>
    socket.emit('presence', { conversationId, state });
  view(leos.socket, id, 'replying');
  await eventually(async () => messaging.server.container.realtime.peopleIn(owner.scope, id).length === 1);
  // Only one of the two has it on the screen.
  expect(await seen()).toEqual({ draft: null });
  view(owners.socket, id);
  await eventually(async () => (await seen()).draft !== null);
  expect(await seen()).toEqual({ draft: { reply: 'Size 90 is here', updatedAt: expect.any(String) } });
  expect(signals).toEqual([]);
  expect((await owner.dashboard('POST', `${at}/taken`)).body.draft.reply).toBe('Size 90 is here');
  await eventually(async () => signals.length > 0);
  expect(signals).toEqual([{ kind: 'draft_taken', conversationId: id, by: expect.stringMatching(/^Owner/) }]);
  // It stays with the colleague.
  expect((await draftsOf(leo)).find(({ conversationId }) => conversationId === id)?.content.reply).toBe(
    'Size 90 is here',
  );
  // Neither of oneself, nor of another conversation or workspace.
  expect((await leo.dashboard('GET', at)).body).toEqual({ draft: null });
  const other = await conversationWith('15550190021');
  expect((await owner.dashboard('GET', `/drafts/${other}/members/${leo.id}`)).body).toEqual({ draft: null });
  const stranger = await createWorkspace(messaging.server);
  expect((await stranger.dashboard('GET', at)).status).toBe(404);
  expect((await stranger.dashboard('POST', `${at}/taken`)).status).toBe(404);
  view(leos.socket, null);
  await eventually(async () => (await seen()).draft === null);
  for (const { socket } of [leos, owners]) socket.disconnect();
});
