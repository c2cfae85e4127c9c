import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { WEBHOOK_LISTENER_ANSWERS } from '../../domain/webhooks/webhook-values.ts';
import { errors, route } from '../base.ts';
import { WebhookAttemptSchema, WebhookDeliverySchema } from './webhook-deliveries.contract.ts';
import { WebhookEndpointSchema } from './webhook-endpoints.contract.ts';

/** The requests that the listener shows. */
export const LISTENER_REQUESTS_MAX = 50;
/** The part of a body that the listener shows, in characters. */
export const LISTENER_BODY_MAX = 16_384;

const { number, trigger, startedAt, milliseconds, status, cause, requestHeaders } =
  WebhookAttemptSchema.shape;

/** A request that the test listener got. */
const ListenerRequestSchema = z.strictObject({
  id: z.string(),
  deliveryId: idSchema('webhookDelivery'),
  type: WebhookDeliverySchema.shape.type,
  ...{ number, trigger, startedAt, milliseconds, status, cause },
  isSignatureValid: z.boolean().describe('Whether it is signed with a secret that the endpoint has now'),
  headers: requestHeaders,
  body: z.string(),
  isBodyCut: z.boolean(),
});

const one = z.object({ params: z.object({ id: z.string().max(64) }) });
const unknown = errors('webhook_endpoint_not_found');

/** The test listener of a workspace: an endpoint that this server answers itself, for a day. */
export const webhookListenerContract = {
  /** Creates it, or returns the one that exists. */
  open: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-listeners' })
    .errors(errors('webhook_endpoint_limit_reached'))
    .input(z.object({}))
    .output(WebhookEndpointSchema),
  /** Sets how it answers from now on. */
  answer: route('webhooks:manage')
    .route({ method: 'PUT', path: '/webhook-listeners/{id}' })
    .errors(unknown)
    .input(one.extend({ body: z.strictObject({ answer: z.enum(WEBHOOK_LISTENER_ANSWERS) }) }))
    .output(WebhookEndpointSchema),
  /** The latest requests that it got, newest first. */
  requests: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-listeners/{id}/requests' })
    .errors(unknown)
    .input(one)
    .output(z.strictObject({ data: z.array(ListenerRequestSchema) })),
  /** Removes it with everything that it got. */
  remove: route('webhooks:manage')
    .route({ method: 'DELETE', path: '/webhook-listeners/{id}' })
    .errors(unknown)
    .input(one)
    .output(z.strictObject({ id: idSchema('webhookEndpoint'), deleted: z.literal(true) })),
};

export type ListenerRequest = z.infer<typeof ListenerRequestSchema>;
