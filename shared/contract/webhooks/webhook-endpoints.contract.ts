import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { WEBHOOK_CAUSE_NAMES } from '../../domain/webhooks/webhook-causes.ts';
import {
  DEFAULT_EVENT_TYPES,
  EVERY_EVENT,
  eventTypesOf,
  WEBHOOK_LISTENER_ANSWERS,
  WEBHOOK_SUBSCRIPTIONS,
  type WebhookSubscription,
} from '../../domain/webhooks/webhook-values.ts';
import { errors, route } from '../base.ts';
import { WebhookHeadersSchema } from './webhook-headers.ts';
import { WebhookUrlSchema } from './webhook-url.ts';

/** A workspace can have this many endpoints. */
export const WEBHOOK_ENDPOINT_LIMIT = 20;

/** Waiting events are counted up to this number. */
export const WEBHOOK_WAITING_MAX = 10_000;

/**
 * active: events are delivered. failing: attempts go on, but the last five failed, or the last three over two
 * minutes or more. paused:
 * by a person. disabled: by the server, because no delivery succeeded for five days or the receiver returned
 * 410.
 */
export const WEBHOOK_ENDPOINT_STATES = ['active', 'failing', 'paused', 'disabled'] as const;

const TimeoutSchema = z.int().min(5, 'must be at least 5 seconds').max(30, 'must be at most 30 seconds');
const ThrottleSchema = z
  .int()
  .min(1, 'must be at least 1 per second')
  .max(1_000, 'must be at most 1000 per second');

const SubscriptionSchema = z
  .enum(WEBHOOK_SUBSCRIPTIONS)
  .describe('`*` stands for all events, also those that are added later');

export const WebhookEndpointSchema = z.strictObject({
  id: idSchema('webhookEndpoint'),
  url: z.string(),
  description: z.string(),
  events: z.array(SubscriptionSchema),
  state: z.enum(WEBHOOK_ENDPOINT_STATES),
  whilePaused: z.enum(['hold', 'drop']).nullable().describe('What happens to events while it is paused'),
  stateReason: z.string().nullable().describe('Why it is failing or disabled, in words'),
  stateCause: z.enum(WEBHOOK_CAUSE_NAMES).nullable().describe('The code of `stateReason`'),
  stateStatus: z.int().nullable().describe('The HTTP status in `stateReason`'),
  stateSince: TimeSchema,
  failingSince: TimeSchema.nullable().describe(
    'Time of the first undelivered event since the last successful delivery',
  ),
  restingUntil: TimeSchema.nullable().describe(
    'After five failures in a row nothing is sent until this time; then one attempt at a time',
  ),
  waiting: z
    .int()
    .describe(`Undelivered events of any age, counted up to ${WEBHOOK_WAITING_MAX}; 0 while it is active`),
  headers: z
    .array(z.strictObject({ name: z.string() }))
    .describe('Custom headers; their values are not shown again'),
  timeoutSeconds: z.int(),
  maxPerSecond: z.int().nullable(),
  apiVersion: z.string(),
  secrets: z
    .array(
      z.strictObject({
        hint: z.string().describe('The last 4 characters'),
        createdAt: TimeSchema,
        expiresAt: TimeSchema.nullable(),
      }),
    )
    .describe('Newest first; while there are two, every delivery is signed with both'),
  createdAt: TimeSchema,
  createdBy: z.string().nullable(),
  lastDelivery: z.strictObject({ at: TimeSchema, ok: z.boolean(), milliseconds: z.int() }).nullable(),
  last24Hours: z.strictObject({ succeeded: z.int(), failed: z.int(), pending: z.int() }),
  listener: z
    .strictObject({ answer: z.enum(WEBHOOK_LISTENER_ANSWERS), expiresAt: TimeSchema })
    .nullable()
    .describe('Of the test listener: this server answers in the place of a receiver'),
});

const CreateSchema = z.strictObject({
  url: WebhookUrlSchema,
  description: lineText({ max: 200 }).default(''),
  events: z
    .array(SubscriptionSchema)
    .min(1, 'must name at least one event')
    .transform((events): WebhookSubscription[] =>
      events.includes(EVERY_EVENT) ? [EVERY_EVENT] : [...eventTypesOf(events)],
    )
    .default([...DEFAULT_EVENT_TYPES]),
  headers: WebhookHeadersSchema.default([]),
  timeoutSeconds: TimeoutSchema.default(15),
  maxPerSecond: ThrottleSchema.nullable().default(null),
});

/** A header without a value keeps its stored value. */
const UpdateSchema = z
  .strictObject({
    url: WebhookUrlSchema,
    description: lineText({ max: 200 }),
    events: CreateSchema.shape.events.unwrap(),
    headers: WebhookHeadersSchema,
    timeoutSeconds: TimeoutSchema,
    maxPerSecond: ThrottleSchema.nullable(),
  })
  .partial();

const one = z.object({ params: z.object({ id: z.string().max(64) }) });
const unknown = errors('webhook_endpoint_not_found');
const SecretSchema = z.string().describe('whsec_ and 32 bytes in base64');

export const webhookEndpointsContract = {
  list: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-endpoints' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(WebhookEndpointSchema), limit: z.int() })),
  create: route('webhooks:manage', 'confirmed')
    .route({ method: 'POST', path: '/webhook-endpoints', successStatus: 201 })
    .errors(errors('webhook_endpoint_limit_reached'))
    .input(z.object({ body: CreateSchema }))
    .output(z.strictObject({ endpoint: WebhookEndpointSchema, secret: SecretSchema })),
  get: route('webhooks:manage')
    .route({ method: 'GET', path: '/webhook-endpoints/{id}' })
    .errors(unknown)
    .input(one)
    .output(WebhookEndpointSchema),
  /**
   * A new URL must be confirmed. When its host changes, stored header values are deleted, so that they are never
   * sent to another host; send them again to keep them.
   */
  update: route('webhooks:manage', 'sometimes')
    .route({ method: 'PATCH', path: '/webhook-endpoints/{id}' })
    .errors(unknown)
    .input(one.extend({ body: UpdateSchema }))
    .output(WebhookEndpointSchema),
  /** Also deletes its deliveries and their log. */
  remove: route('webhooks:manage', 'confirmed')
    .route({ method: 'DELETE', path: '/webhook-endpoints/{id}' })
    .errors(unknown)
    .input(one)
    .output(z.strictObject({ id: idSchema('webhookEndpoint'), deleted: z.literal(true) })),
  /** hold: events wait and are sent on resume. drop: they are not sent, unless replayed within 7 days. */
  pause: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/pause' })
    .errors(unknown)
    .input(one.extend({ body: z.strictObject({ events: z.enum(['hold', 'drop']) }) }))
    .output(WebhookEndpointSchema),
  /** Also reactivates an endpoint that the server has disabled, and sends held events. */
  resume: route('webhooks:manage')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/resume' })
    .errors(unknown)
    .input(one)
    .output(WebhookEndpointSchema),
  revealSecret: route('webhooks:manage', 'confirmed')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/secret' })
    .errors(unknown)
    .input(one)
    .output(z.strictObject({ secret: SecretSchema })),
  /** The previous secret also signs during the overlap. */
  rotateSecret: route('webhooks:manage', 'confirmed')
    .route({ method: 'POST', path: '/webhook-endpoints/{id}/rotate-secret' })
    .errors(unknown)
    .input(one.extend({ body: z.strictObject({ overlapHours: z.int().min(0).max(168).default(24) }) }))
    .output(z.strictObject({ endpoint: WebhookEndpointSchema, secret: SecretSchema })),
};

export type WebhookEndpoint = z.infer<typeof WebhookEndpointSchema>;
export type CreateWebhookEndpoint = z.infer<typeof CreateSchema>;
export type UpdateWebhookEndpoint = z.infer<typeof UpdateSchema>;
export { CreateSchema as CreateWebhookEndpointSchema, UpdateSchema as UpdateWebhookEndpointSchema };
