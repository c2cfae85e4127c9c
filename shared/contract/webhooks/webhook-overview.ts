import { z } from 'zod';
import { TimeSchema } from '../../domain/text.ts';

/** Spans of time that charts of an endpoint show: the last hour, 24 hours, 7 days. */
export const WEBHOOK_SPANS = ['hour', 'day', 'week'] as const;
export type WebhookSpan = (typeof WEBHOOK_SPANS)[number];

const ResponseTime = z
  .int()
  .nullable()
  .describe('Of the last attempt at each delivery, in milliseconds to two digits; null when none was made');

const FiguresSchema = z.strictObject({
  succeeded: z.int(),
  failed: z.int(),
  pending: z.int().describe('Held ones too'),
  p50Milliseconds: ResponseTime,
  p95Milliseconds: ResponseTime,
});

/** How an endpoint does over a span of time. Deliveries are counted at the time of their event. */
export const WebhookOverviewSchema = z.strictObject({
  since: TimeSchema,
  until: TimeSchema.describe('The end of the last step, which is not over yet'),
  stepSeconds: z.int(),
  total: FiguresSchema,
  steps: z
    .array(FiguresSchema.extend({ since: TimeSchema }))
    .describe('Every step of the span, oldest first'),
  nextAttemptAt: TimeSchema.nullable().describe('When something is sent next; null when nothing waits'),
});

export type WebhookOverview = z.infer<typeof WebhookOverviewSchema>;
export type WebhookFigures = z.infer<typeof FiguresSchema>;
