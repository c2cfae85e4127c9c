import type { WebhookEndpointsDeps } from './webhook-endpoints.deps.ts';
import { type ConfirmPassword, webhookEndpointsRoutes } from './webhook-endpoints.routes.ts';
import { createWebhookEndpointsService } from './webhook-endpoints.service.ts';

export {
  createRecordResults,
  type RecordResults,
} from './endpoint-health.service.ts';
export { createEndpointVault, type EndpointVault } from './endpoint-secrets.ts';
export { rotateEndpointSecrets } from './rotate-endpoint-secrets.ts';
export type { ConfirmPassword };

/** Where integrators are told of events. */
export function registerWebhookEndpoints(deps: WebhookEndpointsDeps) {
  const service = createWebhookEndpointsService(deps);
  return { service, routes: (confirm: ConfirmPassword) => webhookEndpointsRoutes(service, confirm) };
}
