import { implement } from '@orpc/server';
import { rehearsalsContract } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { createPassedOver } from '../../kernel/housekeeping/passed-over.ts';
import type { HousekeepingStep } from '../../kernel/housekeeping/step.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TestPlatform } from '../../platform/graph/test-platform.ts';
import { dueCustomers, expiredRehearsals, tenantsWithCustomers } from './rehearsals.repository.ts';
import {
  getRehearsal,
  listRehearsals,
  removeRehearsal,
  startRehearsal,
  stopRehearsal,
} from './rehearsals.service.ts';
import { takeStep } from './take-step.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 40;
const EXPIRED_AT_ONCE = 20;
const LATER: readonly string[] = ['rehearsal_not_found', 'rehearsal_running'];

/** Wires rehearsals: members practice with simulated customers, who write to the test number (decision 0370). */
export function wireRehearsal(
  { background, config }: Pick<Kernel, 'background' | 'config'>,
  testPlatform: TestPlatform,
  { wakeJobs }: { wakeJobs: () => void },
) {
  const parts = { config, testPlatform };
  const { resources } = background;
  const worker = createItemRounds(resources, {
    name: 'rehearsals',
    everyMs: EVERY_MS,
    problem: 'could not go on with a rehearsal; will retry',
    tenants: tenantsWithCustomers,
    atOnce: AT_ONCE,
    due: dueCustomers,
    keyOf: ({ id }) => id,
    work: (ctx, customer) => takeStep(ctx, parts, customer),
  });
  const os = implement(rehearsalsContract).$context<RequestContext>();
  return {
    workers: [worker],
    retention: [rehearsalRetention(resources, wakeJobs)],
    dashboardRoutes: {
      rehearsals: os.router({
        list: os.list.handler(({ context }) => listRehearsals(contextOf(context), personOf(context), parts)),
        get: os.get.handler(({ input, context }) =>
          getRehearsal(contextOf(context), personOf(context), input.params.id),
        ),
        start: os.start.handler(async ({ input, context }) => {
          const started = await startRehearsal(contextOf(context), personOf(context), parts, input.body);
          worker.wake();
          return started;
        }),
        stop: os.stop.handler(({ input, context }) =>
          stopRehearsal(contextOf(context), personOf(context), input.params.id),
        ),
        remove: os.remove.handler(({ input, context }) =>
          removeRehearsal(contextOf(context), personOf(context), input.params.id, wakeJobs),
        ),
      }),
    },
  };
}

/** Deletes rehearsals after 30 days, with their simulated contacts. Their customers' rows are deleted with them. */
function rehearsalRetention(resources: Resources, wakeJobs: () => void): HousekeepingStep {
  return {
    name: 'rehearsals',
    async *sweep() {
      const passedOver = createPassedOver('rehearsals');
      for (;;) {
        const expired = await expiredRehearsals(resources.db, EXPIRED_AT_ONCE, passedOver.ids);
        let removed = 0;
        for (const item of expired) {
          const ctx = operatorContext(resources, mintTenantScope(item.tenantId));
          const id = encodeId('rehearsal', item.id);
          const remove = () => removeRehearsal(ctx, null, id, wakeJobs).catch(leaveForLater);
          if (await passedOver.attempt(item, remove)) removed += 1;
        }
        yield removed;
        if (expired.length < EXPIRED_AT_ONCE || passedOver.hasTooMany()) break;
      }
      passedOver.end();
    },
  };
}

/** A person may have deleted it meanwhile; one that still runs, because no worker could end it, is deleted later. */
function leaveForLater(error: unknown): false {
  if (!(error instanceof AppError) || !LATER.includes(error.code)) throw error;
  return false;
}
