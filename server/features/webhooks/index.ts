import type { Kernel } from '../../kernel/index.ts';
import type { Subscriber } from '../../kernel/outbox/subscriber.ts';
import { webhookDeliveriesRoutes } from './deliveries/webhook-deliveries.routes.ts';
import type { MailAdmins } from './endpoints/endpoint-health.service.ts';
import { publicEndpointsRoutes } from './endpoints/public-endpoints.routes.ts';
import { webhookEndpointsRoutes } from './endpoints/webhook-endpoints.routes.ts';
import { createTargetRules } from './endpoints/webhook-target.ts';
import { listenerRetention } from './listener/listener-retention.ts';
import { webhookListenerRoutes } from './listener/webhook-listener.routes.ts';
import { createConnections } from './sending/connections.ts';
import { createDeliveryWorker } from './sending/delivery-worker.ts';
import { fanOutEvents } from './sending/fan-out.ts';
import { purgeEndpointJob } from './sending/purge.ts';
import { webhookRetention } from './sending/webhook-removal.repository.ts';

export { ENDPOINT_SECRETS } from './endpoints/endpoint-secrets.ts';
export {
  createEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
} from './endpoints/webhook-endpoints.service.ts';
export { DELIVERIES } from './sending/delivery-claims.repository.ts';
export { removeWebhooksOfContact } from './sending/webhook-removal.repository.ts';

/** Wires outgoing webhooks: endpoints, their deliveries, and the worker that sends them. */
export function wireWebhooks(
  { config, background }: Kernel,
  { wakeJobs, mailAdmins }: { wakeJobs(): void; mailAdmins: MailAdmins },
) {
  const target = createTargetRules(config.webhookTargets);
  const connections = createConnections(target);
  const worker = createDeliveryWorker(background.resources, connections, mailAdmins);
  const { wakeEndpoint } = worker;
  const fanOut: Subscriber = (scope, events) =>
    fanOutEvents({ db: background.database, scope }, wakeEndpoint, events);
  return {
    /** The operator's rules for targets of webhooks. */
    target,
    fanOut,
    jobs: [purgeEndpointJob(background.resources)],
    workers: [worker],
    retention: [...webhookRetention(background.database), listenerRetention(background.resources, wakeJobs)],
    publicRoutes: { webhookEndpoints: publicEndpointsRoutes({ target, wakeJobs, wakeEndpoint }) },
    dashboardRoutes: {
      webhookEndpoints: webhookEndpointsRoutes({ target, wakeJobs, wakeEndpoint }),
      webhookDeliveries: webhookDeliveriesRoutes(wakeEndpoint),
      webhookListener: webhookListenerRoutes(wakeJobs),
    },
    close: () => connections.close(),
  };
}
