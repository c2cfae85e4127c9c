import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { PARKED_REASONS } from '../domain/reasons/parked-reasons.ts';
import { TimeSchema } from '../domain/text.ts';
import { errors, route } from './base.ts';
import { ReasonParamsSchema, reasonCode } from './reason-code.ts';

/** Items that are listed at most. */
export const PARKED_ITEMS_SHOWN = 200;

/** A part of a callback that could not be read or stored, with the reason. */
export const ParkedItemSchema = z.strictObject({
  id: idSchema('parkedItem'),
  kind: z.string(),
  reason: z.string(),
  reasonCode: reasonCode(PARKED_REASONS).nullable().describe('The code of `reason`; null for other texts'),
  reasonParams: ReasonParamsSchema,
  canRetry: z
    .boolean()
    .describe('False for an item that waits for its message, and for one that means nothing by itself'),
  createdAt: TimeSchema,
});

/** An item with what the platform sent. */
export const OpenedParkedItemSchema = ParkedItemSchema.extend({
  raw: z.string().describe('Its JSON, indented; the first 64,000 characters'),
  rawLength: z.int().describe('The length of the whole text'),
});

export const RetryResultSchema = z.strictObject({
  retried: z
    .int()
    .describe('Items put back in the queue. Those that still cannot be processed are parked again'),
  skipped: z.int().describe('Items that mean nothing without their callback. They stay parked'),
  hasMore: z.boolean().describe('Whether items are left: one call takes up to 200'),
});

const KindSchema = z.string().min(1).max(40);
const ItemPathSchema = z.object({ id: z.string().max(64) });

export const parkedItemsContract = {
  /** Returns the newest `PARKED_ITEMS_SHOWN`, newest first. */
  list: route('settings:manage')
    .route({ method: 'GET', path: '/parked-items' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ParkedItemSchema) })),
  get: route('settings:manage')
    .route({ method: 'GET', path: '/parked-items/{id}' })
    .input(z.object({ params: ItemPathSchema }))
    .output(OpenedParkedItemSchema)
    .errors(errors('parked_item_not_found')),
  retry: route('settings:manage')
    .route({ method: 'POST', path: '/parked-items/{id}/retry' })
    .input(z.object({ params: ItemPathSchema }))
    .output(RetryResultSchema)
    .errors(errors('parked_item_not_found')),
  /** Retries all items, or those of a kind, oldest first. */
  retryAll: route('settings:manage')
    .route({ method: 'POST', path: '/parked-items/retry' })
    .input(z.object({ body: z.strictObject({ kind: KindSchema.optional() }) }))
    .output(RetryResultSchema),
};

export type ParkedItem = z.infer<typeof ParkedItemSchema>;
export type OpenedParkedItem = z.infer<typeof OpenedParkedItemSchema>;
export type RetryResult = z.infer<typeof RetryResultSchema>;
