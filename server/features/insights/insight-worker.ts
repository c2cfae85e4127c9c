import type { Resources } from '../../kernel/context/context.ts';
import { createRounds } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { countEvents, type ReadRules } from './count-events.ts';
import { tenantsToCount } from './insights.sql.ts';
import { rebuild } from './rebuild.ts';

const EVERY_MS = 1_000;
const TENANTS_MAX = 200;
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
      .catch((error) => resources.log.warn({ err: error }, 'could not rebuild figures; will retry'))
      .finally(() => {
        rebuilding = null;
      });
  }

  const rounds = createRounds(resources.log, {
    everyMs: EVERY_MS,
    problem: 'could not count figures; will retry',
    run: async (isStopping) => {
      for (const tenantId of await tenantsToCount(resources.db, TENANTS_MAX)) {
        const scope = mintTenantScope(tenantId);
        try {
          for (let batch = 0; batch < BATCHES_A_ROUND && !isStopping(); batch += 1) {
            const outcome = await countEvents(resources, scope, readRules);
            if (outcome === 'rebuild') beginRebuild(scope);
            if (outcome !== 'more') break;
          }
        } catch (error) {
          // One workspace does not hold up the others.
          resources.log.warn({ err: error, tenantId: scope.tenantId }, 'could not count figures; will retry');
        }
      }
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
