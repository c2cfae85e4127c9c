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

/** Rounds of work in workspaces. */
interface TenantRounds extends Rounds {
  /** Returns the workspaces that have work, a bounded number of them. */
  tenants(db: Database): Promise<Buffer[]>;
  /**
   * Does one bounded batch in a workspace. Returns true when it got on and there may be more: then all workspaces
   * with work have another turn in this round.
   */
  run(ctx: Context, isStopping: () => boolean, stopping: AbortSignal): Promise<boolean>;
}

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
  async function pass(
    isStopping: () => boolean,
    stopping: AbortSignal,
  ): Promise<{ isMore: boolean; isOk: boolean }> {
    const outcome = { isMore: false, isOk: true };
    for (const tenantId of await tenants(resources.db)) {
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
