import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { contactAttributes } from '../../server/db/migrations/0079-contact-attributes.ts';
import { contactNumbers } from '../../server/db/migrations/0113-contact-numbers.ts';
import { filteredContacts } from '../../server/features/contacts/list/filtered-contacts.repository.ts';
import { eventually } from '../helpers/platform.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const dashboard = (method: string, path: string, body?: unknown) =>
  rig.workspace.dashboard(method, path, body);
const create = (key: string, type: string, more: object = {}) =>
  dashboard('POST', '/contact-fields', { key, name: key.toUpperCase(), type, ...more });

describe('custom fields of contacts', () => {
  it('have values of their types, which programs set one by one', async () => {
    for (const [key, type] of [
      ['city', 'text'],
      ['orders', 'number'],
      ['vip', 'boolean'],
      ['since', 'date'],
    ])
      expect((await create(key ?? '', type ?? '')).status).toBe(201);
    expect((await create('plan', 'select', { options: ['Free', 'Pro', 'Free'] })).body).toMatchObject({
      ...{ key: 'plan', name: 'PLAN', type: 'select', options: ['Free', 'Pro'] },
    });
    const { body: listed } = await api('GET', '/contact-fields');
    expect(listed.data.map(({ key }: { key: string }) => key)).toEqual([
      ...['city', 'orders', 'plan', 'since', 'vip'],
    ]);
    const phone = '491714000001';
    const attributes = { city: ' Köln ', orders: 3, vip: false, since: '2026-02-28', plan: 'Pro' };
    const created = await api('POST', '/contacts', { phone, attributes });
    expect(created.body.attributes).toEqual({ ...attributes, city: 'Köln' });
    const changed = await api('PATCH', `/contacts/${phone}`, {
      attributes: { orders: '4.5', vip: 'true', plan: null, city: '' },
    });
    expect(changed.body.attributes).toEqual({ city: 'Köln', orders: 4.5, vip: true, since: '2026-02-28' });
    expect((await api('GET', `/contacts/${phone}`)).body).toEqual(changed.body);
    expect((await api('GET', `/contacts?phone=${phone}`)).body.data).toEqual([changed.body]);
  });

  it('have no key that every object has', async () => {
    const { status, body } = await create('constructor', 'text');
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: 'key', message: 'is reserved; choose another key' }],
    ]);
  });

  it('reject unknown fields and values that do not fit, each by its path, also in a batch', async () => {
    const attributes = { nothing: 1, orders: 'many', vip: 'maybe', since: '2026-02-30', plan: 'Gold' };
    const { status, body } = await api('PUT', '/contacts/491714000002', { attributes });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(
      Object.keys(attributes).map((key) => `attributes.${key}`),
    );
    expect((await api('GET', '/contacts/491714000002')).status).toBe(404);
    const { body: batch } = await api('POST', '/contacts/batch', {
      contacts: [
        { phone: '491714000003', attributes: { orders: 1 } },
        { phone: '491714000004', attributes: { nothing: 1 } },
      ],
    });
    expect(batch.results.map(({ status }: { status: string }) => status)).toEqual(['created', 'failed']);
    for (const wrong of [
      { key: '9lives', name: 'x', type: 'text' },
      { key: 'x', name: 'x', type: 'select' },
      { key: 'x', name: 'x', type: 'text', options: ['a'] },
    ])
      expect((await dashboard('POST', '/contact-fields', wrong)).status).toBe(400);
    expect((await create('city', 'text')).body.error.code).toBe('contact_field_key_taken');
  });

  it('are deleted with their values, and their keys can be used again', async () => {
    const [first, second] = ['491714000010', '491714000011'];
    const { body: field } = await create('badge', 'text');
    for (const phone of [first, second])
      await api('PUT', `/contacts/${phone}`, { attributes: { badge: 'gold', city: 'Bonn' } });
    expect((await dashboard('DELETE', `/contact-fields/${field.id}`)).body).toEqual({
      ...{ id: field.id, deleted: true },
    });
    expect((await api('PATCH', `/contacts/${first}`, { attributes: { badge: 'x' } })).status).toBe(400);
    await eventually(async () => (await create('badge', 'number')).status === 201);
    for (const phone of [first, second])
      expect((await api('GET', `/contacts/${phone}`)).body.attributes).toEqual({ city: 'Bonn' });
    const { body: log } = await dashboard('GET', '/audit-log');
    const actions = log.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['contact_field.created', 'contact_field.removed']));
  });

  it('belong to one workspace', async () => {
    const other = await createWorkspace(rig.server);
    expect((await other.api('GET', '/contact-fields')).body.data).toEqual([]);
    const { status } = await other.api('PUT', '/contacts/491714000001', { attributes: { city: 'x' } });
    expect(status).toBe(400);
  });
});

describe('a list filtered by a custom field', () => {
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const { status, body } = await api('GET', `/contacts?${new URLSearchParams(query)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('has the contacts with the value, whatever its type, with other filters and page by page', async () => {
    for (const [key, type] of [
      ['town', 'text'],
      ['visits', 'number'],
      ['member', 'boolean'],
      ['born', 'date'],
    ])
      await create(key ?? '', type ?? '');
    await create('tier', 'select', { options: ['Free', 'Pro'] });
    const people = [
      { town: 'London: East', visits: 3, member: true, born: '1990-05-17', tier: 'Pro' },
      { town: 'LONDON: east', visits: 3, member: false, tier: 'Free' },
      { town: 'Paris', visits: 0.5, member: true },
    ];
    for (const [index, attributes] of people.entries())
      await api('POST', '/contacts', {
        ...{ name: `F${index}`, phone: `49171400020${index}`, attributes },
        ...(index === 0 && { tags: ['first'], email: 'f0@example.com' }),
      });
    expect(await found({ attribute: 'town:london: East' })).toEqual(['F1', 'F0']);
    expect(await found({ attribute: 'visits:3.0' })).toEqual(['F1', 'F0']);
    expect(await found({ attribute: 'visits:.5' })).toEqual(['F2']);
    expect(await found({ attribute: 'member:true' })).toEqual(['F2', 'F0']);
    expect(await found({ attribute: 'born:1990-05-17' })).toEqual(['F0']);
    expect(await found({ attribute: 'tier:Pro' })).toEqual(['F0']);
    expect(await found({ attribute: 'tier:Gold' })).toEqual([]);
    for (const other of [
      { tag: 'first' },
      { email: 'f0@example.com' },
      { phone: '491714000200' },
      { search: 'F0' },
      { updatedSince: '2020-01-01T00:00:00Z', tag: 'first' },
    ] as Record<string, string>[])
      expect(await found({ attribute: 'town:London: East', ...other }), JSON.stringify(other)).toEqual([
        'F0',
      ]);
    expect(await found({ attribute: 'town:Paris', tag: 'first' })).toEqual([]);

    const first = (await api('GET', '/contacts?attribute=member:true&limit=1')).body;
    expect(first.pagination).toMatchObject({ total: 2, nextCursor: expect.any(String) });
    const next = `/contacts?attribute=member:true&limit=1&cursor=${first.pagination.nextCursor}`;
    expect((await api('GET', next)).body.data[0].name).toBe('F0');
    const other = await api('GET', next.replace('member:true', 'member:false'));
    expect(other.status).toBe(400);
  });

  it('follows every change of a value, and the deletion of the field', async () => {
    const phone = '491714000210';
    await create('color', 'text');
    const store = (attributes: object) => api('PUT', `/contacts/${phone}`, { name: 'C', attributes });
    await store({ color: 'red' });
    expect(await found({ attribute: 'color:red' })).toEqual(['C']);
    await store({ color: 'Red' });
    expect(await found({ attribute: 'color:red' })).toEqual(['C']);
    await store({ color: 'blue' });
    expect(await found({ attribute: 'color:red' })).toEqual([]);
    expect(await found({ attribute: 'color:blue' })).toEqual(['C']);
    await store({ color: null });
    expect(await found({ attribute: 'color:blue' })).toEqual([]);
    await api('POST', '/contacts/batch', { contacts: [{ phone, attributes: { color: 'green' } }] });
    const target = (await api('POST', '/contacts', { phone: '491714000211', name: 'T' })).body;
    await api('POST', `/contacts/${phone}/merge`, { into: target.id });
    expect(await found({ attribute: 'color:green' })).toEqual(['T']);
    const field = (await api('GET', '/contact-fields')).body.data.find(
      ({ key }: { key: string }) => key === 'color',
    );
    await dashboard('DELETE', `/contact-fields/${field.id}`);
    expect((await api('GET', '/contacts?attribute=color:green')).body.error.details).toEqual([
      { path: 'attribute', message: 'is not a custom field of this workspace' },
    ]);
    await eventually(async () => (await create('color', 'text')).status === 201);
    expect(await found({ attribute: 'color:green' })).toEqual([]);
  });

  it('has the contacts with a number or a date of a range, few or many, in segments too', async () => {
    await create('points', 'number');
    await create('renewed', 'date');
    const people = [-5, 0.5, 2, 10, 1e21].map((points, index) => ({
      ...{ name: `R${index}`, phone: `49171400040${index}`, tags: index > 1 ? ['late'] : [] },
      attributes: { points, renewed: `202${index}-06-15` },
    }));
    for (const person of people) expect((await api('POST', '/contacts', person)).status).toBe(201);
    const expectFound = async (attribute: string, passes: (person: (typeof people)[number]) => boolean) =>
      expect(await found({ attribute }), attribute).toEqual(
        people
          .filter(passes)
          .map(({ name }) => name)
          .toReversed(),
      );
    const points = (from: number, to: number) => (person: (typeof people)[number]) =>
      person.attributes.points >= from && person.attributes.points <= to;
    const all = Number.POSITIVE_INFINITY;
    // As text, 10 would be before 2.
    await expectFound('points:2..10', points(2, 10));
    await expectFound('points:2..', points(2, all));
    await expectFound('points:..0.5', points(-all, 0.5));
    await expectFound('points: -5 .. 2', points(-5, 2));
    await expectFound('points:11..12', () => false);
    await expectFound('renewed:2021-01-01..2022-12-31', ({ attributes: { renewed } }) =>
      ['2021', '2022'].includes(renewed.slice(0, 4)),
    );
    await expectFound('renewed:..2020-06-15', ({ name }) => name === 'R0');
    await expectFound('renewed:2024-06-15..', ({ name }) => name === 'R4');
    expect(await found({ attribute: 'points:0..20', tag: 'late' })).toEqual(['R3', 'R2']);
    // A value that is changed is in its new range alone.
    await api('PATCH', '/contacts/491714000402', { attributes: { points: 50 } });
    expect(await found({ attribute: 'points:2..10' })).toEqual(['R3']);
    expect(await found({ attribute: 'points:49..51' })).toEqual(['R2']);
    await api('PATCH', '/contacts/491714000402', { attributes: { points: 2 } });

    const segment = await api('POST', '/segments', { name: 'Points', filter: { attribute: 'points:0..10' } });
    expect(segment.status).toBe(201);
    expect((await api('GET', `/segments/${segment.body.id}/count`)).body).toEqual({ contacts: 3 });
    expect(await found({ segment: segment.body.id })).toEqual(['R3', 'R2', 'R1']);
    expect(await found({ segment: segment.body.id, attribute: 'points:2..' })).toEqual(['R3', 'R2']);

    // Of many, each contact is asked: the same ones are found.
    const { database } = rig.server.container;
    const ctx = { db: database, scope: rig.workspace.scope };
    const key = { key: 'points', kind: 'number', from: 0, to: 10 } as const;
    for (const isOfFew of [true, false]) {
      const found = await filteredContacts(
        ctx,
        { all: [{ attribute: { ...key, isOfFew } }] },
        { offset: 0, limit: 10 },
      );
      expect(found.rows.map(({ name }) => name)).toEqual(['R3', 'R2', 'R1']);
      expect(found.matches).toBe(3);
    }
  });

  it('has the numbers from before the upgrade in ranges', async () => {
    const { database } = rig.server.container;
    await database.run('/* system: test */ UPDATE contact_attributes SET number = NULL', {});
    expect(await found({ attribute: 'points:0..10' })).toEqual([]);
    const unwatched = openDatabase(rig.server.databaseUrl, { poolSize: 2 });
    onTestFinished(() => unwatched.close());
    for (const _ of [1, 2]) await contactNumbers.fill?.(unwatched);
    expect(await found({ attribute: 'points:-5..1e22' })).toEqual(['R4', 'R3', 'R2', 'R1', 'R0']);
  });

  it('explains what is wrong with a filter', async () => {
    for (const [attribute, message] of [
      ['London', 'must be the key of a field and a value, as in city:London'],
      ['visits:many', 'must be a number'],
      ['member:perhaps', 'must be true or false'],
      ['unknown:1', 'is not a custom field of this workspace'],
      ['visits:1..many', 'must be a number'],
      ['visits:..', 'must have a value before or after the two dots'],
      ['visits:3..2', 'must not begin after its end'],
      ['born:1990-05-17..1990', 'must be a date, as in 2026-03-31'],
    ] as const) {
      const { status, body } = await api('GET', `/contacts?attribute=${attribute}`);
      expect(status).toBe(400);
      expect(body.error.details).toEqual([{ path: 'attribute', message }]);
    }
  });

  it('finds the values from before the upgrade', async () => {
    const { database } = rig.server.container;
    await database.run('/* system: test */ DELETE FROM contact_attributes', {});
    expect(await found({ attribute: 'town:Paris' })).toEqual([]);
    const unwatched = openDatabase(rig.server.databaseUrl, { poolSize: 2 });
    onTestFinished(() => unwatched.close());
    // Twice, because an interrupted step runs again from its start.
    for (const _ of [1, 2]) await contactAttributes.fill?.(unwatched);
    expect(await found({ attribute: 'town:Paris' })).toEqual(['F2']);
  });
});
