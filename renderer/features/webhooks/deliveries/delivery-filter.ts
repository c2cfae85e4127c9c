import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import {
  WEBHOOK_ANSWERS,
  WEBHOOK_DELIVERY_FILTERS,
  WEBHOOK_EVENT_TYPES,
  type WebhookAnswer,
  type WebhookEventType,
} from '../../../../shared/domain/webhooks/webhook-values.ts';

/** A state, or `failing`: pending after failed attempts. */
export type FilterState = (typeof WEBHOOK_DELIVERY_FILTERS)[number];

/** Periods in milliseconds that end now; `custom` has its own times. */
const SPANS = { hour: 3_600_000, day: DAY_MS, week: 604_800_000 } as const;
export const SPAN_NAMES = ['hour', 'day', 'week', 'custom'] as const;
export type SpanName = (typeof SPAN_NAMES)[number];

/** The filter of the delivery log. Stored in the URL, so that it can be shared and survives a reload. */
export interface DeliveryFilter {
  state?: FilterState | undefined;
  answer?: WebhookAnswer | undefined;
  type?: WebhookEventType | undefined;
  eventId?: string | undefined;
  span?: SpanName | undefined;
  /** Only for the span `custom`, in ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
}

/** Parses a filter from a URL. Ignores invalid values. */
export function readFilter(raw: Record<string, unknown>): DeliveryFilter {
  const span = SPAN_NAMES.find((name) => name === raw.span);
  return {
    state: WEBHOOK_DELIVERY_FILTERS.find((state) => state === raw.state),
    answer: WEBHOOK_ANSWERS.find((answer) => answer === raw.answer),
    type: WEBHOOK_EVENT_TYPES.find((type) => type === raw.type),
    eventId: typeof raw.eventId === 'string' && raw.eventId !== '' ? raw.eventId : undefined,
    span,
    since: span === 'custom' ? timeOf(raw.since) : undefined,
    until: span === 'custom' ? timeOf(raw.until) : undefined,
  };
}

/** Returns the period that a filter selects. `now` is in milliseconds. */
export function spanOf(filter: DeliveryFilter, now: number): { since?: string; until?: string } {
  if (filter.span === undefined) return {};
  if (filter.span !== 'custom') return { since: new Date(now - SPANS[filter.span]).toISOString() };
  return {
    ...(filter.since !== undefined && { since: filter.since }),
    ...(filter.until !== undefined && { until: filter.until }),
  };
}

/** Returns whether a filter is set. */
export function isFiltered(filter: DeliveryFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function timeOf(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const time = new Date(raw);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
