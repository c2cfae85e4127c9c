import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { WEBHOOK_CAUSE_NAMES } from '../../domain/webhooks/webhook-causes.ts';
import {
  WEBHOOK_ANSWERS,
  WEBHOOK_DELIVERY_FILTERS,
  WEBHOOK_DELIVERY_STATES,
} from '../../domain/webhooks/webhook-values.ts';
import { WebhookEventTypeSchema } from '../../events/webhook-event.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';
import { WEBHOOK_SPANS, WebhookOverviewSchema } from './webhook-overview.ts';

/**
 * pending: waits for its first or next attempt. held: waits for its endpoint (paused, disabled or down).
 * succeeded, failed: no further attempt is made automatically.
 */
export const WebhookDeliverySchema = z.strictObject({
  id: idSchema('webhookDelivery'),
  endpointId: idSchema('webhookEndpoint'),
  eventId: idSchema('webhookEvent').describe('Sent as webhook-id, the same in every attempt'),
  type: WebhookEventTypeSchema,
  isTest: z.boolean(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int(),
  attemptsMax: z.int(),
  lastStatus: z.int().nullable().describe('HTTP status of the last response'),
  lastCause: z.enum(WEBHOOK_CAUSE_NAMES).nullable(),
  lastMilliseconds: z.int().nullable(),
  contactId: idSchema('contact').nullable(),
  messageId: idSchema('message').nullable(),
  createdAt: TimeSchema.describe('When the event happened'),
  lastAttemptAt: TimeSchema.nullable(),
  nextAttemptAt: TimeSchema.nullable().describe('Also null while an attempt is running'),
});

const HeadersSchema = z.array(z.tuple([z.string(), z.string()]));

export const WebhookAttemptSchema = z.strictObject({
  number: z.int(),
  trigger: z.enum(['event', 'retry', 'resend', 'test']),
  startedAt: TimeSchema,
  milliseconds: z.int(),
  status: z.int().nullable(),
  ok: z.boolean(),
  cause: z.enum(WEBHOOK_CAUSE_NAMES).nullable(),
  detail: z.string().nullable().describe('The message of the operating system or the TLS library'),
  remoteAddress: z.string().nullable().describe('The IP address of the connection'),
  requestHeaders: HeadersSchema.describe('Without the values of custom headers'),
  responseHeaders: HeadersSchema,
  responseBody: z.string().nullable().describe('The first 2,048 bytes'),
  isBodyCut: z.boolean(),
});

export const WebhookDeliveryDetailSchema = WebhookDeliverySchema.extend({
  body: z.string().describe('The body of every attempt, byte for byte'),
  log: z.array(WebhookAttemptSchema).describe('Newest first'),
});

const endpoint = z.object({ params: z.object({ id: z.string().max(64) }) });
const delivery = z.object({ params: z.object({ id: z.string().max(64), deliveryId: z.string().max(64) }) });
const unknownEndpoint = errors('webhook_endpoint_not_found');
const unknownDelivery = errors('webhook_endpoint_not_found', 'webhook_delivery_not_found');

/** A delivery of an event about a message, with its endpoint. */
const MessageDeliverySchema = z.strictObject({
  id: idSchema('webhookDelivery'),
  endpointId: idSchema('webhookEndpoint'),
  url: z.string(),
  type: WebhookEventTypeSchema,
  state: z.enum(['pending', 'succeeded', 'failed']),
  createdAt: TimeSchema,
});

const SpanSchema = z.strictObject({
  since: TimeSchema,
  until: TimeSchema.optional().describe('Defaults to now'),
});
const Count = z.strictObject({
  count: z.int(),
  isCapped: z.boolean().describe('There are more; repeat the request for the rest'),
});

export const webhookDeliveriesContract = {
  /** Newest first. */
  list: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-endpoints/{id}/deliveries' })
    .errors(unknownEndpoint)
    .input(
      endpoint.extend({
        query: z.strictObject({
          state: z
            .enum(WEBHOOK_DELIVERY_FILTERS)
            .optional()
            .describe('failing: attempts have failed, and the next one is due or waits for its endpoint'),
          answer: z.enum(WEBHOOK_ANSWERS).optional().describe('The class of the last response'),
          type: WebhookEventTypeSchema.optional(),
          eventId: z.string().max(64).optional().describe('The webhook-id that the receiver got'),
          since: TimeSchema.optional(),
          until: TimeSchema.optional(),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(WebhookDeliverySchema)),
  /** Counts deliveries by outcome over a time span that ends now, in equal steps. */
  overview: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-endpoints/{id}/overview' })
    .errors(unknownEndpoint)
    .input(endpoint.extend({ query: z.strictObject({ span: z.enum(WEBHOOK_SPANS).default('day') }) }))
    .output(WebhookOverviewSchema),
  /** The deliveries of a message's events to all endpoints, the oldest first: 100 at most. */
  ofMessage: route('webhooks:manage')
    .route({ method: 'GET', path: '/messages/{id}/webhook-deliveries' })
    .errors(errors('message_not_found'))
    .input(endpoint)
    .output(z.strictObject({ data: z.array(MessageDeliverySchema) })),
  get: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-endpoints/{id}/deliveries/{deliveryId}' })
    .errors(unknownDelivery)
    .input(delivery)
    .output(WebhookDeliveryDetailSchema),
  /** Makes one more attempt immediately, with the same webhook-id and body. */
  resend: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/resend' })
    .errors(unknownDelivery)
    .input(delivery)
    .output(WebhookDeliverySchema),
  /**
   * Makes one more attempt now for each failed delivery of a time span, including those waiting for a retry.
   */
  resendFailed: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/resend-failed' })
    .errors(unknownEndpoint)
    .input(endpoint.extend({ body: SpanSchema }))
    .output(Count),
  /**
   * Sends the events of a time span (within the last 7 days) that were never sent to this endpoint. One request reads
   * 10,000 events at most; send `nextCursor` with the same time span until it is null.
   */
  sendMissing: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/send-missing' })
    .errors(unknownEndpoint)
    .input(endpoint.extend({ body: SpanSchema.extend({ cursor: CursorSchema.optional() }) }))
    .output(
      Count.extend({
        nextCursor: z.string().nullable().describe('Where the next request continues; null at the end'),
      }),
    ),
  /** Sends a sample event. Returns before it has arrived; the delivery shows the result. */
  sendTest: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/test', successStatus: 201 })
    .errors(unknownEndpoint)
    .input(
      endpoint.extend({ body: z.strictObject({ type: WebhookEventTypeSchema.default('message.received') }) }),
    )
    .output(WebhookDeliverySchema),
};

export type MessageDelivery = z.infer<typeof MessageDeliverySchema>;
export type WebhookDelivery = z.infer<typeof WebhookDeliverySchema>;
export type WebhookAttempt = z.infer<typeof WebhookAttemptSchema>;
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetailSchema>;
