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
  | 'failed';

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
    const row = this.#row(metric, hour, part);
    row.n += n;
    if (seconds === undefined) return;
    row.histogram ??= {};
    addHistogram(row.histogram, { [bucketOf(seconds)]: n });
  }

  /** Adds a fact, or takes it away. */
  addFact({ kind, at, memberId, seconds, reason }: CountedFact, shift: number, n = 1): void {
    const hour = hourOf(at, shift);
    const part = kind === 'failed' ? (reason ?? 'unknown') : '';
    this.add(kind, hour, { part, n, ...(seconds !== null && { seconds }) });
    if (kind === 'first_response' && memberId)
      this.add('answered', hour, { part: memberId.toString('hex'), n });
  }

  /** Adds rows that are stored already. */
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
