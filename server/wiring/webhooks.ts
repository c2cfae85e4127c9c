import type { ConfirmPassword } from '../features/webhook-endpoints/index.ts';
import { createWebhooks } from '../flows/webhooks/index.ts';
import type { Kernel } from './kernel.ts';

/** Outgoing webhooks: where integrators are told of events, and what they were told. */
export function wireWebhooks(
  kernel: Kernel,
  { confirmPassword, wakeJobs }: { confirmPassword: ConfirmPassword; wakeJobs(): void },
) {
  const { config, logger, database, keyring, cursors, inUnitOfWork, recordAudit } = kernel;
  const webhooks = createWebhooks({
    database,
    logger,
    keyring,
    cursors,
    inUnitOfWork,
    recordAudit,
    allowCidrs: config.allowCidrs,
    wakeJobs,
  });
  return {
    ...webhooks,
    jobs: [webhooks.job],
    workers: [webhooks.worker],
    dashboardRoutes: {
      webhookEndpoints: webhooks.endpoints.routes(confirmPassword),
      webhookDeliveries: webhooks.deliveries.routes,
    },
  };
}
