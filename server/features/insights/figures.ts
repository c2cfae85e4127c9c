import { FAILURE_REASON } from '../../../shared/domain/insights.ts';
import { addHistogram, bucketOf, type Histogram } from '../../../shared/domain/time/histogram.ts';

/**
 * What is counted by the hour. Those with a part are counted for each of its values: the code of an error, or a
 * member. What an erased contact was part of is kept apart, for a rebuild.
 */
export type Metric =
  | 'received'
  | 'sent'
  | 'member_sent'
  | 'erased_received'
  | 'erased_sent'
  | 'erased_member_sent'
  | 'opened'
  | 'first_response'
  | 'answered'
  | 'resolution'
  | 'lost'
  | 'failed'
  | DayMetric;

/** What is also counted by the day: percentiles and members have many rows in an hour. */
export const DAY_METRICS = {
  first_response: 'first_response_day',
  resolution: 'resolution_day',
  member_sent: 'member_sent_day',
  answered: 'answered_day',
} as const;
export type DailyMetric = keyof typeof DAY_METRICS;
type DayMetric = (typeof DAY_METRICS)[DailyMetric];

const isDaily = (metric: Metric): metric is DailyMetric => metric in DAY_METRICS;

/** What can happen in a conversation and is kept with it. */
export type FactKind = 'opened' | 'first_response' | 'resolution' | 'lost' | 'failed';

/** Something that happened in a conversation. There is one of a kind, subject and moment. */
export interface Fact {
  kind: FactKind;
  at: Date;
  /** A message or a conversation. */
  subjectId: Buffer;
  conversationId: Buffer;
  contactId: Buffer;
  memberId: Buffer | null;
  /** How long it took, in business hours. */
  seconds: number | null;
  /** The code of an error. */
  reason: string | null;
}

/** One number of an hour. */
export interface HourRow {
  metric: Metric;
  hour: number;
  part: string;
  n: number;
  histogram: Histogram | null;
}

export const HOUR_MS = 3_600_000;
/** A day here is this number of hours, from one whose number it divides. It does not follow daylight saving time. */
const HOURS_A_DAY = 24;
const MINUTE_MS = 60_000;
const REASON_MAX = 40;

/** Returns the number of the hour of an instant. Hours begin `shift` minutes before those of UTC. */
export function hourOf(at: Date, shift: number): number {
  return Math.max(0, Math.floor((at.getTime() + shift * MINUTE_MS) / HOUR_MS));
}

/** Returns the instant at which an hour begins, in milliseconds since 1970. */
export function startOfHour(hour: number, shift: number): number {
  return hour * HOUR_MS - shift * MINUTE_MS;
}

/** Returns the first hour of the day of an hour. */
function dayOfHour(hour: number): number {
  return hour - (hour % HOURS_A_DAY);
}

/**
 * Returns the whole days between two hours: their first hour, and the first hour after them. Without any, both are the
 * same hour between the two.
 */
export function wholeDays({ from, to }: { from: number; to: number }): { from: number; to: number } {
  const first = Math.min(to, dayOfHour(from + HOURS_A_DAY - 1));
  return { from: first, to: Math.max(first, dayOfHour(to)) };
}

/** Returns the code of an error as it is counted. */
export function reasonOf(code: unknown): string {
  const text = typeof code === 'string' || typeof code === 'number' ? String(code) : '';
  const reason = text.slice(0, REASON_MAX);
  return FAILURE_REASON.test(reason) ? reason : 'unknown';
}

/** Sums of hours, added up in memory before they are stored. */
export class Sums {
  readonly #rows = new Map<string, HourRow>();

  /** Adds to a number; `seconds` also to the durations of its hour. */
  add(metric: Metric, hour: number, { part = '', n = 1, seconds }: AddOptions = {}): void {
    const histogram = seconds === undefined ? null : { [bucketOf(seconds)]: n };
    this.addCounted([{ metric, hour, part, n, histogram }]);
  }

  /** Adds what was counted in some hours: to the hours, and to their days. */
  addCounted(rows: Iterable<HourRow>): void {
    for (const row of rows) {
      this.addRows([row]);
      this.addToDays([row]);
    }
  }

  /** Adds hours to their days alone. */
  addToDays(rows: Iterable<HourRow>): void {
    for (const row of rows)
      if (isDaily(row.metric))
        this.addRows([{ ...row, metric: DAY_METRICS[row.metric], hour: dayOfHour(row.hour) }]);
  }

  /** Adds a fact, or takes it away. */
  addFact({ kind, at, memberId, seconds, reason }: CountedFact, shift: number, n = 1): void {
    const hour = hourOf(at, shift);
    const part = kind === 'failed' ? (reason ?? 'unknown') : '';
    this.add(kind, hour, { part, n, ...(seconds !== null && { seconds }) });
    if (kind === 'first_response' && memberId)
      this.add('answered', hour, { part: memberId.toString('hex'), n });
  }

  /** Adds rows as they are. */
  addRows(rows: Iterable<HourRow>): void {
    for (const { metric, hour, part, n, histogram } of rows) {
      const row = this.#row(metric, hour, part);
      row.n += n;
      if (!histogram) continue;
      row.histogram ??= {};
      addHistogram(row.histogram, histogram);
    }
  }

  rows(): HourRow[] {
    return [...this.#rows.values()];
  }

  #row(metric: Metric, hour: number, part: string): HourRow {
    const key = `${metric} ${hour} ${part}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const row: HourRow = { metric, hour, part, n: 0, histogram: null };
    this.#rows.set(key, row);
    return row;
  }
}

interface AddOptions {
  part?: string;
  n?: number;
  seconds?: number;
}

export type CountedFact = Pick<Fact, 'kind' | 'at' | 'memberId' | 'seconds' | 'reason'>;
