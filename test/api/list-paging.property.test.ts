import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../helpers/lane.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpServer } from '../helpers/workspace-rig.ts';

const rig = setUpServer();

/** Changes between two pages: rows that are added, and rows that are removed by position. */
const change = fc.record({
  added: fc.integer({ min: 0, max: 3 }),
  removed: fc.array(fc.nat({ max: 99 }), { maxLength: 3 }),
});
const walk = fc.record({
  start: fc.integer({ min: 0, max: 14 }),
  limit: fc.integer({ min: 1, max: 6 }),
  changes: fc.array(change, { minLength: 20, maxLength: 20 }),
});

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `49171${String(phones).padStart(7, '0')}`;
};

/** Creates a workspace's contacts, for a walk that also changes them. */
async function contactsOf(workspace: TestWorkspace, count: number) {
  const add = async () =>
    (await workspace.api('POST', '/contacts', { phone: newPhone(), name: 'walked' })).body.id;
  const there: string[] = [];
  for (let index = 0; index < count; index += 1) there.push(await add());
  const removedIds = new Set<string>();
  return {
    atStart: [...there],
    removedIds,
    apply: async ({ added, removed }: { added: number; removed: number[] }) => {
      for (const at of removed) {
        const [id] = there.splice(at % Math.max(1, there.length), 1);
        if (id === undefined) continue;
        await workspace.api('DELETE', `/contacts/${id}`);
        removedIds.add(id);
      }
      for (let index = 0; index < added; index += 1) there.push(await add());
    },
  };
}

describe('a list paged by cursor while rows are added and removed', () => {
  it.each(['', 'search=walked&', 'status=cold&'])(
    'returns no contact twice and misses none that stayed (%s)',
    async (filter) => {
      await fc.assert(
        fc.asyncProperty(walk, async ({ start, limit, changes }) => {
          const workspace = await createWorkspace(rig.server);
          const contacts = await contactsOf(workspace, start);
          const seen: string[] = [];
          let cursor: string | null = null;
          for (const between of changes) {
            const place: string = cursor === null ? '' : `&cursor=${cursor}`;
            const { status, body } = await workspace.api('GET', `/contacts?${filter}limit=${limit}${place}`);
            expect(status).toBe(200);
            expect(body.data.length).toBeLessThanOrEqual(limit);
            seen.push(...body.data.map(({ id }: { id: string }) => id));
            cursor = body.pagination.nextCursor;
            if (cursor === null) break;
            await contacts.apply(between);
          }
          expect(cursor).toBeNull();
          expect(new Set(seen).size).toBe(seen.length);
          const stayed = contacts.atStart.filter((id) => !contacts.removedIds.has(id));
          expect(seen).toEqual(expect.arrayContaining(stayed));
        }),
        { ...propertyRuns(2, 6), endOnFailure: true },
      );
    },
    60_000,
  );

  it('returns no message of a history twice and misses none', async () => {
    const workspace = await createWorkspace(rig.server);
    await connectWorkspace(rig.server, workspace);
    const phone = newPhone();
    let written = 0;
    // Customers' messages have whole seconds: many share one, and late ones sort between earlier ones.
    const write = async (secondsAgo: number) => {
      const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
      const message = textMessage(phone, `message ${written}`, { timestamp });
      written += 1;
      await postCallback(
        rig.server,
        workspace,
        envelope({ contacts: [{ wa_id: phone, profile: { name: 'W' } }], messages: [message] }),
      );
      return message.id;
    };
    const historyPage = (query: string) => workspace.api('GET', `/messages/${phone}?${query}`);
    const untilStored = () =>
      eventually(async () => {
        const { body } = await historyPage('limit=1');
        return body.pagination?.total === written;
      });
    const times = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 15 });
    const late = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 30, maxLength: 30 });
    const before = new Set<string>();
    await fc.assert(
      fc.asyncProperty(times, late, fc.integer({ min: 2, max: 7 }), async (times, late, limit) => {
        for (const secondsAgo of times) before.add(await write(secondsAgo));
        await untilStored();
        const seen: string[] = [];
        let cursor: string | null = null;
        let page = 0;
        do {
          const { body }: Awaited<ReturnType<typeof historyPage>> = await historyPage(
            `limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
          );
          seen.push(...body.data.map(({ platformId }: { platformId: string }) => platformId));
          cursor = body.pagination.nextCursor;
          const secondsAgo = late[page];
          if (secondsAgo !== undefined && page % 3 === 0) await write(secondsAgo);
          page += 1;
        } while (cursor !== null);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining([...before]));
        await untilStored();
      }),
      { ...propertyRuns(2, 4), endOnFailure: true },
    );
  }, 60_000);
});

describe('a list paged by number', () => {
  /** Requests all pages, and calls `between` after each. */
  async function walkPages(
    workspace: TestWorkspace,
    limit: number,
    between: (page: number) => Promise<void>,
  ): Promise<string[]> {
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await workspace.api('GET', `/contacts?limit=${limit}&page=${page}`);
      if (body.data.length === 0) return seen;
      expect(body.pagination).toMatchObject({ page, limit });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      await between(page);
    }
  }

  it('returns every contact once if nothing changes', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async ({ start, limit }) => {
        const workspace = await createWorkspace(rig.server);
        const contacts = await contactsOf(workspace, start);
        const seen = await walkPages(workspace, limit, async () => undefined);
        expect(seen).toEqual([...contacts.atStart].reverse());
      }),
      { ...propertyRuns(2, 5), endOnFailure: true },
    );
  }, 60_000);

  it('misses no row when rows are only added, and returns none twice when rows are only removed', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async ({ start, limit, changes }) => {
        const workspace = await createWorkspace(rig.server);
        const contacts = await contactsOf(workspace, start);
        const whileAdding = await walkPages(workspace, limit, (page) =>
          // Added rows push others to the next page; this many always let the walk end.
          contacts.apply({
            added: page <= 5 ? Math.min(limit - 1, changes[page]?.added ?? 0) : 0,
            removed: [],
          }),
        );
        expect(whileAdding).toEqual(expect.arrayContaining(contacts.atStart));
        const whileRemoving = await walkPages(workspace, limit, (page) =>
          contacts.apply({ added: 0, removed: changes[page]?.removed ?? [] }),
        );
        expect(new Set(whileRemoving).size).toBe(whileRemoving.length);
      }),
      { ...propertyRuns(2, 5), endOnFailure: true },
    );
  }, 60_000);
});
