import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLANK_CONTACT } from '../../server/db/models/contact.model.ts';
import { foldForSearch } from '../../server/db/search-text.ts';
import { placeAtOffset, segmentOf } from '../../server/features/contacts/contact-blocks.repository.ts';
import { addContactRow, deleteContactRow } from '../../server/features/contacts/contact-changes.ts';
import { lockContact } from '../../server/features/contacts/contacts.repository.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { insertRows } from '../../server/kernel/tenancy/rows.ts';
import { expectSearchInStep, storedBlocks, storedContacts } from '../helpers/search-index.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('blocks', () => {
  it('count their contacts after concurrent creations and deletions with different clocks', async () => {
    const { database } = server.container;
    const { scope } = await createWorkspace(server);
    const ctx = server.container.contextFor(scope);
    const sizes = { block: 4, segment: 2 };
    const segments = new Map<string, number>();
    const create = (id: Buffer) =>
      inTransaction(ctx, async (ctx) => {
        const now = new Date();
        const called = `Person ${id.toString('hex').slice(0, 3)}`;
        const row = {
          ...BLANK_CONTACT,
          id,
          name: called,
          nameSearch: foldForSearch(called),
          phone: null,
          createdAt: now,
          updatedAt: now,
        };
        await addContactRow(ctx, row, sizes);
        // Steps at the end run one after another: by now the contact has its block.
        ctx.atEnd(async () => {
          segments.set(id.toString('hex'), await segmentOf(ctx, id));
        });
      });
    const remove = (id: Buffer) =>
      inTransaction(ctx, async (ctx) => {
        const row = await lockContact(ctx, id);
        if (row) await deleteContactRow(ctx, row);
      });

    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    // One server's clock is an hour behind: its ids are always far below the newest.
    const idAt = (index: number) => {
      const id = newKey();
      id.writeUIntBE(0x019000000000 + index * 1_000 - (index % 3 === 0 ? 3_600_000 : random(3_000)), 0, 6);
      return id;
    };
    const made: Buffer[] = [];
    for (let round = 0; round < 25; round += 1) {
      const fresh = Array.from({ length: 8 }, (_, index) => idAt(round * 8 + index));
      const deleted = Array.from({ length: 3 }, () => made[random(Math.max(1, made.length))]).filter(
        (id) => id !== undefined,
      );
      await Promise.all([...fresh.map(create), ...deleted.map(remove)]);
      made.push(...fresh);
    }
    await expectSearchInStep(database, scope.key);

    const left = await storedContacts(database, scope.key);
    for (const { id } of left)
      expect(await segmentOf(ctx, id), 'a contact never changes its segment').toBe(
        segments.get(id.toString('hex')),
      );
    const lives = (await storedBlocks(database, scope.key)).map((block) => block.live);
    expect(Math.max(...lives)).toBeLessThan(2 * sizes.block);
    for (let offset = 0; offset <= left.length + 1; offset += 1) {
      const place = await placeAtOffset(ctx, offset, sizes);
      const below = left.filter(({ id }) => !place.before || id.compare(place.before) < 0);
      expect(below[place.offset]?.id).toEqual(left[offset]?.id);
      if (left[offset]) expect(place.offset).toBeLessThan(2 * sizes.block);
    }
  });
});

describe('a deep page of all contacts', () => {
  it('returns the same contact as counting from the top', async () => {
    const { database } = server.container;
    const workspace = await createWorkspace(server);
    const { scope } = workspace;
    const now = new Date();
    // Nothing by which the search finds them: the rows are inserted without it.
    const rows = Array.from({ length: 2_250 }, () => ({
      ...BLANK_CONTACT,
      id: newKey(),
      name: '',
      nameSearch: '',
      phone: null,
      email: null,
      createdAt: now,
      updatedAt: now,
    }));
    await database.transaction(async (tx) => {
      await database.run(
        'UPDATE tenant_counters SET contacts = :count WHERE tenant_id = :tenantId',
        { count: rows.length, tenantId: scope.key },
        tx,
      );
      await insertRows({ db: database, scope, tx }, 'contact', rows);
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
      seen.push(...body.data.map((contact: { id: string }) => contact.id));
    }
    const left = rows.filter(({ id }) => !deleted.includes(id)).map(({ id }) => encodeId('contact', id));
    expect(seen).toEqual(left.reverse());
    await expectSearchInStep(database, scope.key);
  });
});
