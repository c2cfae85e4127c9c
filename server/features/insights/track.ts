import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import { isAboutSimulated } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { type BusinessHours, businessTimeBetween } from '../../../shared/domain/time/business-time.ts';
import type { EventName, EventPayload } from '../../../shared/events/index.ts';
import { decodeId } from '../../kernel/ids.ts';
import { type Fact, hourOf, reasonOf, type Sums } from './figures.ts';

/**
 * A conversation that is not closed, as of the last event that was counted; or one that was closed while its customer waited:
 * "Send and close" closes it before its answer is sent, which can be undone for some seconds.
 */
export interface Tracked {
  conversationId: Buffer;
  contactId: Buffer;
  status: 'open' | 'snoozed' | 'closed';
  /** When it was opened, or closed. */
  openedAt: Date;
  /** Since when its customer waits for an answer. */
  waitingSince: Date | null;
  /** Whether the customer has had an answer since it was opened. */
  isAnswered: number;
  /** When the reply window of the waiting customer closes; null when nobody waits, or when it is counted. */
  windowEndsAt: Date | null;
  /** The end of the last window that was counted as lost. */
  windowCounted: Date | null;
}

/** An event as it is stored. */
export interface CountedEvent {
  seq: number;
  name: EventName;
  payload: unknown;
  createdAt: Date;
}

/** What a batch of events changes. */
export interface Tracking {
  /** The conversations of the batch, by id in hex; null: closed or deleted. */
  conversations: Map<string, Tracked | null>;
  sums: Sums;
  facts: Fact[];
  /** Failures that were none: the platform has delivered the message after all. */
  withdrawn: Fact[];
  /** Contacts that were deleted, and those that have their messages now. */
  deleted: { contactId: Buffer; mergedInto: Buffer | null }[];
}

export interface Rules {
  hours: BusinessHours | null;
  shift: number;
  /** Messages of events up to this one are counted already. */
  messagesSeq: number;
}

/** The events that figures are counted from. `message.updated` only when the message has failed at some time. */
export const COUNTED_EVENTS = [
  'message.received',
  'message.queued',
  'conversation.updated',
  'contact.deleted',
] as const satisfies readonly EventName[];

type MessageEvent = EventPayload<'message.received'>;

/** Takes the next event into account. Events come in the order of their numbers. */
export function track(tracking: Tracking, event: CountedEvent, rules: Rules): void {
  const { name, createdAt } = event;
  if (isAboutSimulated(event.payload as object)) return;
  if (name === 'conversation.updated') {
    const { conversation } = event.payload as EventPayload<'conversation.updated'>;
    follow(tracking, conversation, createdAt, rules);
  } else if (name === 'message.received' || name === 'message.queued') {
    const payload = event.payload as MessageEvent;
    if (event.seq > rules.messagesSeq) countMessage(tracking.sums, payload, rules);
    const before = tracking.conversations.get(keyOf(payload.conversation.id)) ?? null;
    follow(tracking, payload.conversation, new Date(payload.message.createdAt), rules);
    if (name === 'message.queued' && before) noteAnswer(tracking, before, payload, rules);
  } else if (name === 'message.updated') {
    noteFailure(tracking, event.payload as MessageEvent);
  } else if (name === 'contact.deleted') {
    const { id, conversationId, mergedInto } = event.payload as EventPayload<'contact.deleted'>;
    if (conversationId) tracking.conversations.set(keyOf(conversationId), null);
    const contactId = decodeId(id);
    tracking.deleted.push({ contactId, mergedInto: mergedInto ? decodeId(mergedInto.id) : null });
    for (const fact of tracking.facts) {
      if (fact.contactId.equals(contactId) && mergedInto) fact.contactId = decodeId(mergedInto.id);
    }
  }
}

function countMessage(sums: Sums, { message }: MessageEvent, { shift }: Rules): void {
  if (message.type === 'system') return;
  const hour = hourOf(new Date(message.createdAt), shift);
  sums.add(message.direction === 'inbound' ? 'received' : 'sent', hour);
  if (message.author) sums.add('member_sent', hour, { part: keyOf(message.author.id) });
}

/** What a person sends so soon after the close is the answer that it was closed with. */
const CLOSING_ANSWER_MS = 60_000;

/** Compares a conversation with what was known of it: whether it was opened or closed. */
function follow(tracking: Tracking, now: Conversation, at: Date, { hours }: Rules): void {
  const key = keyOf(now.id);
  const tracked = tracking.conversations.get(key) ?? null;
  const known = tracked?.status === 'closed' ? null : tracked;
  const ids = { conversationId: decodeId(now.id), contactId: decodeId(now.contact.id) };
  const fact = { ...ids, subjectId: ids.conversationId, at, memberId: null, seconds: null, reason: null };
  if (now.status === 'closed') {
    if (!known) return;
    const seconds = secondsBetween(known.openedAt, at, hours);
    const memberId = now.assignee ? decodeId(now.assignee.id) : null;
    tracking.facts.push({ ...fact, kind: 'resolution', seconds, memberId });
    const waits = known.waitingSince !== null && known.isAnswered === 0;
    const closed = { ...known, status: 'closed' as const, openedAt: at, windowEndsAt: null };
    tracking.conversations.set(key, waits ? closed : null);
    return;
  }
  if (!known) tracking.facts.push({ ...fact, kind: 'opened' });
  const ends = now.waitingSince !== null && now.windowExpiresAt ? new Date(now.windowExpiresAt) : null;
  const windowCounted = known?.windowCounted ?? null;
  tracking.conversations.set(key, {
    ...ids,
    status: now.status,
    openedAt: known?.openedAt ?? at,
    waitingSince: now.waitingSince === null ? null : new Date(now.waitingSince),
    isAnswered: now.firstResponseAt === null ? 0 : 1,
    windowEndsAt: ends && windowCounted && ends <= windowCounted ? null : ends,
    windowCounted,
  });
}

/** The first answer of a person or a program to a customer who waits. What the server sends by itself is none. */
function noteAnswer(
  tracking: Tracking,
  before: Tracked,
  { message, conversation }: MessageEvent,
  { hours }: Rules,
): void {
  const isAnswer =
    (message.sentBy === 'member' || message.sentBy === 'program' || message.sentBy === 'business_app') &&
    before.waitingSince !== null &&
    conversation.waitingSince === null;
  if (!isAnswer || before.isAnswered === 1) return;
  const at = new Date(message.createdAt);
  if (conversation.status === 'closed') {
    // The next one is no first answer.
    tracking.conversations.set(keyOf(conversation.id), null);
    if (before.status !== 'closed' || message.sentBy !== 'member') return;
    if (at.getTime() - before.openedAt.getTime() > CLOSING_ANSWER_MS) return;
  }
  tracking.facts.push({
    ...{ kind: 'first_response', at, subjectId: decodeId(message.id), reason: null },
    ...{ conversationId: before.conversationId, contactId: before.contactId },
    memberId: message.author ? decodeId(message.author.id) : null,
    seconds: secondsBetween(before.waitingSince ?? at, at, hours),
  });
}

/** A failure is counted once, at its time. One that a report of delivery follows was none. */
function noteFailure(tracking: Tracking, { message, conversation }: MessageEvent): void {
  if (message.failedAt === null || message.direction !== 'outbound') return;
  const fact: Fact = {
    ...{ kind: 'failed', at: new Date(message.failedAt), subjectId: decodeId(message.id), seconds: null },
    ...{ conversationId: decodeId(conversation.id), contactId: decodeId(conversation.contact.id) },
    memberId: message.author ? decodeId(message.author.id) : null,
    reason: reasonOf(message.error?.code),
  };
  if (message.status === 'failed') tracking.facts.push(fact);
  else if (message.status === 'delivered' || message.status === 'read') withdraw(tracking, fact);
}

/** Takes a fact away, also one of this batch. */
function withdraw(tracking: Tracking, fact: Fact): void {
  tracking.withdrawn.push(fact);
  const isSame = (one: Fact) =>
    one.kind === fact.kind && one.subjectId.equals(fact.subjectId) && one.at.getTime() === fact.at.getTime();
  tracking.facts = tracking.facts.filter((one) => !isSame(one));
}

/** Returns how many seconds of business hours lie between two instants. */
export function secondsBetween(from: Date, to: Date, hours: BusinessHours | null): number {
  return Math.floor(businessTimeBetween(from, to, hours) / 1_000);
}

/** Returns an id of the API as hex. */
export function keyOf(id: string): string {
  return decodeId(id).toString('hex');
}
