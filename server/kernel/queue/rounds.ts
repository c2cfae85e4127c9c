import type { Database } from '../../db/database.ts';
import { isOutage, isUndone } from '../../db/database-errors.ts';
import { type Context, operatorContext, type Resources } from '../context/context.ts';
import { mintTenantScope } from '../tenancy/mint-tenant-scope.ts';
import type { Worker } from './worker.ts';

/** Work that looks for what has become due. */
interface Rounds {
  /** The name of the worker in the metrics: lower case, with underscores. */
  name: string;
  everyMs: number;
  /** Logged when a round fails; the next one tries again. */
  problem: string;
}

/** Rounds of work for the server as a whole. */
interface ServerRounds extends Rounds {
  /**
   * Does one bounded round. Between two items, `isStopping` says whether to leave the rest to the next start; `stopping` ends
   * what would keep a stop waiting, such as a call of the model.
   */
  run(isStopping: () => boolean, stopping: AbortSignal): Promise<void>;
}

/** Which workspaces have work. */
interface TenantPages {
  /**
   * Returns up to `limit` workspaces that have work, with ids above `after`, in the order of their ids. Where work leaves the
   * list when it is tried, as with a due time that moves, any other page will do.
   */
  tenants(db: Database, after: Buffer, limit: number): Promise<Buffer[]>;
}

/** Rounds of work in workspaces. */
interface TenantRounds extends Rounds, TenantPages {
  /**
   * Does one bounded batch in a workspace. Returns true when it got on and there may be more: then all workspaces
   * with work have another turn in this round.
   */
  run(ctx: Context, isStopping: () => boolean, stopping: AbortSignal): Promise<boolean>;
}

/** What work can say of its item. */
interface Turn {
  /** The item stays due, although nothing failed. */
  leave(): void;
  /** The others of its workspace would not get on either: they wait for the next round. */
  end(): void;
}

/** Rounds of work on items of workspaces. */
interface ItemRounds<Item> extends Rounds, TenantPages {
  /** Items of one workspace in one turn. */
  atOnce: number;
  /** Whether a workspace with more than that has another turn in the same round. */
  isDrained?: boolean;
  /** Returns up to `limit` items that are due, in their order, without those whose keys are in `except`, which is never empty. */
  due(ctx: Context, limit: number, except: readonly Buffer[]): Promise<Item[]>;
  keyOf(item: Item): Buffer;
  work(ctx: Context, item: Item, turn: Turn): Promise<void>;
}

/** Workspaces that one pass works in. The next one goes on after them. */
export const TENANTS_AT_ONCE = 1_000;
/** After this, also what was passed over has its turn, however much is due. */
const WALK_MS = 60_000;
/** With so many items of a workspace that fail, the cause is not one of them. */
const PASSED_OVER_MAX = 500;
/** Before every workspace, and no item: SQL takes no empty list. */
const NO_ID = Buffer.alloc(16);

/** Creates a worker that does rounds, one at a time, with a pause between them. */
export function createRounds(resources: Resources, { run, ...rounds }: ServerRounds): Worker {
  return repeat(resources, rounds, async (isStopping, stopping) => {
    await run(isStopping, stopping);
    return true;
  });
}

/**
 * Creates a worker that does rounds through the workspaces that have work. They take turns, and an error in one of them
 * does not hold up the others.
 */
export function createTenantRounds(resources: Resources, { tenants, run, ...rounds }: TenantRounds): Worker {
  /** The workspace that the last pass came to. */
  let place: Buffer = NO_ID;

  async function pass(
    isStopping: () => boolean,
    stopping: AbortSignal,
  ): Promise<{ isMore: boolean; isOk: boolean }> {
    const outcome = { isMore: false, isOk: true };
    const found = await tenants(resources.db, place, TENANTS_AT_ONCE);
    // Those that always have work, and those whose work fails, do not keep the others from their turn.
    place = (found.length === TENANTS_AT_ONCE && found.at(-1)) || NO_ID;
    for (const tenantId of found) {
      if (isStopping()) break;
      const ctx = operatorContext(resources, mintTenantScope(tenantId));
      try {
        if (await run(ctx, isStopping, stopping)) outcome.isMore = true;
      } catch (error) {
        outcome.isOk = false;
        resources.log.warn({ err: error, tenantId: ctx.scope.tenantId }, rounds.problem);
      }
    }
    return outcome;
  }

  return repeat(resources, rounds, async (isStopping, stopping) => {
    while (true) {
      const { isMore, isOk } = await pass(isStopping, stopping);
      if (!isMore || isStopping()) return isOk;
      if (isOk) resources.roundSucceeded(rounds.name);
    }
  });
}

/**
 * Creates a worker that does rounds through items that are due. What fails or stays is passed over until its workspace has no
 * further items, a minute at most: a page full of such items does not keep those behind it from their turn (decision 0344).
 */
export function createItemRounds<Item>(
  resources: Resources,
  { atOnce, isDrained = false, due, keyOf, work, ...rounds }: ItemRounds<Item>,
): Worker {
  /** What was passed over in workspaces with more items than one turn works on, and since when. */
  const walks = new Map<string, { passed: Buffer[]; since: number }>();

  function walkIn(tenantId: string): { passed: Buffer[]; since: number } {
    const now = performance.now();
    const known = walks.get(tenantId);
    return known && now - known.since < WALK_MS ? known : { passed: [], since: now };
  }

  return createTenantRounds(resources, {
    ...rounds,
    run: async (ctx, isStopping) => {
      const { tenantId } = ctx.scope;
      const walk = walkIn(tenantId);
      const { passed } = walk;
      walks.delete(tenantId);
      const items = await due(ctx, atOnce, [NO_ID, ...passed]);
      let isEnough = false;
      try {
        await workOnEach(
          items,
          () => isEnough || isStopping(),
          async (item) => {
            let isLeft = false;
            passed.push(keyOf(item));
            await work(ctx, item, {
              leave: () => {
                isLeft = true;
              },
              end: () => {
                isEnough = true;
              },
            });
            if (!isLeft) passed.pop();
          },
        );
      } finally {
        const isMore = items.length === atOnce && !isEnough;
        if (isMore && passed.length > 0 && passed.length < PASSED_OVER_MAX) walks.set(tenantId, walk);
      }
      return isDrained && items.length === atOnce;
    },
  });
}

/**
 * Works on the items of a round one after the other. One that fails does not hold up those behind it; the round has failed all the
 * same, so that it is logged and an alert finds it. While the database is away, the others would only wait as well.
 */
export async function workOnEach<Item>(
  items: readonly Item[],
  isStopping: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (isStopping()) break;
    try {
      await work(item);
    } catch (error) {
      // A conflict over the rows of one item is about that item.
      if (isOutage(error) && !isUndone(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Repeats a round, which returns whether all of it succeeded. */
function repeat(
  { log, roundSucceeded }: Resources,
  { name, everyMs, problem }: Rounds,
  round: (isStopping: () => boolean, stopping: AbortSignal) => Promise<boolean>,
): Worker {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  async function once(): Promise<void> {
    try {
      if (await round(isStopping, stopping.signal)) roundSucceeded(name);
    } catch (error) {
      log.warn({ err: error }, problem);
    }
  }

  function begin(): void {
    clearTimeout(timer);
    if (isStopping()) return;
    current ??= once().finally(() => {
      current = null;
      if (!isStopping()) timer = setTimeout(begin, everyMs);
    });
  }

  return {
    wake: begin,
    start: () => {
      // The alert for workers that have stopped also finds one that never succeeds.
      roundSucceeded(name);
      begin();
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
