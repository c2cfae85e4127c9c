import { expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import { eventually } from '../helpers/platform.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

/** Merges of contacts while broadcasts go out (decision 0337). */

const rig = setUpBroadcasts();
const { setUp, addContacts, whenDone, recipientsOf } = rig;

const later = () => new Date(Date.now() + 3_600_000).toISOString();

async function merge(workspace: TestWorkspace, source: string, target: string, extra: object = {}) {
  const answer = await workspace.api('POST', `/contacts/${source}/merge`, { into: target, ...extra });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function create(workspace: TestWorkspace, audience: object, extra: object = {}): Promise<string> {
  const input = { name: 'Spring', template: plain, audience, ...extra };
  return (await workspace.api('POST', '/broadcasts', input)).body.id;
}

const startNow = (workspace: TestWorkspace) =>
  rig.server.container.database.run(
    'UPDATE broadcasts SET send_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId',
    { tenantId: workspace.scope.key },
  );

/** Returns the numbers that the platform was given messages for. */
async function reached(phones: readonly string[]): Promise<string[]> {
  const { body } = await rig.platform.control('GET', '/sends');
  return body.data.map(({ waId }: { waId: string }) => waId).filter((waId: string) => phones.includes(waId));
}

const idOf = async (workspace: TestWorkspace, phone: string) =>
  (await workspace.api('GET', `/contacts/${phone}`)).body.id;

it('a contact who is excluded gets no message as the one that is merged into them', async () => {
  const workspace = await setUp();
  const [source = '', target = '', other = ''] = await addContacts(workspace, 3);
  await workspace.api('PATCH', `/contacts/${target}`, { blocked: true });
  const id = await create(workspace, { contacts: [source, target, other] }, { sendAt: later() });
  await workspace.api('PATCH', `/contacts/${target}`, { blocked: false });
  await merge(workspace, source, target);
  await startNow(workspace);
  expect((await whenDone(workspace, id)).counts).toMatchObject({ sent: 1, excluded: { blocked: 1 } });
  expect(await reached([source, target, other])).toEqual([other]);
});

it('a contact who is excluded does not get the failed message of the other one again', async () => {
  const workspace = await setUp();
  const [target = ''] = await addContacts(workspace, 1);
  const source = '15557131049';
  await workspace.api('POST', '/contacts', { name: 'Held back', phone: source });
  await workspace.api('PATCH', `/contacts/${target}`, { blocked: true });
  const id = await create(workspace, { contacts: [source, target] });
  await whenDone(workspace, id, { failed: 1 });
  await workspace.api('PATCH', `/contacts/${target}`, { blocked: false });
  await merge(workspace, source, target);
  expect((await workspace.api('POST', `/broadcasts/${id}/retry`)).status).toBe(409);
  const { body } = await workspace.api('GET', `/broadcasts/${id}`);
  expect(body.counts).toMatchObject({ recipients: 0, excluded: { blocked: 1 } });
});

it('a contact whose message failed does not get it again when the other one was reached', async () => {
  const workspace = await setUp();
  const [source = ''] = await addContacts(workspace, 1);
  const target = '15558131049';
  await workspace.api('POST', '/contacts', { name: 'Held back', phone: target });
  const id = await create(workspace, { contacts: [source, target] });
  expect((await whenDone(workspace, id, { failed: 1 })).counts).toMatchObject({ sent: 1, retriable: 1 });
  await merge(workspace, source, target);
  expect((await workspace.api('POST', `/broadcasts/${id}/retry`)).status).toBe(409);
  const { body } = await workspace.api('GET', `/broadcasts/${id}`);
  expect(body.counts).toMatchObject({ recipients: 1, sent: 1, failed: 0 });
});

it('a contact who waits gets the message although that of the other one failed', async () => {
  const workspace = await setUp();
  const [target = ''] = await addContacts(workspace, 1);
  const source = '15559131049';
  await workspace.api('POST', '/contacts', { name: 'Held back', phone: source });
  const id = await create(workspace, { contacts: [source] });
  await whenDone(workspace, id, { failed: 1 });
  // As with more people, of whom some still wait.
  const { database } = rig.server.container;
  const tenantId = workspace.scope.key;
  const contactId = decodeId(await idOf(workspace, target));
  await database.run(
    `INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state)
     SELECT tenant_id, id, :contactId, 0 FROM broadcasts WHERE tenant_id = :tenantId`,
    { tenantId, contactId },
  );
  await merge(workspace, source, target);
  await database.run(
    "UPDATE broadcasts SET status = 'running', completed_at = NULL WHERE tenant_id = :tenantId",
    { tenantId },
  );
  expect((await whenDone(workspace, id)).counts).toMatchObject({ recipients: 1, sent: 1 });
  expect(await reached([target])).toEqual([target]);
});

it.each([
  ['of one broadcast', 1],
  ['of two with one name', 2],
])(
  'of two messages that wait to be sent, %s, one goes out',
  async (_, broadcasts) => {
    const workspace = await setUp();
    const phones = await addContacts(workspace, 40);
    const [source = '', target = ''] = phones.slice(-2);
    await rig.platform.configure({ sendLatencyMs: 3_000 });
    try {
      const lists = broadcasts === 1 ? [phones] : [phones.filter((phone) => phone !== source), [source]];
      const ids: string[] = [];
      for (const contacts of lists) {
        const id = await create(workspace, { contacts });
        ids.push(id);
        await eventually(async () => {
          const { counts } = (await workspace.api('GET', `/broadcasts/${id}`)).body;
          return counts.waiting === 0 && counts.queued > 0;
        });
      }
      const contactId = await idOf(workspace, target);
      await merge(workspace, source, target);
      const { body: page } = await workspace.api('GET', `/messages/${target}`);
      expect(
        page.data.map((one: { status: string; error: null | { code: string } }) => one.error?.code),
      ).toEqual(expect.arrayContaining(['already_reached', undefined]));
      await rig.platform.configure({ sendLatencyMs: 0 });
      const failed = broadcasts === 1 ? [0] : [0, 1];
      for (const [index, id] of ids.entries())
        expect((await whenDone(workspace, id, { failed: failed[index] ?? 0 })).counts.retriable).toBe(0);
      expect(await reached([source, target])).toHaveLength(1);
      const people = await recipientsOf(workspace, ids[0] ?? '');
      expect(people.filter(({ contact }) => contact.id === contactId)).toMatchObject([{ error: null }]);
    } finally {
      await rig.platform.configure({ sendLatencyMs: 0 });
    }
  },
  60_000,
);

it('the undo lets nobody wait for a message that went to their number since the merge', async () => {
  const workspace = await setUp();
  const [source = '', target = ''] = await addContacts(workspace, 2);
  const sourceId = await idOf(workspace, source);
  const id = await create(workspace, { contacts: [source, target] }, { sendAt: later() });
  await merge(workspace, source, target, { take: ['phone'] });
  await startNow(workspace);
  await whenDone(workspace, id);
  expect(await reached([source, target])).toEqual([source]);
  // As with more people, of whom some still wait.
  await rig.server.container.database.run(
    "UPDATE broadcasts SET status = 'running', completed_at = NULL WHERE tenant_id = :tenantId",
    { tenantId: workspace.scope.key },
  );
  expect((await workspace.api('POST', `/contacts/${sourceId}/merge/undo`)).status).toBe(200);
  await whenDone(workspace, id);
  expect((await recipientsOf(workspace, id)).map(({ contact, reason }) => [contact.phone, reason])).toEqual(
    expect.arrayContaining([
      [source, 'already_reached'],
      [target, null],
    ]),
  );
  expect(await reached([source, target])).toEqual([source]);
}, 60_000);
