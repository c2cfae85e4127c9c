import { isTransient } from '../../db/database-errors.ts';
import {
  addRun,
  dueRuns,
  enabledRules,
  finishRun,
  partsOf,
  postponeRun,
  tenantsWithRuns,
  tenantsWithWaits,
  unansweredFor,
} from '../../features/automation/index.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
import type { Metrics } from '../../kernel/metrics/metrics.ts';
import { createTenantRounds, workOnEach } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import { causeOf } from './note-events.ts';
import { type Done, doRun } from './run-rule.ts';

const EVERY_MS = 1_000;
const WAITS_EVERY_MS = 15_000;
/** Runs of one workspace in one turn, so that workspaces take turns. */
const AT_ONCE = 50;
/** Conversations that one round finds for one rule. */
const WAITS_AT_ONCE = 200;
/** How often a run is tried that fails for a reason nobody foresaw, and the pause before each further try. */
const TRIES = 5;
const PAUSE_SECONDS = 20;

/** Creates the worker that does the runs of rules. Any number of servers may run it. */
export function createRunWorker(
  resources: Resources,
  metrics: Pick<Metrics, 'automationRun'>,
  wakeSender: () => void,
): Worker {
  return createTenantRounds(resources, {
    name: 'automation',
    everyMs: EVERY_MS,
    problem: 'could not run automation; will retry',
    tenants: tenantsWithRuns,
    run: async (ctx, isStopping) => {
      const ids = await dueRuns(ctx, AT_ONCE);
      let done = 0;
      for (const id of ids) {
        if (isStopping()) return false;
        const ended = await tryRun(ctx, id);
        if (!ended) continue;
        done += 1;
        metrics.automationRun(ended.result);
        if (ended.messages > 0) wakeSender();
      }
      // Only if this turn got on: what fails waits for the next round.
      return ids.length === AT_ONCE && done > 0;
    },
  });
}

/** Does a run; one that fails does not hold up the others. Returns what came of it; null when it is tried again. */
async function tryRun(ctx: Context, id: Buffer): Promise<Done | null> {
  try {
    return await doRun(ctx, id);
  } catch (error) {
    ctx.log.warn({ err: error, tenantId: ctx.scope.tenantId }, 'a run of a rule failed; will retry');
    if (isTransient(error)) return null;
    const tries = await postponeRun(ctx, id, PAUSE_SECONDS);
    if (tries < TRIES) return null;
    await finishRun(ctx, id, { result: 'failed', reason: 'server_error' });
    return { result: 'failed', messages: 0 };
  }
}

/**
 * Creates the worker that finds customers who have waited too long. It looks for them in the database, so none is missed
 * when a server dies, and servers that look at once do not start a rule twice.
 */
export function createWaitRounds(resources: Resources, wakeRuns: () => void): Worker {
  return createTenantRounds(resources, {
    name: 'automation_waits',
    everyMs: WAITS_EVERY_MS,
    problem: 'could not look for customers without an answer; will retry',
    tenants: tenantsWithWaits,
    run: async (ctx, isStopping) => {
      await startWaits(ctx, isStopping, wakeRuns);
      return false;
    },
  });
}

/** Starts the rules of a workspace for customers who have waited too long. One that fails does not hold up the others. */
async function startWaits(ctx: Context, isStopping: () => boolean, wakeRuns: () => void): Promise<void> {
  await workOnEach(await enabledRules(ctx, ['no_answer']), isStopping, async (rule) => {
    const { trigger } = partsOf(rule);
    if (trigger.kind !== 'no_answer' || !rule.enabledAt) return;
    const { hours } = trigger;
    const { id: ruleId, enabledAt } = rule;
    const found = await unansweredFor(ctx, ruleId, { hours, enabledAt, limit: WAITS_AT_ONCE });
    await workOnEach(found, isStopping, async ({ id, contactId, waitingSince }) => {
      const isNew = await addRun(ctx, {
        ...{ ruleId, contactId, conversationId: id, messageId: null, causedAt: waitingSince },
        cause: causeOf('no_answer', id, waitingSince.getTime()),
      });
      if (isNew) wakeRuns();
    });
  });
}
