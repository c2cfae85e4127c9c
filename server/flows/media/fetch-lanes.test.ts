import { expect, it } from 'vitest';
import type { Bindings, Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import { createFetchLanes, FETCH_SLOTS } from './fetch-lanes.ts';

/** A database in which these workspaces have as many due files as are asked for. */
function withFilesOf(tenants: readonly Buffer[]) {
  const owners = new Map<string, Buffer>();
  const database = {
    select: async (sql: string, bindings?: Bindings) => {
      const tenantId = bindings?.tenantId as Buffer | undefined;
      if (!tenantId) return tenants.map((one) => ({ tenantId: one }));
      return Array.from({ length: Number(sql.match(/LIMIT (\d+)/)?.[1]) }, () => {
        const id = newKey();
        owners.set(id.toString('hex'), tenantId);
        return { id };
      });
    },
    run: async (_sql: string, { ids }: { ids: Buffer[] }) => ids.length,
  } as unknown as Database;
  const countOf = (ids: readonly Buffer[], tenant: Buffer) =>
    ids.filter((id) => owners.get(id.toString('hex'))?.equals(tenant)).length;
  return { database, countOf };
}

it('a workspace leaves slots to others, however many files it has', async () => {
  const [busy, other] = [newKey(), newKey()];
  const alone = createFetchLanes(withFilesOf([busy]).database);
  expect((await alone.claim(FETCH_SLOTS)).ids).toHaveLength(4);
  expect((await alone.claim(FETCH_SLOTS - 4)).ids).toHaveLength(0);
  const { database, countOf } = withFilesOf([busy, other]);
  const { ids } = await createFetchLanes(database).claim(FETCH_SLOTS);
  expect(countOf(ids, other)).toBeGreaterThanOrEqual(1);
});

it('the last free slots are for workspaces that fetch nothing', async () => {
  const tenants = [newKey(), newKey(), newKey()];
  const { database, countOf } = withFilesOf(tenants);
  const lanes = createFetchLanes(database);
  const first = (await lanes.claim(FETCH_SLOTS)).ids;
  expect(tenants.map((tenant) => countOf(first, tenant))).toEqual([2, 1, 1]);
  // They hang: the rest is for a workspace that comes later.
  expect((await lanes.claim(FETCH_SLOTS - first.length)).ids).toHaveLength(0);
  tenants.push(newKey());
  expect((await lanes.claim(FETCH_SLOTS - first.length)).ids).toHaveLength(1);
});
