import type { BroadcastCounts } from '../../../shared/contract/public/broadcasts.contract.ts';
import type { Insights } from '../../../shared/contract/public/insights.contract.ts';
import { INSIGHT_BROADCASTS_MAX, OPEN_AGE_HOURS, OPEN_AGES } from '../../../shared/domain/insights.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import { addHistogram, type Histogram, percentileOf } from '../../../shared/domain/time/histogram.ts';
import { asJson } from '../../db/define-model.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { ReadRules } from './count-events.ts';
import { HOUR_MS, type HourRow, type Metric, startOfHour } from './figures.ts';
import { findCursor, hasDays } from './insights.sql.ts';
import { hoursBefore, hoursOf, type Period, partOfFinalDay, periodOf, type RangeQuery } from './period.ts';
import {
  broadcastsBetween,
  type ComparedHours,
  countOpenSince,
  countWaiting,
  durationsOf,
  type Hours,
  membersWithOpen,
  modelUsage,
  sumsOfHours,
  sumsOfMembers,
  sumsOfParts,
} from './read.sql.ts';

const OPEN_MAX = 10_000;
const HOURLY_DAYS_MAX = 2;

/** The counts that a chart shows, with the metric that each is. */
const COUNTS = {
  messagesReceived: 'received',
  messagesSent: 'sent',
  conversationsOpened: 'opened',
  conversationsClosed: 'resolution',
  windowsLost: 'lost',
  failedSends: 'failed',
} as const satisfies Record<string, Metric>;
type CountName = keyof typeof COUNTS;
const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

/** Returns the figures of a period, in the time zone of the workspace. @throws {AppError} validation_failed */
export async function getInsights(ctx: Context, query: RangeQuery, readRules: ReadRules): Promise<Insights> {
  const { hours: open } = await readRules(ctx);
  const now = ctx.clock.now();
  const period = periodOf(query, open?.timeZone ?? 'UTC', now);
  const cursor = await findCursor(ctx);
  const shift = cursor?.shift ?? 0;
  const hours = hoursOf(period, shift);
  const before = hoursBefore(period, shift);
  const isByDay = cursor !== null && hasDays(cursor);
  // Beside each other, in three connections: one after the other, 90 days of many members take half as long again.
  const [{ sums, durations }, members, present] = await Promise.all([
    hoursOfPeriod(ctx, { hours, before }, isByDay),
    membersIn(ctx, hours, isByDay),
    presentState(ctx, now, period, { hours, before }),
  ]);
  return {
    ...{ timeZone: period.timeZone, from: period.from, to: period.to },
    previous: { from: period.previous.from, to: period.previous.to },
    isBuilding: cursor === null || cursor.rebuild > 0,
    ...comparedCounts(sums, hours, before),
    ...durations,
    members,
    ...present,
    ...pointsOf(sums, period, hours, shift),
  };
}

async function hoursOfPeriod(
  ctx: Context,
  { hours, before }: { hours: Hours; before: ComparedHours },
  isByDay: boolean,
) {
  const sums = await sumsOfHours(ctx, Object.values(COUNTS), { from: before.from, to: hours.to });
  const compared = async (metric: 'first_response' | 'resolution') => ({
    ...summed(await durationsOf(ctx, metric, wholly(hours), isByDay), wholly(hours)),
    previous: summed(await durationsOf(ctx, metric, before, isByDay), before),
  });
  const firstResponse = await compared('first_response');
  return { sums, durations: { firstResponse, resolution: await compared('resolution') } };
}

/** Reads what is not counted by the hour, and the reasons of failures: all of it is little. */
async function presentState(
  ctx: Context,
  now: Date,
  period: Period,
  { hours, before }: { hours: Hours; before: ComparedHours },
) {
  return {
    failedReasons: await failedReasons(ctx, hours, before),
    open: await openByAge(ctx, now),
    waiting: await waitingNow(ctx),
    broadcasts: await broadcastsIn(ctx, period),
    model: {
      ...(await modelUsage(ctx, period.from, period.to)),
      previous: await modelUsageBefore(ctx, period, now),
    },
  };
}

/** Of a day that is under way, as much of the same day before counts as is over of it. */
async function modelUsageBefore(
  ctx: Context,
  period: Period,
  now: Date,
): Promise<Insights['model']['previous']> {
  const { from, to } = period.previous;
  const all = await modelUsage(ctx, from, to);
  const isToCome = 1 - partOfFinalDay(period, now);
  if (isToCome === 0) return all;
  const last = await modelUsage(ctx, to, to);
  const compared = (name: keyof typeof all) => Math.round(all[name] - isToCome * last[name]);
  return {
    requests: compared('requests'),
    promptTokens: compared('promptTokens'),
    completionTokens: compared('completionTokens'),
  };
}

type Sum = Awaited<ReturnType<typeof sumsOfHours>>[number];

const isIn = (hour: number, { from, to }: Hours) => hour >= from && hour < to;
const wholly = (hours: Hours): ComparedHours => ({ ...hours, lastShare: 1 });

/** Returns how much of the number of an hour counts in a comparison. */
const shareOf = (hour: number, { to, lastShare }: ComparedHours) => (hour === to - 1 ? lastShare : 1);

function comparedCounts(sums: readonly Sum[], hours: Hours, before: ComparedHours) {
  const total = (metric: Metric, within: ComparedHours) => {
    const rows = sums.filter((row) => row.metric === metric && isIn(row.hour, within));
    return Math.round(rows.reduce((sum, { hour, n }) => sum + n * shareOf(hour, within), 0));
  };
  const entries = COUNT_NAMES.map((name) => [
    name,
    { value: total(COUNTS[name], wholly(hours)), previous: total(COUNTS[name], before) },
  ]);
  return Object.fromEntries(entries) as Record<CountName, { value: number; previous: number }>;
}

/** Returns how many durations there are in a stretch, with their percentiles. */
function summed(rows: readonly HourRow[], hours: ComparedHours) {
  const histogram: Histogram = {};
  let counted = 0;
  for (const row of rows) {
    counted += row.n * shareOf(row.hour, hours);
    if (row.histogram) addHistogram(histogram, row.histogram);
  }
  const count = Math.round(counted);
  const percentile = (part: number) => (count === 0 ? null : percentileOf(histogram, part));
  return { count, medianSeconds: percentile(0.5), p90Seconds: percentile(0.9) };
}

/** Counts the conversations that are open now, by their age. */
async function openByAge(ctx: Context, now: Date): Promise<Insights['open']> {
  const open: Insights['open'] = [];
  for (const age of OPEN_AGES) {
    const counted = await countOpenSince(ctx, openedBetween(age, now), OPEN_MAX + 1);
    open.push({ age, count: Math.min(counted, OPEN_MAX), isCapped: counted > OPEN_MAX });
  }
  return open;
}

async function waitingNow(ctx: Context): Promise<Insights['waiting']> {
  const { counted, since } = await countWaiting(ctx, OPEN_MAX + 1);
  const isCapped = counted > OPEN_MAX;
  return { count: Math.min(counted, OPEN_MAX), isCapped, since: since?.toISOString() ?? null };
}

/** Returns when conversations of an age were opened. */
export function openedBetween(age: Insights['open'][number]['age'], now: Date): { after: Date; until: Date } {
  const younger = OPEN_AGES[OPEN_AGES.indexOf(age) - 1];
  const hoursAgo = (hours: number) =>
    new Date(Number.isFinite(hours) ? now.getTime() - hours * HOUR_MS : -HOUR_MS);
  // A clock that is ahead makes no conversation disappear.
  const until = younger ? hoursAgo(OPEN_AGE_HOURS[younger]) : new Date(now.getTime() + HOUR_MS);
  return { after: hoursAgo(OPEN_AGE_HOURS[age]), until };
}

async function failedReasons(
  ctx: Context,
  hours: Hours,
  before: ComparedHours,
): Promise<Insights['failedReasons']> {
  const parts = await sumsOfParts(ctx, 'failed', hours, before);
  return parts
    .filter(({ value, previous }) => value + previous > 0)
    .map(({ part, value, previous }) => ({ code: part, value, previous }))
    .toSorted((a, b) => b.value - a.value || b.previous - a.previous || a.code.localeCompare(b.code));
}

/** Returns what members did, those who have left the workspace last. */
async function membersIn(ctx: Context, hours: Hours, isByDay: boolean): Promise<Insights['members']> {
  const { sumOf, parts } = await sumsOfMembers(ctx, ['member_sent', 'answered'], hours, isByDay);
  const numbers = (id: string) => ({
    messagesSent: sumOf('member_sent', id),
    firstResponses: sumOf('answered', id),
  });
  const present = await membersWithOpen(ctx);
  const members = present.map(({ id, name, openConversations }) => ({
    ...{ id: encodeId('user', id), name, ...numbers(id.toString('hex')), openConversations },
  }));
  const known = new Set(present.map(({ id }) => id.toString('hex')));
  const former = [...parts]
    .filter((part) => /^[0-9a-f]{32}$/.test(part) && !known.has(part))
    .map((part) => ({
      ...{ id: encodeId('user', Buffer.from(part, 'hex')), name: FORMER_MEMBER, ...numbers(part) },
      openConversations: 0,
    }));
  return [...members, ...former];
}

async function broadcastsIn(ctx: Context, { start, end }: Period): Promise<Insights['broadcasts']> {
  const rows = await broadcastsBetween(ctx, { from: start, to: end }, INSIGHT_BROADCASTS_MAX);
  return rows.map(({ id, name, status, startedAt, counts }) => {
    const { recipients, sent, delivered, read, failed, replied } = asJson<BroadcastCounts>(counts);
    return {
      ...{ id: encodeId('broadcast', id), name, status, startedAt: startedAt.toISOString() },
      ...{ recipients, sent, delivered, read, failed, replied },
    };
  });
}

/** Returns the counts by hour or by day of the workspace. */
function pointsOf(
  sums: readonly Sum[],
  { midnights, end }: Period,
  hours: Hours,
  shift: number,
): Pick<Insights, 'interval' | 'points'> {
  const interval = midnights.length - 1 <= HOURLY_DAYS_MAX ? 'hour' : 'day';
  const starts =
    interval === 'hour'
      ? Array.from({ length: hours.to - hours.from }, (_, index) => startOfHour(hours.from + index, shift))
      : midnights.slice(0, -1).filter((midnight) => midnight < end.getTime());
  const points = starts.map((start) => ({ start: new Date(start).toISOString(), ...noCounts() }));
  // Sums come in no order; each goes to the last point that begins before it.
  for (const { metric, hour, n } of sums) {
    if (!isIn(hour, hours)) continue;
    const name = COUNT_NAMES.find((one) => COUNTS[one] === metric);
    const point = points[lastBefore(starts, startOfHour(hour, shift))];
    if (name && point) point[name] += n;
  }
  return { interval, points };
}

const noCounts = (): Record<CountName, number> => ({
  ...{ messagesReceived: 0, messagesSent: 0, conversationsOpened: 0 },
  ...{ conversationsClosed: 0, windowsLost: 0, failedSends: 0 },
});

/** Returns the position of the last start that is not after an instant, by halves. */
function lastBefore(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
