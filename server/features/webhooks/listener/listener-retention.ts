import { AppError } from '../../../../shared/domain/errors.ts';
import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep } from '../../../kernel/housekeeping/step.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import { currentListeners, expiredListeners } from '../endpoints/webhook-endpoints.repository.ts';
import { trimListener } from './webhook-listener.repository.ts';
import { removeListener } from './webhook-listener.service.ts';

/** Removes test listeners after a day, and from younger ones all but their newest deliveries. */
export function listenerRetention(resources: Resources, wakeJobs: () => void): HousekeepingStep {
  const { db } = resources;
  return {
    name: 'webhook_endpoints',
    async *sweep() {
      for (;;) {
        const expired = await expiredListeners(db, 20);
        for (const { id, tenantId } of expired) {
          const ctx = operatorContext(resources, mintTenantScope(tenantId));
          // A person may have removed it meanwhile.
          await removeListener(ctx, wakeJobs, encodeId('webhookEndpoint', id)).catch(ignoreMissing);
        }
        yield expired.length;
        if (expired.length < 20) break;
      }
      for (const { id, tenantId } of await currentListeners(db)) {
        const ctx = { db, scope: mintTenantScope(tenantId) };
        for (;;) {
          const removed = await trimListener(ctx, id);
          yield removed;
          if (removed < BATCH_ROWS) break;
        }
      }
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'webhook_endpoint_not_found') throw error;
}
