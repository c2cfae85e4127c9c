import { webhookDeliveriesRoutes } from './webhook-deliveries.routes.ts';
import { createWebhookDeliveriesService, type WebhookDeliveriesDeps } from './webhook-deliveries.service.ts';
import { createGetOverview } from './webhook-overview.service.ts';

export {
  DELIVERY_STATE,
  type RenderedEvent,
  WebhookDeliveriesRepository,
} from './webhook-deliveries.repository.ts';

/** What endpoints are owed and were sent: the log, and sending again. */
export function registerWebhookDeliveries(deps: WebhookDeliveriesDeps) {
  return { routes: webhookDeliveriesRoutes(createWebhookDeliveriesService(deps), createGetOverview(deps)) };
}
