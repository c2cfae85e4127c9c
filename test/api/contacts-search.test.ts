import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLANK_CONTACT } from '../../server/db/models/contact.model.ts';
import { foldForSearch } from '../../server/db/search-text.ts';
import { addToBlock, newestSegment } from '../../server/features/contacts/contact-blocks.repository.ts';
import { searchContacts } from '../../server/features/contacts/contact-search.repository.ts';
import { addSuffixes } from '../../server/features/contacts/contact-suffixes.repository.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { insertRows } from '../../server/kernel/tenancy/rows.ts';
import { type ContactStatus, digitsOfSearch } from '../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../shared/domain/contact-status.ts';
import { onlyInSoak, propertyRuns } from '../helpers/lane.ts';
import { expectSearchInStep } from '../helpers/search-index.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Person {
  id: Buffer;
  name: string;
  nameSearch: string;
  phone: string | null;
  email: string | null;
  tags: string[];
  status: ContactStatus;
}

/** Few pieces, so that names share and repeat parts and are longer than a suffix. */
const name = fc
  .array(
    fc.constantFrom(
      'banana',
      'ana',
      'Ana',
      'Ánä',
      'a',
      'aaaaaaaaaaaa',
      ' ',
      '  ',
      '%',
      '_',
      '\\',
      "'",
      '🙂',
      '👩‍👧',
      'ß',
      'ﬁ',
      '漢字かな',
      '49',
      '170 ',
      '0049170',
      'Müller-Lüdenscheidt',
      'İstanbul',
      '\u00a0',
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(''));
const phone = fc.option(
  fc.array(fc.constantFrom('49', '170', '0', '1', '1555', '7'), { minLength: 2, maxLength: 5 }).map(
    // Two people never have the same number, and a number has 15 digits at most.
    (parts) => parts.join('').slice(0, 15),
  ),
);
const email = fc.option(
  fc.constantFrom(
    'ana@ana.com',
    'banana@49.de',
    'anabanana@banana-shop.com',
    '49170@x.org',
    "o'ana_%@banana.com",
  ),
);
const tags = fc.subarray(['ana', 'Ana', 'Ánä', '49', 'banana', 'a 🙂', 'a'.repeat(40)]);
const person = fc.record({ name, phone, email, tags, status: fc.constantFrom(...CONTACT_STATUSES) });

/** Generates a part of someone's name or number of any length, or something without a match. */
const term = (people: readonly { name: string; phone: string | null }[]) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...people), fc.boolean(), fc.nat(40), fc.integer({ min: 1, max: 30 }))
        .map(([{ name: called, phone: number }, isNumber, start, length]) => {
          const text = [...(isNumber ? (number ?? called) : called)];
          const from = text.length === 0 ? 0 : start % text.length;
          return text.slice(from, from + length).join('');
        }),
    },
    { weight: 1, arbitrary: name },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...[
          'ana@ana.com',
          'anabanana@banana',
          '@banana',
          'ana.banana.ana.banana@banana-shop.com',
          '@banana-shop.com',
          'banana-shop.com',
          'shop.com',
        ],
        ...['ANABANANA@BANANA-SHOP.COM', "o'ana_%@", 'anaxbanana@banana', 'ÁNÄ', 'A 🙂', 'a'.repeat(40)],
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('+49 170', '+49 (0) 170 1', '0049170', 'xyz', 'banana%', '\\') },
  );

const scenario = fc.array(person, { minLength: 1, maxLength: 40 }).chain((people) =>
  fc.tuple(
    fc.constant(people),
    fc.array(
      fc.record({
        term: term(people),
        status: fc.option(fc.constantFrom(...CONTACT_STATUSES)),
        limit: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 4, maxLength: 10 },
    ),
  ),
);

type Given = Omit<Person, 'id' | 'nameSearch' | 'email' | 'tags'> & Partial<Pick<Person, 'email' | 'tags'>>;

async function store(people: readonly Given[]) {
  const { database } = server.container;
  const scope = mintTenantScope(newKey());
  const now = new Date();
  const rows = people.map((one) => ({
    ...BLANK_CONTACT,
    ...one,
    tags: JSON.stringify(one.tags ?? []),
    id: newKey(),
    nameSearch: foldForSearch(one.name),
    createdAt: now,
    updatedAt: now,
  }));
  await database.transaction(async (tx) => {
    await database.run(
      'INSERT INTO tenant_counters (tenant_id, contacts) VALUES (:tenantId, :contacts)',
      { tenantId: scope.key, contacts: rows.length },
      tx,
    );
    const ctx = { db: database, scope, tx };
    for (const row of rows) {
      await insertRows(ctx, 'contact', [row]);
      await addSuffixes(ctx, row, await addToBlock(ctx, row.id, { block: 3, segment: 2 }));
    }
  });
  return { scope, people: rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) as string[] })).reverse() };
}

/** Returns the expected matches: by folded name, by digits if the term can be part of a number, by address or by tag. */
function matching(people: readonly Person[], searched: string, status: ContactStatus | null): Person[] {
  const [folded, digits] = [foldForSearch(searched), digitsOfSearch(searched)];
  return people.filter(
    (one) =>
      (status === null || one.status === status) &&
      (one.nameSearch.includes(folded) ||
        (digits !== null && (one.phone ?? '').includes(digits)) ||
        isInEmail(one.email ?? '', folded) ||
        one.tags.some((tag) => foldForSearch(tag) === folded)),
  );
}

/** An address is found from its start, from the @, and from what comes after it. */
const isInEmail = (address: string, folded: string) =>
  [0, address.indexOf('@'), address.indexOf('@') + 1].some((at) => address.slice(at).startsWith(folded));

const hex = (rows: readonly { id: Buffer }[]) => rows.map(({ id }) => id.toString('hex'));

describe('a search', () => {
  // Small bounds cover every strategy with little data: sorted at once, by halved segments, compared.
  for (const bounds of [
    { sorted: 1, compared: 0 },
    { sorted: 4, compared: 3 },
    { sorted: 1, compared: 1_000 },
    { sorted: 4_000, compared: 4_000 },
  ]) {
    it(`finds what a full scan finds, by page and by cursor (${JSON.stringify(bounds)})`, async () => {
      const { database } = server.container;
      await fc.assert(
        fc.asyncProperty(scenario, async ([made, searches]) => {
          const { scope, people } = await store(made);
          const ctx = { db: database, scope };
          for (const { term: searched, status, limit } of searches) {
            const folded = foldForSearch(searched);
            if (folded === '') continue;
            const terms = { name: folded, phone: digitsOfSearch(searched) };
            const expected = hex(matching(people, searched, status));
            const paged: string[] = [];
            for (let offset = 0; offset <= expected.length; offset += limit) {
              const page = await searchContacts(ctx, terms, status, { offset, limit }, bounds);
              expect(page.matches).toBe(expected.length);
              paged.push(...hex(page.rows));
            }
            expect(paged).toEqual(expected);
            const walked: string[] = [];
            for (let before: Buffer | undefined; ; ) {
              const page = await searchContacts(ctx, terms, status, { limit, before }, bounds);
              walked.push(...hex(page.rows));
              before = page.rows.at(-1)?.id;
              if (page.rows.length < limit) break;
            }
            expect(walked).toEqual(expected);
          }
        }),
        { ...propertyRuns(4, 12) },
      );
    });
  }

  it('compares a whole long term, not only its pieces', async () => {
    const { scope } = await store(
      ['abcdefghi', 'abcdefgh bcdefghi', 'xabcdefghix', 'abcdefgh', 'bcdefghi'].map((called) => ({
        name: called,
        phone: null,
        status: 'cold' as const,
      })),
    );
    for (const bounds of [
      { sorted: 1, compared: 0 },
      { sorted: 4_000, compared: 0 },
    ]) {
      const ctx = server.container.contextFor(scope);
      const terms = { name: 'abcdefghi', phone: null };
      const { rows, matches } = await searchContacts(ctx, terms, null, { limit: 9 }, bounds);
      expect(rows.map((row) => row.name)).toEqual(['xabcdefghix', 'abcdefghi']);
      expect(matches).toBe(2);
    }
  });

  it('spreads its rows over several segments', async () => {
    const people = Array.from({ length: 20 }, (_, index) => ({
      name: `Banana ${index}`,
      phone: null,
      status: 'cold' as const,
    }));
    const { scope } = await store(people);
    await expectSearchInStep(server.container.database, scope.key);
    const newest = await newestSegment(server.container.contextFor(scope));
    expect(newest).toBeGreaterThan(1);
  });
});

onlyInSoak(describe)('the total of a search', () => {
  it('is exact up to 1,000 and then capped, also with a status', async () => {
    const people = Array.from({ length: 1_002 }, (_, index) => ({
      name: index === 0 ? 'Otto Normal' : 'Mia Muster',
      phone: null,
      status: index < 3 ? ('hot' as const) : ('cold' as const),
    }));
    const { scope } = await store(people);
    for (const bounds of [
      { sorted: 10, compared: 2 },
      { sorted: 10, compared: 5_000 },
      { sorted: 5_000, compared: 0 },
    ]) {
      const ctx = server.container.contextFor(scope);
      const matches = async (searched: string, status: ContactStatus | null) =>
        (await searchContacts(ctx, { name: searched, phone: null }, status, { limit: 1 }, bounds)).matches;
      expect(await matches('mus', null)).toBe(1_001);
      expect(await matches('mia muster', null)).toBe(1_001);
      expect(await matches('mus', 'cold')).toBe(999);
      expect(await matches('mus', 'hot')).toBe(2);
      expect(await matches('o', null)).toBe(1);
    }
  });
});

describe('search terms', () => {
  it('match through the API, in every spelling', async () => {
    const workspace = await createWorkspace(server);
    await workspace.api('POST', '/contacts', { name: 'Zoë Übermut 100%_\\ 🙂', phone: '+49 170 1234567' });
    await workspace.api('POST', '/contacts', { name: 'Haus 4917', phone: '15550001111' });
    const found = async (search: string) => {
      const { body } = await workspace.api('GET', `/contacts?search=${encodeURIComponent(search)}`);
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map((contact: { name: string }) => contact.name.split(' ')[0]);
    };
    for (const search of ['zoe', 'ÜBER', 'zoë übermut 100', '%', '_', '\\', '🙂', 'ut 1', '0%_\\ 🙂'])
      expect(await found(search), search).toEqual(['Zoë']);
    for (const search of ['+49 170', '+49 (0) 170 12', '491701234567', '00491701234567', '34567'])
      expect(await found(search), search).toEqual(['Zoë']);
    for (const search of ['0170', '(0) 170 12', 'zoe 100', '9'.repeat(30)])
      expect(await found(search), search).toEqual([]);
    expect(await found('4917')).toEqual(['Haus', 'Zoë']);
    expect(await found('+4917')).toEqual(['Zoë']);
    expect(await found('4')).toEqual(['Haus', 'Zoë']);
    // A combining mark alone folds to nothing, and an empty term is no search.
    expect(await found('\u0301')).toEqual(['Haus', 'Zoë']);
  });
});

describe('a search for an email address or a tag', () => {
  it('finds contacts in lists, pages and segments, also with other filters', async () => {
    const workspace = await createWorkspace(server);
    const create = (contact: object) => workspace.api('POST', '/contacts', contact);
    await create({
      name: 'Margit',
      phone: '15550001111',
      email: 'm.olsen@okafor-joinery.co.uk',
      tags: ['VIP'],
    });
    await create({
      name: 'Sam',
      phone: '15550001112',
      email: 'sam@example.com',
      tags: ['sample', 'Très cher client'],
    });
    await create({ name: 'Vip Vipsen', phone: '15550001113' });
    const names = async (path: string) => {
      const send = path.startsWith('/contact-pages') ? workspace.dashboard : workspace.api;
      const { status, body } = await send('GET', path);
      expect(status).toBe(200);
      return body.data.map((contact: { name: string }) => contact.name);
    };
    const expected: [string, string[]][] = [
      ['m.olsen@okafor-joinery.co.uk', ['Margit']],
      ['M.Olsen@OKAFOR', ['Margit']],
      ['m.ol', ['Margit']],
      ['okafor-joinery.co.uk', ['Margit']],
      ['@okafor-j', ['Margit']],
      ['okaf', ['Margit']],
      ['joinery', []],
      ['olsen@okafor', []],
      ['vip', ['Vip Vipsen', 'Margit']],
      ['sample', ['Sam']],
      ['sampl', []],
      ['tres CHER client', ['Sam']],
    ];
    for (const [search, found] of expected) {
      const term = `search=${encodeURIComponent(search)}`;
      expect(await names(`/contacts?${term}`), search).toEqual(found);
      expect(await names(`/contact-pages?sort=added&direction=desc&${term}`), search).toEqual(found);
      const byName = await names(`/contact-pages?sort=name&direction=asc&${term}`);
      expect(byName, search).toEqual([...found].sort());
      const withEmail = found.filter((name) => name !== 'Vip Vipsen');
      expect(await names(`/contacts?hasEmail=true&${term}`), search).toEqual(withEmail);
      expect(await names(`/contacts?status=cold&${term}`), search).toEqual(found);
    }
    const segment = await workspace.api('POST', '/segments', {
      name: 'Important',
      filter: { search: 'vip' },
    });
    const counted = await workspace.api('GET', `/segments/${segment.body.id}/count`);
    expect(counted.body).toMatchObject({ contacts: 2 });
  });

  it('follows changes of the address and the tags', async () => {
    const workspace = await createWorkspace(server);
    const { body } = await workspace.api('POST', '/contacts', {
      ...{ name: 'Margit', phone: '15550001111', email: 'old@example.com', tags: ['north', 'North'] },
    });
    const count = async (search: string) =>
      (await workspace.api('GET', `/contacts?search=${encodeURIComponent(search)}`)).body.pagination.total;
    expect([await count('old@'), await count('NORTH')]).toEqual([1, 1]);
    await workspace.api('PATCH', `/contacts/${body.id}`, { email: 'new@example.com', tags: ['South'] });
    expect([await count('old@'), await count('north')]).toEqual([0, 0]);
    expect([await count('new@'), await count('south'), await count('@example')]).toEqual([1, 1, 1]);
    await expectSearchInStep(server.container.database, workspace.scope.key);
    await workspace.api('DELETE', `/contacts/${body.id}`);
    await expectSearchInStep(server.container.database, workspace.scope.key);
  });
});
