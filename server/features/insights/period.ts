import { AppError } from '../../../shared/domain/errors.ts';
import { INSIGHT_RANGE_MAX_DAYS } from '../../../shared/domain/insights.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { instantOf, localTimeOf } from '../../../shared/domain/time/time-zones.ts';
import { HOUR_MS, hourOf, startOfHour } from './figures.ts';
import type { ComparedHours, Hours } from './read.sql.ts';

const DEFAULT_DAYS = 7;

/** The days that a request asks for. */
export interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
  days?: number | undefined;
}

/** Days of a workspace, as `YYYY-MM-DD`, both included; with the instants between which they lie. */
interface Days {
  from: string;
  to: string;
  start: Date;
  /** The end of the day `to`; now, if that is earlier. */
  end: Date;
}

export interface Period extends Days {
  timeZone: string;
  /** The midnights of its days in the time zone, and the one after them, in milliseconds since 1970. */
  midnights: readonly number[];
  /** As many days before, up to the same time of the last one. */
  previous: Days;
}

/**
 * Returns the days that a request is about, with the period that they are compared with.
 * @throws {AppError} validation_failed when there are none, or too many.
 */
export function periodOf({ from, to, days = DEFAULT_DAYS }: RangeQuery, timeZone: string, now: Date): Period {
  const last = to === undefined ? dayOf(localTimeOf(now.getTime(), timeZone)) : Date.parse(to);
  const first = from === undefined ? last - (days - 1) * DAY_MS : Date.parse(from);
  const count = (last - first) / DAY_MS + 1;
  if (count < 1 || count > INSIGHT_RANGE_MAX_DAYS) {
    const message = `must not be after \`to\`, nor ${INSIGHT_RANGE_MAX_DAYS} days or more before it`;
    throw new AppError('validation_failed', { details: [{ path: 'from', message }] });
  }
  const midnights = Array.from({ length: count + 1 }, (_, day) => instantOf(first + day * DAY_MS, timeZone));
  const start = midnights[0] ?? 0;
  const over = Math.min(midnights.at(-1) ?? 0, now.getTime());
  const before = localTimeOf(over, timeZone) - count * DAY_MS;
  const previousStart = instantOf(first - count * DAY_MS, timeZone);
  return {
    ...{ timeZone, midnights, from: nameOf(first), to: nameOf(last) },
    ...{ start: new Date(start), end: new Date(Math.max(start, over)) },
    previous: {
      ...{ from: nameOf(first - count * DAY_MS), to: nameOf(first - DAY_MS), start: new Date(previousStart) },
      end: new Date(Math.min(start, Math.max(previousStart, instantOf(before, timeZone)))),
    },
  };
}

/** Returns the hours of some days. One that has begun counts. */
export function hoursOf({ start, end }: Pick<Days, 'start' | 'end'>, shift: number): Hours {
  const from = hourOf(start, shift);
  return { from, to: end > start ? hourOf(new Date(end.getTime() - 1), shift) + 1 : from };
}

/**
 * Returns the hours that a period is compared with. While it is under way, only a part of its last hour is over: of the
 * same hour before, as much counts.
 */
export function hoursBefore(period: Period, shift: number): ComparedHours {
  const { to } = hoursOf(period, shift);
  const isOver = period.end.getTime() >= (period.midnights.at(-1) ?? 0);
  const lastShare = isOver ? 1 : partOver(startOfHour(to - 1, shift), HOUR_MS, period.end);
  return { ...hoursOf(period.previous, shift), lastShare };
}

/** Returns which part of the final day of a period is over, in UTC, where days begin for the usage of models. */
export const partOfFinalDay = ({ to }: Pick<Period, 'to'>, now: Date) =>
  partOver(Date.parse(to), DAY_MS, now);

/** Returns which part of a time is over, from 0 to 1. */
function partOver(start: number, length: number, now: Date): number {
  return Math.min(1, Math.max(0, (now.getTime() - start) / length));
}

const dayOf = (local: number) => Math.floor(local / DAY_MS) * DAY_MS;
const nameOf = (day: number) => new Date(day).toISOString().slice(0, 10);
