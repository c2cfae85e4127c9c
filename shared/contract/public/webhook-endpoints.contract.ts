import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { WebhookEventTypeSchema } from '../../events/webhook-event.ts';
import { errors, PathIdSchema, route } from '../base.ts';
import {
  CreateWebhookEndpointSchema,
  UpdateWebhookEndpointSchema,
  WEBHOOK_ENDPOINT_LIMIT,
  WebhookEndpointSchema,
} from '../webhooks/webhook-endpoints.contract.ts';

/** A webhook endpoint as programs see it: with its health, without its secrets and the charts of the dashboard. */
export const PublicWebhookEndpointSchema = WebhookEndpointSchema.pick({
  id: true,
  url: true,
  description: true,
  events: true,
  state: true,
  stateReason: true,
  stateCause: true,
  stateStatus: true,
  stateSince: true,
  failingSince: true,
  restingUntil: true,
  waiting: true,
  lastDelivery: true,
  headers: true,
  timeoutSeconds: true,
  maxPerSecond: true,
  apiVersion: true,
  createdAt: true,
}).meta({ id: 'WebhookEndpoint' });

const CreatedSchema = PublicWebhookEndpointSchema.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      'The key of the signatures: `whsec_` and 32 bytes in base64. Only this response has it; null when the response is a repeated one (`Idempotency-Replayed`), because secrets are not stored readably',
    ),
}).meta({ id: 'CreatedWebhookEndpoint' });

/** The type of a test event when none is named. */
export const TEST_EVENT_TYPE = 'message.received';

const tags = ['Webhook endpoints'];
const params = z.object({ id: PathIdSchema });

/** The webhook endpoints of the workspace, for programs that subscribe themselves. */
export const publicWebhooks = {
  webhookEndpoints: {
    list: route('webhooks:manage')
      .route({
        method: 'GET',
        path: '/webhook-endpoints',
        tags,
        summary: 'List webhook endpoints',
        description: `All of them, oldest first: a workspace can have ${WEBHOOK_ENDPOINT_LIMIT}.`,
      })
      .input(z.object({ query: z.strictObject({}) }))
      .output(z.strictObject({ data: z.array(PublicWebhookEndpointSchema) })),
    create: route('webhooks:manage')
      .route({
        method: 'POST',
        path: '/webhook-endpoints',
        tags,
        summary: 'Create a webhook endpoint',
        description:
          'Events that happen from now on are sent to it. Store the secret: it is not shown again.',
        successStatus: 201,
      })
      .errors(errors('webhook_endpoint_limit_reached'))
      .input(z.object({ body: CreateWebhookEndpointSchema }))
      .output(CreatedSchema),
    get: route('webhooks:manage')
      .route({ method: 'GET', path: '/webhook-endpoints/{id}', tags, summary: 'Get a webhook endpoint' })
      .errors(errors('webhook_endpoint_not_found'))
      .input(z.object({ params }))
      .output(PublicWebhookEndpointSchema),
    update: route('webhooks:manage')
      .route({
        method: 'PATCH',
        path: '/webhook-endpoints/{id}',
        tags,
        summary: 'Update a webhook endpoint',
        description:
          'What is not given stays. `headers` replaces the whole list; a header without a value keeps its stored one, unless the host of the URL changes.',
      })
      .errors(errors('webhook_endpoint_not_found'))
      .input(z.object({ params, body: UpdateWebhookEndpointSchema }))
      .output(PublicWebhookEndpointSchema),
    test: route('webhooks:manage')
      .route({
        method: 'POST',
        path: '/webhook-endpoints/{id}/test',
        tags,
        summary: 'Send a test event',
        description:
          'Sends a sample event of a type to this endpoint, also when it does not subscribe to the type. It is signed like every event, and sent once. The dashboard shows the receiver’s response.',
        successStatus: 201,
      })
      .errors(errors('webhook_endpoint_not_found'))
      .input(
        z.object({
          params,
          body: z
            .strictObject({ type: WebhookEventTypeSchema.default(TEST_EVENT_TYPE) })
            .meta({ id: 'SendTestEvent' })
            .optional(),
        }),
      )
      .output(
        z.strictObject({
          id: idSchema('webhookDelivery').describe('The id of the delivery'),
          eventId: z.string().describe('The `id` of the event, also its `webhook-id`'),
          type: WebhookEventTypeSchema,
        }),
      ),
    remove: route('webhooks:manage')
      .route({
        method: 'DELETE',
        path: '/webhook-endpoints/{id}',
        tags,
        summary: 'Delete a webhook endpoint',
        description: 'Its waiting events and the log of its deliveries are deleted too.',
      })
      .errors(errors('webhook_endpoint_not_found'))
      .input(z.object({ params }))
      .output(z.strictObject({ id: idSchema('webhookEndpoint'), deleted: z.literal(true) })),
  },
};

export type PublicWebhookEndpoint = z.infer<typeof PublicWebhookEndpointSchema>;
