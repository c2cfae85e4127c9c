import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { contactFilters } from '../../server/db/migrations/0070-contact-filters.ts';
import { contactSource } from '../../server/features/contacts/list/contact-conditions.sql.ts';
import { bearer, createWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

interface Listed {
  id: string;
  name: string;
  updatedAt: string;
}
const list = (query: Record<string, string>) =>
  rig.workspace.api('GET', `/contacts?${new URLSearchParams(query)}`);
const names = async (query: Record<string, string>) =>
  (await list(query)).body.data.map(({ name }: Listed) => name);
const change = (id: string, body: object) => rig.workspace.api('PATCH', `/contacts/${id}`, body);

/** Reads a list to its end by its Link headers, and returns the names of each page. */
async function walk(query: Record<string, string>, onPage = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  let address: string | undefined = `${rig.server.url}/api/v1/contacts?${new URLSearchParams(query)}`;
  while (address) {
    const response: Response = await fetch(address, { headers: bearer(rig.workspace.key) });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { data: Listed[]; pagination: { nextCursor: string | null } };
    pages.push(body.data.map(({ name }) => name));
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
    expect(link === undefined).toBe(body.pagination.nextCursor === null);
    // The public address of a test server is not where it listens.
    address = link && `${rig.server.url}${new URL(link).pathname}${new URL(link).search}`;
    await onPage();
  }
  return pages;
}

const ids: string[] = [];
beforeAll(async () => {
  for (const index of [0, 1, 2, 3, 4]) {
    const { body } = await rig.workspace.api('POST', '/contacts', {
      name: `P${index}`,
      phone: `49171200000${index}`,
      email: index < 2 ? 'shared@example.com' : `p${index}@example.com`,
      tags: index % 2 === 0 ? ['even', `n${index}`] : ['100%_odd'],
      status: index < 3 ? 'cold' : 'hot',
    });
    ids.push(body.id);
  }
});

describe('the contact list', () => {
  it('is filtered by phone number, email address and tag, alone and together', async () => {
    expect(await names({ phone: '+49 171 2000003' })).toEqual(['P3']);
    expect(await names({ phone: '491712000009' })).toEqual([]);
    expect(await names({ email: 'Shared@Example.com' })).toEqual(['P1', 'P0']);
    expect(await names({ tag: 'even' })).toEqual(['P4', 'P2', 'P0']);
    expect(await names({ tag: 'EVEN' })).toEqual([]);
    expect(await names({ tag: '100%_odd' })).toEqual(['P3', 'P1']);
    expect(await names({ tag: 'even', status: 'cold' })).toEqual(['P2', 'P0']);
    expect(await names({ tag: 'even', search: '00004' })).toEqual(['P4']);
    expect(await names({ tag: 'even', email: 'shared@example.com' })).toEqual(['P0']);
    expect(await names({ phone: '491712000000', tag: '100%_odd' })).toEqual([]);
    expect(await names({ phone: '', email: '', tag: '', updatedSince: '', limit: '100' })).toHaveLength(5);
    for (const [name, value] of Object.entries({ phone: 'abc', email: 'no', updatedSince: 'yesterday' }))
      expect((await list({ [name]: value })).status).toBe(400);
  });

  it('says how many contacts pass on every page, also beyond the last', async () => {
    const totals = async (query: Record<string, string>) => {
      const { data, pagination } = (await list(query)).body;
      return [data.length, pagination.total, pagination.nextCursor === null];
    };
    expect(await totals({ tag: 'even' })).toEqual([3, 3, true]);
    expect(await totals({ tag: 'even', limit: '2' })).toEqual([2, 3, false]);
    expect(await totals({ tag: 'even', limit: '2', page: '2' })).toEqual([1, 3, true]);
    expect(await totals({ tag: 'even', limit: '2', page: '5' })).toEqual([0, 3, true]);
    expect(await totals({ marketing: 'unsubscribed', hasEmail: 'false' })).toEqual([0, 0, true]);
    const { body } = await rig.workspace.dashboard(
      'GET',
      '/contact-pages?sort=name&direction=asc&marketing=unsubscribed&hasEmail=false',
    );
    expect([body.data, body.pagination.total]).toEqual([[], 0]);
  });

  it.each([
    ['contacts_marketing', { marketing: 'unsubscribed', hasEmail: false, blocked: false }],
    ['contacts_status', { status: 'hot', marketing: 'subscribed', hasEmail: true, blocked: false }],
    ['contacts_email', { hasEmail: false }],
  ] as const)('reads %s alone for what it has', async (index, conditions) => {
    const { from, where, bindings, id } = contactSource({ all: [conditions] });
    const [plan] = await rig.server.container.database.select<Record<string, string>>(
      `EXPLAIN SELECT ${id} AS id FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT 51`,
      { ...bindings, tenantId: rig.workspace.scope.key },
    );
    expect(plan).toMatchObject({ key: index, Extra: expect.stringMatching(/Using index(?! condition)/) });
    expect(plan?.Extra).not.toContain('filesort');
  });

  it('follows changes of tags, one by one and as a whole', async () => {
    await change(ids[1] ?? '', { addTags: ['even'] });
    expect(await names({ tag: 'even' })).toEqual(['P4', 'P2', 'P1', 'P0']);
    await change(ids[1] ?? '', { removeTags: ['even'] });
    await change(ids[2] ?? '', { tags: ['n2', 'other'] });
    expect(await names({ tag: 'even' })).toEqual(['P4', 'P0']);
    const { body } = await rig.workspace.api('GET', '/contact-tags');
    expect(body.data).toEqual(['100%_odd', 'even', 'n0', 'n2', 'n4', 'other']);
    await rig.workspace.api('POST', '/contacts/batch', {
      contacts: [
        { phone: '491712000002', addTags: ['even'] },
        { phone: '491712000008', name: 'P8', tags: ['even', 'even'] },
      ],
    });
    expect(await names({ tag: 'even' })).toEqual(['P8', 'P4', 'P2', 'P0']);
    await rig.workspace.api('DELETE', '/contacts/491712000008');
    expect(await names({ tag: 'even' })).toEqual(['P4', 'P2', 'P0']);
  });

  it('has the tags of contacts from before the upgrade', async () => {
    const { database } = rig.server.container;
    await database.run('/* system: test */ DELETE FROM contact_tags', {});
    expect(await names({ tag: 'even' })).toEqual([]);
    const unwatched = openDatabase(rig.server.databaseUrl, { poolSize: 2 });
    onTestFinished(() => unwatched.close());
    // Twice, because an interrupted step runs again from its start.
    for (const _ of [1, 2]) await contactFilters.fill?.(unwatched);
    expect(await names({ tag: 'even' })).toEqual(['P4', 'P2', 'P0']);
  });

  it('of changes misses none that is made while it is read, page after page', async () => {
    const { body } = await change(ids[3] ?? '', { name: 'P3 changed' });
    expect(await names({ updatedSince: body.updatedAt })).toEqual(['P3 changed']);
    expect(await names({ updatedSince: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    let isFirst = true;
    const pages = await walk({ updatedSince: '2020-01-01T00:00:00Z', limit: '2' }, async () => {
      if (isFirst) await change(ids[0] ?? '', { name: 'P0 changed' });
      isFirst = false;
    });
    const seen = pages.flat();
    for (const name of ['P1', 'P2', 'P3 changed', 'P4', 'P0 changed']) expect(seen).toContain(name);
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
  });

  it('is walked by Link headers, while contacts are added, without gaps or repetitions', async () => {
    let made = 0;
    const pages = await walk({ tag: 'even', limit: '1', page: '1' }, async () => {
      made += 1;
      await rig.workspace.api('POST', '/contacts', { phone: `49171300000${made}`, tags: ['even'] });
    });
    expect(pages).toEqual([['P4'], ['P2'], ['P0 changed']]);
  });

  it('rejects the cursor of another filter, and shows nothing of another workspace', async () => {
    const { body } = await list({ tag: 'even', limit: '1' });
    const cursor = body.pagination.nextCursor;
    expect((await list({ tag: 'even', limit: '1', cursor })).status).toBe(200);
    expect((await list({ tag: 'n4', limit: '1', cursor })).status).toBe(400);
    const other = await createWorkspace(rig.server);
    for (const query of [
      'tag=even',
      'email=shared@example.com',
      'phone=491712000001',
      'updatedSince=2020-01-01T00:00:00Z',
    ])
      expect((await other.api('GET', `/contacts?${query}`)).body.data).toEqual([]);
    expect((await other.api('GET', '/contact-tags')).body.data).toEqual([]);
  });
});
