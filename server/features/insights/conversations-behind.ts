import type { InsightConversation } from '../../../shared/contract/public/insights.contract.ts';
import type { InsightFigure, OpenAge } from '../../../shared/domain/insights.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { type BehindRow, factPage, openPage, type Place, waitingPage } from './conversations-behind.sql.ts';
import type { ReadRules } from './count-events.ts';
import { type FactKind, HOUR_MS } from './figures.ts';
import { openedBetween } from './insights.service.ts';
import { messagesBehind } from './messages-behind.ts';
import { type Period, periodOf, type RangeQuery } from './period.ts';

const KINDS = {
  conversations_opened: 'opened',
  conversations_closed: 'resolution',
  first_response: 'first_response',
  windows_lost: 'lost',
  failed_sends: 'failed',
} as const satisfies Partial<Record<InsightFigure, FactKind>>;

type Query = RangeQuery & {
  figure: InsightFigure;
  reason?: string | undefined;
  age?: OpenAge | undefined;
  /** The begin of an hour, which the list is narrowed to. */
  hour?: string | undefined;
  memberId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/**
 * Returns a page of the conversations behind a figure; it may be empty with a cursor, when the next ones are far.
 * @throws {AppError} validation_failed
 */
export async function conversationsBehind(
  ctx: Context,
  query: Query,
  readRules: ReadRules,
): Promise<{ data: InsightConversation[]; nextCursor: string | null }> {
  const { figure, reason, limit } = query;
  const { hours } = await readRules(ctx);
  const now = ctx.clock.now();
  const { from, to } = stretchOf(query, periodOf(query, hours?.timeZone ?? 'UTC', now));
  const filters = [query.from, query.to, query.days, query.age, query.hour, query.memberId, reason].map(
    (one) => one ?? '',
  );
  const place = ['insight-conversations', ctx.scope.tenantId, figure, ...filters];
  const mark = query.cursor ? ctx.cursors.read(place, query.cursor) : [];
  const memberId = query.memberId === undefined ? null : tryDecodeId('user', query.memberId);
  // Nobody has an id that is none.
  if (query.memberId !== undefined && !memberId) return { data: [], nextCursor: null };
  if (figure === 'messages_received' || figure === 'messages_sent') {
    const direction = figure === 'messages_received' ? 'inbound' : 'outbound';
    const { rows, next } = await messagesBehind(ctx, { direction, from, to, memberId }, { mark, limit });
    return { data: rows.map(present), nextCursor: next && ctx.cursors.write(place, next) };
  }
  const [at, tie] = mark;
  const after = at === undefined ? null : { at: new Date(String(at)), tie: decodeId(String(tie)) };
  const page = { after, limit: limit + 1 };
  const rows =
    figure === 'open'
      ? await openPage(ctx, { ...opened(query.age, now), memberId }, page)
      : figure === 'waiting'
        ? await waitingPage(ctx, page)
        : await factPage(ctx, { kind: KINDS[figure], from, to, reason, memberId }, page);
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  const next = ({ at, tie }: Place) =>
    ctx.cursors.write(place, [at.toISOString(), encodeId('conversation', tie)]);
  return { data: data.map(present), nextCursor: last ? next(last) : null };
}

/** Returns the instants between which the list lies: those of the period, or of one hour in it. */
function stretchOf({ hour }: Query, { start, end }: Period): { from: Date; to: Date } {
  if (hour === undefined) return { from: start, to: end };
  const begin = Date.parse(hour);
  const from = new Date(Math.max(start.getTime(), begin));
  return { from, to: new Date(Math.max(from.getTime(), Math.min(end.getTime(), begin + HOUR_MS))) };
}

function opened(age: OpenAge | undefined, now: Date): { from: Date; to: Date } {
  const oldest = openedBetween(age ?? 'over_7d', now);
  const newest = openedBetween(age ?? 'under_1h', now);
  return { from: oldest.after, to: newest.until };
}

function present(row: Omit<BehindRow, 'tie'>): InsightConversation {
  const { memberId, memberName, seconds } = row;
  return {
    conversationId: encodeId('conversation', row.conversationId),
    contact: { id: encodeId('contact', row.contactId), name: row.name, phone: row.phone },
    at: row.at.toISOString(),
    seconds: seconds === null ? null : Number(seconds),
    reason: row.reason,
    member: memberId && { id: encodeId('user', memberId), name: memberName ?? FORMER_MEMBER },
  };
}
