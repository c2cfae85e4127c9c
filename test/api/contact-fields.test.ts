import { describe, expect, it } from 'vitest';
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
