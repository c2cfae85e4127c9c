import type { Resources } from '../../kernel/context/context.ts';
import { createTenantRounds } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { countEvents, type ReadRules } from './count-events.ts';
import { tenantsToCount } from './insights.sql.ts';
import { rebuild } from './rebuild.ts';

const EVERY_MS = 1_000;
/** Transactions for one workspace in one round, so that workspaces take turns. */
const BATCHES_A_ROUND = 20;

/**
 * Creates the worker that counts what happens by the hour (decision 0310). Any number of servers may run it. Rebuilds
 * are done beside it, one at a time.
 */
export function createInsightWorker(resources: Resources, readRules: ReadRules): Worker {
  let rebuilding: Promise<void> | null = null;
  let isStopped = false;

  function beginRebuild(scope: TenantScope): void {
    rebuilding ??= rebuild(resources, scope, readRules, () => isStopped)
      .catch((error) =>
        resources.log.warn({ err: error, tenantId: scope.tenantId }, 'could not rebuild figures; will retry'),
      )
      .finally(() => {
        rebuilding = null;
      });
  }

  const rounds = createTenantRounds(resources, {
    name: 'insights',
    everyMs: EVERY_MS,
    problem: 'could not count figures; will retry',
    tenants: tenantsToCount,
    run: async ({ scope }, isStopping) => {
      for (let batch = 0; batch < BATCHES_A_ROUND && !isStopping(); batch += 1) {
        const outcome = await countEvents(resources, scope, readRules);
        if (outcome === 'rebuild') beginRebuild(scope);
        if (outcome !== 'more') break;
      }
      return false;
    },
  });
  return {
    ...rounds,
    stop: async () => {
      isStopped = true;
      await rounds.stop();
      await rebuilding;
    },
  };
}
