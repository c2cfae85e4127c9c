import type { BusinessHours } from '../../../shared/domain/time/business-time.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { windowExpiresAt } from '../../../shared/domain/window.ts';
import { NO_LIMITS } from '../../db/time-limits.ts';
import type { QueryContext, Resources } from '../../kernel/context/context.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { type ReadRules, shiftOf } from './count-events.ts';
import { DAY_METRICS, type Fact, hourOf, type Metric, reasonOf, Sums } from './figures.ts';
import {
  addFacts,
  FACT_DAYS,
  findCursor,
  insertCursor,
  insertHours,
  latestEvent,
  removeHours,
  storeCursor,
} from './insights.sql.ts';
import {
  countFacts,
  countMessages,
  firstHour,
  hoursBetween,
  lastFactAt,
  nextOfThreads,
  orderOfCount,
  trackConversations,
  type WalkedMessage,
} from './rebuild.sql.ts';
import { secondsBetween } from './track.ts';

const MESSAGES_AT_ONCE = 5_000;
const HOURS_AT_ONCE = 100 * 24;

const OF_MESSAGES = ['received', 'sent', 'member_sent'] as const satisfies readonly Metric[];
const OF_FACTS = [
  ...(['opened', 'first_response', 'answered', 'resolution', 'lost', 'failed'] as const),
] satisfies readonly Metric[];

/** Asks for a rebuild of all hours; the worker does it. */
export async function requestRebuild(ctx: QueryContext): Promise<void> {
  await insertCursor(ctx, { shift: 0, rebuild: 2 });
  await ctx.db.transaction(async (tx) => {
    const cursor = await findCursor({ ...ctx, tx }, true);
    if (cursor) await storeCursor({ ...ctx, tx }, { ...cursor, rebuild: Math.max(cursor.rebuild, 1) });
  });
}

/**
 * Builds the hours of a workspace again from its messages and facts, as they are after one event: nothing is counted
 * twice or left out while messages arrive. The first time, and when events were deleted before they were counted, it
 * reads the threads for facts. The hours before are shown until the new ones take their place, in one transaction. What
 * a server leaves undone, the next one does from the beginning.
 */
export async function rebuild(
  resources: Resources,
  scope: TenantScope,
  readRules: ReadRules,
  isStopping: () => boolean,
): Promise<void> {
  const db = resources.db.withLimits(NO_LIMITS);
  const ctx = { db, scope };
  const before = await findCursor(ctx);
  if (!before || before.rebuild === 0) return;
  const rules = await readRules(ctx);
  const now = resources.clock.now();
  const shift = shiftOf(rules, now);
  const oldest = new Date(now.getTime() - FACT_DAYS * DAY_MS);
  // Events after this one are counted as usual. Those that the state below has already change nothing.
  const seq = before.rebuild === 2 ? await latestEvent(ctx) : before.seq;
  if (before.rebuild === 2) {
    const since = (await lastFactAt(ctx)) ?? oldest;
    await trackConversations(ctx);
    if (!(await readThreads(ctx, since, rules.hours, isStopping))) return;
  }
  const latest = await latestEvent(ctx);
  const messages = await countMessages(ctx, shift, await orderOfCount(ctx));
  if (isStopping()) return;
  await db.transaction(async (tx) => {
    const inTx = { db, scope, tx };
    const cursor = await findCursor(inTx, true);
    // Another server was faster.
    if (cursor?.rebuild !== before.rebuild || cursor.seq !== before.seq) return;
    const sums = new Sums();
    for (const { metric, hour, part, n } of messages) {
      if (metric === 'erased_member_sent') sums.add('member_sent', hour, { part, n });
      else sums.add(metric === 'received' || metric === 'erased_received' ? 'received' : 'sent', hour, { n });
      if ((metric === 'sent' || metric === 'received') && part !== '')
        sums.add('member_sent', hour, { part, n });
    }
    // A day later than the oldest: the hour in which facts are being deleted stays as it was.
    const since = new Date(oldest.getTime() + DAY_MS);
    const from = hourOf(since, shift) + 1;
    for (const { bucket, ...row } of await countFacts(inTx, shift, since)) {
      if (row.hour >= from)
        sums.addCounted([{ ...row, histogram: bucket === null ? null : { [bucket]: row.n } }]);
    }
    await addOlderDays(inTx, sums, from);
    await removeHours(inTx, OF_MESSAGES);
    await removeHours(inTx, OF_FACTS, from);
    await removeHours(inTx, Object.values(DAY_METRICS));
    await insertHours(inTx, sums.rows());
    await storeCursor(inTx, {
      ...{ seq, daysSeq: seq, shift, rebuild: 0 },
      messagesSeq: messages[0]?.seq ?? latest,
    });
  });
}

/** Adds the days of the hours before a given one, which stay as they are. */
async function addOlderDays(ctx: QueryContext, sums: Sums, before: number): Promise<void> {
  const first = await firstHour(ctx, OF_FACTS);
  for (let from = first ?? before; from < before; from += HOURS_AT_ONCE)
    sums.addToDays(await hoursBetween(ctx, OF_FACTS, { from, to: Math.min(before, from + HOURS_AT_ONCE) }));
}

/**
 * Reads all threads for what happened in them after an instant. What was closed, and when, is not in them: a customer's
 * message after a day without any counts as an opening. Returns false when it was stopped.
 */
async function readThreads(
  ctx: QueryContext,
  since: Date,
  hours: BusinessHours | null,
  isStopping: () => boolean,
): Promise<boolean> {
  let last: WalkedMessage | null = null;
  let thread = newThread();
  for (;;) {
    if (isStopping()) return false;
    const page: WalkedMessage[] = await nextOfThreads(ctx, last, MESSAGES_AT_ONCE);
    const facts: Fact[] = [];
    for (const message of page) {
      if (!last?.contactId.equals(message.contactId)) thread = newThread();
      facts.push(...readMessage(thread, message, hours));
      last = message;
    }
    const recent = facts.filter(({ at }) => at > since);
    await ctx.db.transaction((tx) => addFacts({ ...ctx, tx }, recent));
    if (page.length < MESSAGES_AT_ONCE) return true;
  }
}

interface Thread {
  lastAt: number;
  waitingSince: Date | null;
  lastInboundAt: Date | null;
  isAnswered: boolean;
}

const newThread = (): Thread => ({
  ...{ lastAt: Number.NEGATIVE_INFINITY, waitingSince: null, lastInboundAt: null, isAnswered: false },
});

/** Returns what a message says has happened, and takes it into the state of its thread. */
function readMessage(thread: Thread, message: WalkedMessage, hours: BusinessHours | null): Fact[] {
  const { id, conversationId, contactId, createdAt: at, authorId } = message;
  const facts: Fact[] = [];
  const fact = (kind: Fact['kind'], more: Partial<Fact> = {}) =>
    facts.push({
      ...{ kind, at, subjectId: conversationId, conversationId, contactId },
      ...{ memberId: null, seconds: null, reason: null },
      ...more,
    });
  const closes = thread.waitingSince && windowExpiresAt(thread.lastInboundAt);
  if (closes && closes < at) fact('lost', { at: closes });
  if (message.failedAt)
    fact('failed', {
      at: message.failedAt,
      subjectId: id,
      memberId: authorId,
      reason: reasonOf(message.code),
    });
  if (message.isBroadcast || message.origin === 'automation') return facts;
  if (message.origin === 'consent') {
    thread.waitingSince = null;
    return facts;
  }
  if (at.getTime() - thread.lastAt > DAY_MS) {
    fact('opened');
    thread.isAnswered = false;
  }
  thread.lastAt = at.getTime();
  if (message.direction === 'inbound') {
    thread.waitingSince ??= at;
    thread.lastInboundAt = at;
    return facts;
  }
  if (thread.waitingSince && !thread.isAnswered) {
    const seconds = secondsBetween(thread.waitingSince, at, hours);
    fact('first_response', { subjectId: id, memberId: authorId, seconds });
    thread.isAnswered = true;
  }
  thread.waitingSince = null;
  return facts;
}
