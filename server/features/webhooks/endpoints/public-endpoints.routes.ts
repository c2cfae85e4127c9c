import { implement } from '@orpc/server';
import {
  type PublicWebhookEndpoint,
  PublicWebhookEndpointSchema,
  publicWebhooks,
  TEST_EVENT_TYPE,
} from '../../../../shared/contract/public/webhook-endpoints.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { sendTest } from '../deliveries/webhook-deliveries.service.ts';
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  updateEndpoint,
  type WakeEndpoint,
} from './webhook-endpoints.service.ts';
import type { TargetRules } from './webhook-target.ts';

/** Returns the routes of webhook endpoints for programs: the same services as the dashboard's. */
export function publicEndpointsRoutes({
  target,
  wakeJobs,
  wakeEndpoint,
}: {
  target: TargetRules;
  wakeJobs(): void;
  wakeEndpoint: WakeEndpoint;
}) {
  const os = implement(publicWebhooks).$context<RequestContext>().webhookEndpoints;
  return os.router({
    list: os.list.handler(async ({ context }) => {
      const { data } = await listEndpoints(contextOf(context));
      return { data: data.map(presentPublic) };
    }),
    create: os.create.handler(async ({ input, context }) => {
      // The stored response of an Idempotency-Key has no secret.
      const toResponse = (endpoint: WebhookEndpoint) => ({ ...presentPublic(endpoint), secret: null });
      const { endpoint, secret } = await createEndpoint(contextOf(context), target, input.body, toResponse);
      return { ...presentPublic(endpoint), secret };
    }),
    get: os.get.handler(async ({ input, context }) =>
      presentPublic(await getEndpoint(contextOf(context), input.params.id)),
    ),
    update: os.update.handler(async ({ input, context }) =>
      presentPublic(await updateEndpoint(contextOf(context), target, input.params.id, input.body)),
    ),
    test: os.test.handler(async ({ input, context }) => {
      const type = input.body?.type ?? TEST_EVENT_TYPE;
      const { id, eventId } = await sendTest(contextOf(context), wakeEndpoint, input.params.id, type);
      return { id, eventId, type };
    }),
    remove: os.remove.handler(({ input, context }) =>
      removeEndpoint(contextOf(context), wakeJobs, input.params.id),
    ),
  });
}

const FIELDS = Object.keys(PublicWebhookEndpointSchema.shape) as (keyof PublicWebhookEndpoint)[];

function presentPublic(endpoint: WebhookEndpoint): PublicWebhookEndpoint {
  return Object.fromEntries(FIELDS.map((name) => [name, endpoint[name]])) as PublicWebhookEndpoint;
}
