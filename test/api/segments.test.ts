import { beforeAll, describe, expect, it } from 'vitest';
import { SEGMENTS_MAX } from '../../shared/domain/contacts/segments.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const DAY_MS = 86_400_000;

const names = async (query: Record<string, string>) => {
  const { status, body } = await rig.workspace.api('GET', `/contacts?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};
const create = (name: string, filter: object) => rig.workspace.api('POST', '/segments', { name, filter });
const count = async (id: string) => (await rig.workspace.api('GET', `/segments/${id}/count`)).body.contacts;

beforeAll(async () => {
  await rig.workspace.dashboard('POST', '/contact-fields', { key: 'city', name: 'City', type: 'text' });
  const people = [
    { name: 'Ada', tags: ['vip', 'news'], status: 'hot', attributes: { city: 'London' } },
    { name: 'Bob', tags: ['vip'], status: 'cold', email: 'bob@example.com', marketing: 'unsubscribed' },
    { name: 'Cyd', tags: ['news'], status: 'hot', marketing: 'subscribed', attributes: { city: 'Leiden' } },
    { name: 'Dan', status: 'hot', blocked: true },
  ];
  for (const [index, person] of people.entries()) {
    const phone = `4917120010${index}0`;
    const { status, body } = await rig.workspace.api('POST', '/contacts', { phone, ...person });
    expect(status, JSON.stringify(body)).toBe(201);
  }
});

/** Sets when a contact last wrote, and when it was added: so many days ago. */
async function setDays(name: string, { seen, added }: { seen?: number; added?: number }): Promise<void> {
  const { database } = rig.server.container;
  const bindings = { tenantId: rig.workspace.scope.key, name };
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  if (added !== undefined)
    await database.run('UPDATE contacts SET created_at = :at WHERE tenant_id = :tenantId AND name = :name', {
      ...bindings,
      at: ago(added),
    });
  if (seen === undefined) return;
  const { body } = await rig.workspace.api('GET', `/contacts?search=${name}`);
  const opened = await rig.workspace.dashboard('POST', `/contacts/${body.data[0].id}/conversation`);
  expect(opened.status).toBe(200);
  await database.run(
    `UPDATE conversations v JOIN contacts c ON c.tenant_id = v.tenant_id AND c.id = v.contact_id
     SET v.last_inbound_at = :at WHERE v.tenant_id = :tenantId AND c.name = :name`,
    { ...bindings, at: ago(seen) },
  );
}

describe('filters of contacts', () => {
  it('narrow by consent, email address, and the days since they were added or wrote', async () => {
    expect(await names({ marketing: 'unsubscribed' })).toEqual(['Bob']);
    expect(await names({ marketing: 'unknown' })).toEqual(['Dan', 'Ada']);
    expect(await names({ hasEmail: 'true' })).toEqual(['Bob']);
    expect(await names({ hasEmail: 'false', status: 'hot' })).toEqual(['Dan', 'Cyd', 'Ada']);
    await setDays('Ada', { seen: 3, added: 100 });
    await setDays('Bob', { seen: 40 });
    expect(await names({ seenWithinDays: '7' })).toEqual(['Ada']);
    expect(await names({ seenWithinDays: '60' })).toEqual(['Bob', 'Ada']);
    expect(await names({ seenWithinDays: '7', tag: 'vip' })).toEqual(['Ada']);
    expect(await names({ seenWithinDays: '60', status: 'hot' })).toEqual(['Ada']);
    expect(await names({ notSeenForDays: '30' })).toEqual(['Dan', 'Cyd', 'Bob']);
    expect(await names({ addedWithinDays: '30' })).toEqual(['Dan', 'Cyd', 'Bob']);
    expect(await names({ addedWithinDays: '30', tag: 'vip' })).toEqual(['Bob']);
    for (const bad of ['seenWithinDays=0', 'addedWithinDays=x', 'hasEmail=yes', 'marketing=maybe'])
      expect((await rig.workspace.api('GET', `/contacts?${bad}`)).status, bad).toBe(400);
  });
});

describe('a segment', () => {
  it('lists and counts who passes its filter at that time, alone and with other filters', async () => {
    const { status, body: segment } = await create('VIPs', { tag: 'vip' });
    expect(status).toBe(201);
    expect(segment).toMatchObject({ name: 'VIPs', filter: { tag: 'vip' } });
    expect(await names({ segment: segment.id })).toEqual(['Bob', 'Ada']);
    expect(await count(segment.id)).toBe(2);
    // Another tag in the request, and the same kinds of conditions twice.
    expect(await names({ segment: segment.id, tag: 'news' })).toEqual(['Ada']);
    expect(await names({ segment: segment.id, search: 'bo', status: 'cold' })).toEqual(['Bob']);
    expect(await names({ segment: segment.id, updatedSince: '2020-01-01T00:00:00Z' })).toEqual([
      'Ada',
      'Bob',
    ]);
    const { body: dan } = await rig.workspace.api('GET', '/contacts?search=Dan');
    await rig.workspace.api('PATCH', `/contacts/${dan.data[0].id}`, { addTags: ['vip'] });
    expect(await names({ segment: segment.id })).toEqual(['Dan', 'Bob', 'Ada']);
    expect(await count(segment.id)).toBe(3);
    const { body: changed } = await rig.workspace.api('PATCH', `/segments/${segment.id}`, {
      filter: { attribute: 'city:london', status: 'hot' },
    });
    expect(changed).toMatchObject({ name: 'VIPs', filter: { attribute: 'city:london', status: 'hot' } });
    expect(await names({ segment: segment.id })).toEqual(['Ada']);
    const { body: got } = await rig.workspace.api('GET', `/segments/${segment.id}`);
    expect(got).toEqual(changed);
    expect((await rig.workspace.api('DELETE', `/segments/${segment.id}`)).body).toEqual({
      ...{ id: segment.id, deleted: true },
    });
    expect((await rig.workspace.api('GET', `/contacts?segment=${segment.id}`)).body.error.code).toBe(
      'segment_not_found',
    );
  });

  it('is read page by page', async () => {
    const { body: segment } = await create('Hot', { status: 'hot' });
    const first = await rig.workspace.api('GET', `/contacts?segment=${segment.id}&limit=2`);
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['Dan', 'Cyd']);
    const cursor = first.body.pagination.nextCursor;
    const second = await rig.workspace.api('GET', `/contacts?segment=${segment.id}&limit=2&cursor=${cursor}`);
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['Ada']);
    // A cursor belongs to its list: the same segment with another filter is another one.
    await rig.workspace.api('PATCH', `/segments/${segment.id}`, { filter: { status: 'cold' } });
    const other = await rig.workspace.api('GET', `/contacts?segment=${segment.id}&limit=2&cursor=${cursor}`);
    expect(other.status).toBe(400);
  });

  it('needs a condition, a field that exists and a name of its own', async () => {
    expect((await create('None', {})).status).toBe(400);
    expect((await create('Typo', { tagg: 'vip' })).status).toBe(400);
    const unknown = await create('Unknown', { attribute: 'planet:Mars' });
    expect(unknown.body.error.details).toEqual([
      { path: 'filter.attribute', message: 'is not a custom field of this workspace' },
    ]);
    const { body: first } = await create('Taken', { tag: 'a' });
    expect((await create('taken', { tag: 'b' })).body.error.code).toBe('segment_name_taken');
    const { body: second } = await create('Free', { tag: 'b' });
    const renamed = await rig.workspace.api('PATCH', `/segments/${second.id}`, { name: 'TAKEN' });
    expect(renamed.body.error.code).toBe('segment_name_taken');
    // Its own name in another case is free.
    expect((await rig.workspace.api('PATCH', `/segments/${first.id}`, { name: 'TAKEN' })).status).toBe(200);
  });

  it('has nobody once its custom field is deleted', async () => {
    const { body: field } = await rig.workspace.dashboard('POST', '/contact-fields', {
      ...{ key: 'plan', name: 'Plan', type: 'text' },
    });
    const { body: segment } = await create('On plan', { attribute: 'plan:gold' });
    await rig.workspace.dashboard('DELETE', `/contact-fields/${field.id}`);
    expect(await names({ segment: segment.id })).toEqual([]);
    expect(await count(segment.id)).toBe(0);
  });

  it('belongs to one workspace, which can have so many', async () => {
    const other = await createWorkspace(rig.server);
    const { body: segment } = await other.api('POST', '/segments', { name: 'Theirs', filter: { tag: 'x' } });
    expect((await rig.workspace.api('GET', `/contacts?segment=${segment.id}`)).status).toBe(404);
    for (let index = 1; index < SEGMENTS_MAX; index += 1)
      await other.dashboard('POST', '/segments', { name: `S${index}`, filter: { tag: 'x' } });
    const full = await other.dashboard('POST', '/segments', { name: 'One more', filter: { tag: 'x' } });
    expect(full.body.error.code).toBe('segment_limit_reached');
    expect((await other.dashboard('GET', '/segments')).body.data).toHaveLength(SEGMENTS_MAX);
  });
});
