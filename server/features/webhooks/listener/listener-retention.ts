import { AppError } from '../../../../shared/domain/errors.ts';
import { operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { createPassedOver } from '../../../kernel/housekeeping/passed-over.ts';
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
      const passedOver = createPassedOver('test listeners or their deliveries');
      for (;;) {
        const expired = await expiredListeners(db, 20, passedOver.ids);
        let removed = 0;
        for (const item of expired) {
          const ctx = operatorContext(resources, mintTenantScope(item.tenantId));
          const id = encodeId('webhookEndpoint', item.id);
          // A person may have removed it meanwhile.
          const remove = () => removeListener(ctx, wakeJobs, id).catch(ignoreMissing);
          if (await passedOver.attempt(item, remove)) removed += 1;
        }
        yield removed;
        if (expired.length < 20 || passedOver.hasTooMany()) break;
      }
      for (const item of await currentListeners(db)) {
        const ctx = { db, scope: mintTenantScope(item.tenantId) };
        for (let removed = BATCH_ROWS; removed >= BATCH_ROWS; ) {
          removed = 0;
          await passedOver.attempt(item, async () => {
            removed = await trimListener(ctx, item.id);
          });
          yield removed;
        }
      }
      passedOver.end();
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'webhook_endpoint_not_found') throw error;
}
