import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactSearch } from '../../server/db/migrations/0006-contact-search.ts';
import { insertRows } from '../../server/db/seeds/insert-rows.ts';
import { ContactBlocksRepository } from '../../server/features/contacts/contact-blocks.repository.ts';
import { ContactSuffixesRepository } from '../../server/features/contacts/contact-suffixes.repository.ts';
import { ContactsRepository } from '../../server/features/contacts/contacts.repository.ts';
import { foldForSearch } from '../../server/features/contacts/search-text.ts';
import { createStoreInbound } from '../../server/flows/store-inbound.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { createUnitOfWork } from '../../server/kernel/outbox/unit-of-work.ts';
import { CONTACT_STATUSES } from '../../shared/contract/contacts.contract.ts';
import { expectSearchInStep, storedBlocks, storedContacts } from '../helpers/search-index.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const name = fc
  .array(fc.constantFrom('banana', 'Änne ', '🙂', '%_\\', '49', 'a', ' b', 'ﬃ', '漢字'), { maxLength: 6 })
  .map((parts) => parts.join('').trim());
const phone = fc.integer({ min: 1, max: 40 }).map((number) => `4917012340${String(number).padStart(2, '0')}`);
const status = fc.constantFrom(...CONTACT_STATUSES);
const which = fc.nat();

const operation = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name, phone }),
  fc.record({ do: fc.constant('write in' as const), name, phone, from: fc.constantFrom('phone', 'user') }),
  fc.record({ do: fc.constant('rename' as const), which, name }),
  fc.record({ do: fc.constant('move' as const), which, phone }),
  fc.record({ do: fc.constant('rate' as const), which, status }),
  fc.record({ do: fc.constant('all at once' as const), which, name, phone, status }),
  fc.record({ do: fc.constant('delete' as const), which }),
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

describe('whatever is done to contacts', () => {
  it('leaves suffixes, blocks and total as the contacts say', async () => {
    const { database } = server.container;
    const inUnitOfWork = createUnitOfWork(database, () => undefined);
    const storeInbound = createStoreInbound({ database, inUnitOfWork });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
        const workspace = await createWorkspace(server);
        let sent = 0;
        const perform = async (one: Operation): Promise<void> => {
          if (one.do === 'create') {
            await workspace.api('POST', '/contacts', { name: one.name, phone: one.phone });
            return;
          }
          if (one.do === 'write in') {
            sent += 1;
            return storeInbound(workspace.scope, {
              platformId: `wamid.${sent}`,
              sender:
                one.from === 'phone'
                  ? { phone: one.phone, userId: null }
                  : { phone: null, userId: `BR.${one.phone}` },
              profileName: one.name,
              sentAt: new Date(),
              type: 'text',
              content: 'hello',
              payload: null,
              replyToPlatformId: null,
            });
          }
          const { data } = (await workspace.api('GET', '/contacts?limit=100')).body;
          const id = data[one.which % Math.max(1, data.length)]?.id;
          if (!id) return;
          const { do: what, which: _, ...changes } = one;
          const answer = await workspace.api(
            what === 'delete' ? 'DELETE' : 'PATCH',
            `/contacts/${id}`,
            what === 'delete' ? undefined : changes,
          );
          expect([200, 404, 409]).toContain(answer.status);
        };
        // In threes at the same time, so that changes of one contact meet each other.
        for (let start = 0; start < operations.length; start += 3)
          await Promise.all(operations.slice(start, start + 3).map(perform));
        await expectSearchInStep(database, workspace.scope.key);
      }),
      { numRuns: 8 },
    );
  });

  it('is what the migration would have written', async () => {
    const { database } = server.container;
    const workspace = await createWorkspace(server);
    const other = await createWorkspace(server);
    const people = [
      'Bánana Ana',
      '',
      'ﬃ 🙂🙂🙂🙂🙂🙂🙂🙂🙂 x',
      ' %_\\',
      'a'.repeat(200),
      '漢字かな交じり文です',
    ];
    for (const [index, called] of people.entries()) {
      for (const [place, of] of [workspace, other].entries()) {
        await of.api('POST', '/contacts', { name: called, phone: `49170${place}2345${index}` });
      }
    }
    const { data } = (await workspace.api('GET', '/contacts')).body;
    for (const [index, wanted] of CONTACT_STATUSES.entries())
      await workspace.api('PATCH', `/contacts/${data[index].id}`, { status: wanted });
    const keys = [workspace.scope.key, other.scope.key];
    for (const tenantId of keys) {
      await database.run('DELETE FROM contact_suffixes WHERE tenant_id = :tenantId', { tenantId });
      await database.run('DELETE FROM contact_blocks WHERE tenant_id = :tenantId', { tenantId });
    }
    // Twice: a step that was cut off runs again from its start.
    for (const _ of [1, 2]) {
      for (const statement of contactSearch.statements) await database.sequelize.query(statement);
      await contactSearch.fill?.(database);
      for (const tenantId of keys) await expectSearchInStep(database, tenantId);
    }
  });
});

describe('blocks', () => {
  it('count what is in them after creations and deletions in parallel, by clocks that disagree', async () => {
    const { database } = server.container;
    const inUnitOfWork = createUnitOfWork(database, () => undefined);
    const { scope } = await createWorkspace(server);
    const sizes = { block: 4, segment: 2 };
    const segments = new Map<string, number>();
    const create = (id: Buffer) =>
      inUnitOfWork(scope, async (work) => {
        const now = new Date();
        const called = `Person ${id.toString('hex').slice(0, 3)}`;
        const row = {
          id,
          name: called,
          nameSearch: foldForSearch(called),
          phone: null,
          email: null,
          tags: '[]',
          status: 'cold' as const,
          createdAt: now,
          updatedAt: now,
        };
        await insertRows(database.models.contact, scope.key, [row], work.tx);
        work.countContacts(1);
        work.atEnd(async () => {
          const segment = await new ContactBlocksRepository(database, scope, work.tx)
            .withSizes(sizes)
            .take(id);
          segments.set(id.toString('hex'), segment);
          await new ContactSuffixesRepository(database, scope, work.tx).add(row, segment);
        });
      });
    const remove = (id: Buffer) =>
      inUnitOfWork(scope, async (work) => {
        const blocks = new ContactBlocksRepository(database, scope, work.tx).withSizes(sizes);
        const row = await new ContactsRepository(database, scope, work.tx).lock(id);
        if (!row) return;
        await new ContactSuffixesRepository(database, scope, work.tx).drop(row, await blocks.segmentOf(id));
        await new ContactsRepository(database, scope, work.tx).remove(id);
        work.countContacts(-1);
        work.atEnd(() => blocks.leave(id));
      });

    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    // One server's clock is an hour behind: its ids always land far below the newest.
    const idAt = (index: number) => {
      const id = newKey();
      id.writeUIntBE(0x019000000000 + index * 1_000 - (index % 3 === 0 ? 3_600_000 : random(3_000)), 0, 6);
      return id;
    };
    const made: Buffer[] = [];
    for (let round = 0; round < 25; round += 1) {
      const fresh = Array.from({ length: 8 }, (_, index) => idAt(round * 8 + index));
      const gone = Array.from({ length: 3 }, () => made[random(Math.max(1, made.length))]).filter(
        (id) => id !== undefined,
      );
      await Promise.all([...fresh.map(create), ...gone.map(remove)]);
      made.push(...fresh);
    }
    await expectSearchInStep(database, scope.key);

    const left = await storedContacts(database, scope.key);
    const blocks = new ContactBlocksRepository(database, scope).withSizes(sizes);
    for (const { id } of left)
      expect(await blocks.segmentOf(id), 'a contact never changes its segment').toBe(
        segments.get(id.toString('hex')),
      );
    const lives = (await storedBlocks(database, scope.key)).map((block) => block.live);
    expect(Math.max(...lives)).toBeLessThan(2 * sizes.block);
    for (let offset = 0; offset <= left.length + 1; offset += 1) {
      const place = await blocks.locate(offset);
      const below = left.filter(({ id }) => !place.before || id.compare(place.before) < 0);
      expect(below[place.offset]?.id).toEqual(left[offset]?.id);
      if (left[offset]) expect(place.offset).toBeLessThan(2 * sizes.block);
    }
  });
});

describe('a deep page of all contacts', () => {
  it('is what a count from the top gives', async () => {
    const { database } = server.container;
    const workspace = await createWorkspace(server);
    const { scope } = workspace;
    const now = new Date();
    const rows = Array.from({ length: 2_250 }, (_, index) => ({
      id: newKey(),
      name: '',
      nameSearch: '',
      phone: null,
      email: `${index}@example.test`,
      tags: '[]',
      status: 'cold' as const,
      createdAt: now,
      updatedAt: now,
    }));
    await database.transaction(async (tx) => {
      await database.run(
        'UPDATE tenant_counters SET contacts = :count WHERE tenant_id = :tenantId',
        { count: rows.length, tenantId: scope.key },
        tx,
      );
      await insertRows(database.models.contact, scope.key, rows, tx);
      for (const [index, live] of [1_000, 1_000, 250].entries()) {
        const firstId = index === 0 ? Buffer.alloc(16) : rows[index * 1_000]?.id;
        await database.run(
          `INSERT INTO contact_blocks (tenant_id, first_id, segment, live)
           VALUES (:tenantId, :firstId, 0, :live)`,
          { tenantId: scope.key, firstId: firstId ?? null, live },
          tx,
        );
      }
    });
    const deleted = [100, 1_500, 2_100].map((index) => rows[index]?.id ?? Buffer.alloc(16));
    for (const id of deleted) await workspace.api('DELETE', `/contacts/${encodeId('contact', id)}`);
    const seen: string[] = [];
    for (let page = 1; page <= 24; page += 1) {
      const { body } = await workspace.api('GET', `/contacts?limit=100&page=${page}`);
      expect(body.pagination.total).toBe(2_247);
      seen.push(...body.data.map((contact: { email: string }) => contact.email));
    }
    const left = rows.filter(({ id }) => !deleted.includes(id)).map((row) => row.email);
    expect(seen).toEqual(left.reverse());
    await expectSearchInStep(database, scope.key);
  });
});
