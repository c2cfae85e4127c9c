import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseTimeoutError } from '../../db/database-errors.ts';
import type { Resources } from '../context/context.ts';
import { encodeTenantId } from '../ids.ts';
import { createItemRounds, createRounds, createTenantRounds, TENANTS_AT_ONCE, workOnEach } from './rounds.ts';

const rounds = { name: 'plum_picker', everyMs: 1, problem: 'could not pick plums; will retry' };

function worldOf() {
  const warned: { tenantId?: string }[] = [];
  const succeeded: string[] = [];
  const db = { inTurnOf: () => db };
  const resources = {
    db,
    log: { warn: (about: object) => void warned.push(about) },
    roundSucceeded: (worker: string) => void succeeded.push(worker),
  } as unknown as Resources;
  return { resources, warned, succeeded };
}

it('an error in one workspace does not hold up the others, and the round does not count as a success', async () => {
  const { resources, warned, succeeded } = worldOf();
  const bad = randomBytes(16);
  const good = randomBytes(16);
  let isRepaired = false;
  const worked: string[] = [];
  const worker = createTenantRounds(resources, {
    ...rounds,
    tenants: async () => [bad, good],
    run: async ({ scope }) => {
      if (scope.key.equals(bad) && !isRepaired) throw new Error('rotten');
      worked.push(scope.key.toString('hex'));
      return false;
    },
  });
  onTestFinished(worker.stop);

  worker.start();
  await vi.waitFor(() => expect(worked.length).toBeGreaterThan(2));
  expect(new Set(worked)).toEqual(new Set([good.toString('hex')]));
  expect(warned.every(({ tenantId }) => tenantId === encodeTenantId(bad))).toBe(true);
  expect(succeeded, 'only its start').toEqual([rounds.name]);

  isRepaired = true;
  await vi.waitFor(() => expect(succeeded.length).toBeGreaterThan(2));
  expect(worked).toContain(bad.toString('hex'));
});

it('while one workspace has more, all that have work take turns in the same round', async () => {
  const { resources } = worldOf();
  const left = new Map([
    ['large', 3],
    ['small', 1],
  ]);
  const ids = new Map([...left.keys()].map((name) => [name, randomBytes(16)]));
  const order: string[] = [];
  const worker = createTenantRounds(resources, {
    ...rounds,
    everyMs: 60_000,
    tenants: async () => [...left].flatMap(([name, count]) => (count > 0 ? [ids.get(name) as Buffer] : [])),
    run: async ({ scope }) => {
      const name = [...ids].find(([, id]) => id.equals(scope.key))?.[0] ?? '';
      order.push(name);
      left.set(name, (left.get(name) ?? 0) - 1);
      return (left.get(name) ?? 0) > 0;
    },
  });
  onTestFinished(worker.stop);

  worker.start();
  await vi.waitFor(() => expect(order).toEqual(['large', 'small', 'large', 'large']));
});

it('workspaces that always have work do not keep those behind a full page from their turn', async () => {
  const { resources } = worldOf();
  const ids = Array.from({ length: TENANTS_AT_ONCE + 5 }, (_, count) => {
    const id = Buffer.alloc(16);
    id.writeUInt32BE(count + 1, 12);
    return id;
  });
  const worked = new Set<string>();
  const worker = createTenantRounds(resources, {
    ...rounds,
    tenants: async (_db, after, limit) => ids.filter((id) => Buffer.compare(id, after) > 0).slice(0, limit),
    run: async ({ scope }) => {
      worked.add(scope.key.toString('hex'));
      return false;
    },
  });
  onTestFinished(worker.stop);

  worker.start();
  await vi.waitFor(() => expect(worked.size).toBe(ids.length));
});

/** Runs rounds through items of one workspace, three at a time; `work` takes an item off the list by returning true. */
function pickAll(left: Set<number>, work: (item: number, turn: { leave(): void; end(): void }) => boolean) {
  const { resources } = worldOf();
  const tenant = randomBytes(16);
  const keyOf = (item: number) => Buffer.alloc(16, item);
  const asked: number[][] = [];
  const worker = createItemRounds<number>(resources, {
    ...rounds,
    tenants: async () => [tenant],
    atOnce: 3,
    due: async (_ctx, limit, except) => {
      const items = [...left]
        .filter((item) => !except.some((key) => key.equals(keyOf(item))))
        .slice(0, limit);
      asked.push(items);
      return items;
    },
    keyOf,
    work: async (_ctx, item, turn) => {
      if (work(item, turn)) left.delete(item);
    },
  });
  onTestFinished(worker.stop);
  worker.start();
  return asked;
}

it('a page full of items that fail or stay does not keep those behind it from their turn, and is tried again', async () => {
  const left = new Set([1, 2, 3, 4, 5]);
  let isRepaired = false;
  const asked = pickAll(left, (item, turn) => {
    if (item === 3) turn.leave();
    else if (item < 3 && !isRepaired) throw new Error('rotten');
    return item !== 3;
  });
  await vi.waitFor(() => expect([...left]).toEqual([1, 2, 3]));
  expect(asked.slice(0, 3)).toEqual([
    [1, 2, 3],
    [4, 5],
    [1, 2, 3],
  ]);
  isRepaired = true;
  await vi.waitFor(() => expect([...left]).toEqual([3]));
});

it('the rest of a workspace waits for the next round where an item ends the turn', async () => {
  const left = new Set([1, 2]);
  const worked: number[] = [];
  pickAll(left, (item, turn) => {
    worked.push(item);
    if (worked.length === 1) turn.end();
    return worked.length > 1;
  });
  await vi.waitFor(() => expect(left.size).toBe(0));
  expect(worked).toEqual([1, 1, 2]);
});

it('a stop waits for the round, which is told about it, and none follows', async () => {
  const { resources } = worldOf();
  let begun = 0;
  let ended = 0;
  const worker = createRounds(resources, {
    ...rounds,
    run: async (isStopping) => {
      begun += 1;
      while (!isStopping()) await sleep(1);
      ended += 1;
    },
  });

  worker.start();
  await vi.waitFor(() => expect(begun).toBe(1));
  await worker.stop();
  expect(ended).toBe(1);
  worker.wake();
  await sleep(10);
  expect(begun).toBe(1);
});

it('an item that fails does not hold up those behind it, and the round has failed', async () => {
  const worked: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error('rotten');
    worked.push(item);
  };
  await expect(workOnEach([1, 2, 3], () => false, work)).rejects.toThrow('rotten');
  expect(worked).toEqual([2, 3]);
  await workOnEach([4, 5], () => worked.includes(4), work);
  expect(worked, 'the rest waits for the next start').toEqual([2, 3, 4]);
});

it.each([
  ['a lock that is held for long', 1205],
  ['a trigger or check of the database', 1644],
])('an item that meets %s does not hold up those behind it either', async (_what, errno) => {
  const worked: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw Object.assign(new Error('about one row'), { errno });
    worked.push(item);
  };
  await expect(workOnEach([1, 2, 3], () => false, work)).rejects.toThrow('about one row');
  expect(worked).toEqual([2, 3]);
});

it('an error of the database ends the round at once: the others would only wait for it as well', async () => {
  const worked: number[] = [];
  const work = async (item: number) => {
    worked.push(item);
    throw new DatabaseTimeoutError('connection');
  };
  await expect(workOnEach([1, 2, 3], () => false, work)).rejects.toThrow(DatabaseTimeoutError);
  expect(worked).toEqual([1]);
});
