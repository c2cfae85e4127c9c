import type { ResponseRules } from '../../../shared/domain/time/business-time.ts';
import { localTimeOf } from '../../../shared/domain/time/time-zones.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { eraseFacts, existingContacts, moveFacts } from './erasure.sql.ts';
import { Sums } from './figures.ts';
import {
  type Cursor,
  countedEvents,
  findCursor,
  hasDays,
  insertCursor,
  insertFacts,
  isAllInEvents,
  isNextStored,
  latestEvent,
  lostWindows,
  removeFacts,
  replaceHours,
  storeCursor,
  storedHours,
  storeTracked,
  trackedOf,
} from './insights.sql.ts';
import { type CountedEvent, type Tracked, type Tracking, track } from './track.ts';

/** Events that one transaction counts. */
const EVENTS_AT_ONCE = 500;
const WINDOWS_AT_ONCE = 500;

/** Returns the rules of a workspace; the conversations feature has them. */
export type ReadRules = (ctx: Ctx) => Promise<ResponseRules>;
type Ctx = Parameters<typeof findCursor>[0];

/** What is left to do in a workspace. */
export type Outcome = 'more' | 'done' | 'rebuild';

/** Returns by how many minutes hours begin before those of UTC, in the time zone of a workspace. */
export function shiftOf({ hours }: Pick<ResponseRules, 'hours'>, now: Date): number {
  if (!hours) return 0;
  const offset = Math.round((localTimeOf(now.getTime(), hours.timeZone) - now.getTime()) / 60_000);
  return ((offset % 60) + 60) % 60;
}

/**
 * Counts the next events of a workspace. Hours, facts and the place in the events change in one transaction, with the
 * row of the place locked: each event is counted once, however many servers count and whenever one is killed.
 */
export function countEvents(
  { db, clock }: Resources,
  scope: TenantScope,
  readRules: ReadRules,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const ctx = { db, scope, tx };
    const rules = await readRules(ctx);
    const shift = shiftOf(rules, clock.now());
    const cursor = await findCursor(ctx, true);
    if (!cursor) {
      const rebuild = (await isAllInEvents(ctx)) ? 0 : 2;
      await insertCursor(ctx, { shift, rebuild });
      return rebuild === 0 ? 'more' : 'rebuild';
    }
    if (cursor.rebuild > 0) return 'rebuild';
    const rebuild = await rebuildFor(ctx, cursor, shift);
    if (rebuild > 0) {
      await storeCursor(ctx, { ...cursor, rebuild });
      return 'rebuild';
    }
    const latest = await latestEvent(ctx);
    const end = Math.min(latest, cursor.seq + EVENTS_AT_ONCE);
    const tracking = await trackEvents(ctx, cursor, end, rules);
    // Only when all answers are known: one of them may have come before the end of the window.
    const lost = end === latest ? await lostWindows(ctx, WINDOWS_AT_ONCE) : [];
    for (const tracked of lost) countLost(tracking, tracked);
    await store(ctx, tracking, cursor.shift);
    await storeCursor(ctx, { ...cursor, seq: end, daysSeq: end });
    return end < latest || lost.length === WINDOWS_AT_ONCE ? 'more' : 'done';
  });
}

/**
 * Returns what must be rebuilt first: hours begin elsewhere, days are missing, or events were deleted before they were
 * counted.
 */
async function rebuildFor(ctx: Ctx, cursor: Cursor, shift: number): Promise<number> {
  if (cursor.seq < (await latestEvent(ctx)) && !(await isNextStored(ctx, cursor.seq))) return 2;
  return shift === cursor.shift && hasDays(cursor) ? 0 : 1;
}

async function trackEvents(
  ctx: Ctx,
  { seq, shift, messagesSeq }: Cursor,
  end: number,
  { hours }: ResponseRules,
): Promise<Tracking> {
  const events = end > seq ? await withoutUndone(ctx, await countedEvents(ctx, seq, end)) : [];
  const tracking: Tracking = {
    ...{ conversations: new Map(), sums: new Sums(), facts: [], withdrawn: [], deleted: [] },
  };
  const ids = new Set<string>();
  for (const { payload } of events) {
    const { conversation } = payload as { conversation?: { id: string } };
    if (conversation) ids.add(conversation.id);
  }
  for (const tracked of await trackedOf(ctx, [...ids].map(decodeId)))
    tracking.conversations.set(tracked.conversationId.toString('hex'), tracked);
  for (const event of events) track(tracking, event, { hours, shift, messagesSeq });
  return tracking;
}

/** Leaves out merges of contacts that are undone by now: the contact, and what is known of its conversation, are there again. */
async function withoutUndone(ctx: Ctx, events: readonly CountedEvent[]): Promise<CountedEvent[]> {
  const merged = ({ name, payload }: CountedEvent) => {
    const { id, mergedInto } = payload as { id: string; mergedInto?: unknown };
    return name === 'contact.deleted' && mergedInto !== undefined ? decodeId(id) : null;
  };
  const there = await existingContacts(
    ctx,
    events.flatMap((event) => merged(event) ?? []),
  );
  return events.filter((event) => !there.has(merged(event)?.toString('hex') ?? ''));
}

/** Counts a reply window that closed while the customer waited, unless the batch has an answer. */
function countLost(tracking: Tracking, stored: Tracked): void {
  const key = stored.conversationId.toString('hex');
  const tracked = tracking.conversations.has(key) ? tracking.conversations.get(key) : stored;
  if (!tracked?.windowEndsAt || tracked.windowEndsAt.getTime() !== stored.windowEndsAt?.getTime()) return;
  const { conversationId, contactId, windowEndsAt } = tracked;
  tracking.facts.push({
    ...{ kind: 'lost', at: windowEndsAt, subjectId: conversationId, conversationId, contactId },
    ...{ memberId: null, seconds: null, reason: null },
  });
  tracking.conversations.set(key, { ...tracked, windowEndsAt: null, windowCounted: windowEndsAt });
}

async function store(ctx: Ctx, tracking: Tracking, shift: number): Promise<void> {
  const { sums, facts, withdrawn, conversations, deleted } = tracking;
  for (const fact of await removeFacts(ctx, withdrawn)) sums.addFact(fact, shift, -1);
  for (const fact of await insertFacts(ctx, facts)) sums.addFact(fact, shift);
  await storeTracked(ctx, conversations);
  const changed = sums.rows();
  sums.addRows(await storedHours(ctx, changed));
  await replaceHours(ctx, sums.rows());
  // Events of a contact that were counted late must not bring it back.
  for (const { contactId, mergedInto } of deleted)
    await (mergedInto ? moveFacts(ctx, contactId, mergedInto) : eraseFacts(ctx, contactId));
}
