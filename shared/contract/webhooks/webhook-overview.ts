import { z } from 'zod';
import { TimeSchema } from '../../domain/text.ts';

/** The time spans of an endpoint's charts: the last hour, 24 hours, 7 days. */
export const WEBHOOK_SPANS = ['hour', 'day', 'week'] as const;
export type WebhookSpan = (typeof WEBHOOK_SPANS)[number];

const ResponseTime = z
  .int()
  .nullable()
  .describe('Of the last attempt at each delivery, in milliseconds to two digits; null when none was made');

const FiguresSchema = z.strictObject({
  succeeded: z.int(),
  failed: z.int(),
  pending: z.int().describe('Including held deliveries'),
  failing: z.int().describe('Those of `pending` that were tried and are not delivered yet'),
  p50Milliseconds: ResponseTime,
  p95Milliseconds: ResponseTime,
});

/** The results of an endpoint over a time span. Deliveries count at the time of their event. */
export const WebhookOverviewSchema = z.strictObject({
  since: TimeSchema,
  until: TimeSchema.describe('The end of the last step, which is not over yet'),
  stepSeconds: z.int(),
  total: FiguresSchema,
  steps: z
    .array(FiguresSchema.extend({ since: TimeSchema }))
    .describe('Every step of the span, oldest first'),
  nextAttemptAt: TimeSchema.nullable().describe('When the next attempt is made; null if none is waiting'),
});

export type WebhookOverview = z.infer<typeof WebhookOverviewSchema>;
export type WebhookFigures = z.infer<typeof FiguresSchema>;
