import type { TimelineItem } from '../../../../../shared/contract/contacts/contacts-page.contract.ts';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { isSameDay } from '../../../../lib/format/format.ts';
import type { ShownNote } from '../../notes/use-thread-notes.ts';
import type { PendingMessage } from '../../outbox/outbox.store.ts';

/** A row of the thread: a stored message, one that is still in the outbox, a note, or what was done with the conversation. */
export type ThreadEntry = (
  | { kind: 'stored'; message: ThreadMessage }
  | { kind: 'pending'; pending: PendingMessage }
  | { kind: 'note'; note: ShownNote }
  | { kind: 'work'; work: TimelineItem }
) & {
  /** The same before and after the server confirms the message, so that the bubble stays mounted. */
  key: string;
  direction: 'inbound' | 'outbound' | 'note' | 'work';
  createdAt: string;
  startsDay: boolean;
  startsGroup: boolean;
  endsGroup: boolean;
  startsUnread: boolean;
};

const GROUP_MS = 3 * 60 * 1000;

/**
 * Returns the rows of a thread: stored messages, notes and work in order, then those that are not stored yet. The line
 * "New messages" is above `firstUnreadId`.
 */
export function threadEntries(
  messages: readonly ThreadMessage[],
  pending: readonly PendingMessage[],
  firstUnreadId: string | null,
  notes: readonly ShownNote[] = [],
  work: readonly TimelineItem[] = [],
): ThreadEntry[] {
  const stored = new Set(messages.map((message) => message.clientId));
  const noteRows = notes.map((note) => ({
    kind: 'note' as const,
    note,
    key: note.clientId,
    direction: 'note' as const,
    createdAt: note.createdAt,
    author: 'id' in note ? (note.author?.id ?? 'api') : 'me',
    startsUnread: false,
    isStored: 'id' in note,
  }));
  const messageRows = messages.map((message) => ({
    kind: 'stored' as const,
    message,
    key: message.clientId ?? message.id,
    direction: message.direction,
    createdAt: message.createdAt,
    author: authorOf(message),
    startsUnread: message.id === firstUnreadId,
  }));
  const workRows = work.map((item) => ({
    kind: 'work' as const,
    work: item,
    key: `work-${item.id}`,
    direction: 'work' as const,
    createdAt: item.at,
    author: '',
    startsUnread: false,
  }));
  const storedNotes = noteRows.filter(({ isStored }) => isStored);
  const bare = [
    ...inOrder(messageRows, inOrder(storedNotes, workRows)),
    ...pending
      .filter((item) => !stored.has(item.clientId))
      .map((item) => ({
        kind: 'pending' as const,
        pending: item,
        key: item.clientId,
        direction: 'outbound' as const,
        createdAt: item.createdAt,
        author: 'me',
        startsUnread: false,
      })),
    ...noteRows.filter(({ isStored }) => !isStored),
  ];
  const starts = bare.map((entry, index) => {
    const before = bare[index - 1];
    const startsDay = before === undefined || !isSameDay(before.createdAt, entry.createdAt);
    return { startsDay, startsGroup: startsDay || entry.startsUnread || !belongTogether(before, entry) };
  });
  return bare.map((entry, index) => ({
    ...entry,
    ...(starts[index] ?? { startsDay: false, startsGroup: true }),
    endsGroup: starts[index + 1]?.startsGroup ?? true,
  }));
}

/**
 * Returns about how tall a row will be, in pixels, on a wide window. The list counts rows with it that it has not drawn;
 * with the height of the first one, which has a date, all others would move when they are drawn.
 */
export function estimatedHeight(entry: ThreadEntry): number {
  const { kind, startsDay, startsGroup, startsUnread } = entry;
  if (kind === 'work') return 32;
  const text =
    kind === 'stored' ? entry.message.content : kind === 'note' ? entry.note.content : entry.pending.content;
  const lines = Math.min(40, Math.max(1, Math.ceil((text?.length ?? 0) / 70)));
  const hasFile = kind === 'stored' && entry.message.media !== null;
  const above = (startsDay ? 46 : 0) + (startsUnread ? 32 : 0) + (startsGroup ? 10 : 0);
  return above + (hasFile ? 200 : 0) + 16 + 21 * lines;
}

/** Merges two lists that are in order of time. */
function inOrder<A extends { createdAt: string }, B extends { createdAt: string }>(
  left: readonly A[],
  right: readonly B[],
): (A | B)[] {
  const merged: (A | B)[] = [];
  let next = 0;
  for (const one of left) {
    for (let other = right[next]; other && other.createdAt < one.createdAt; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(one);
  }
  return [...merged, ...right.slice(next)];
}

/** Messages from a group stay apart from those that the customer has written here. */
function authorOf({ direction, author, inbound, sentBy, rule }: ThreadMessage): string {
  if (direction === 'outbound') return author?.id ?? rule?.id ?? sentBy ?? 'api';
  return inbound?.group ? `customer in ${inbound.group.id}` : 'customer';
}

interface Grouped {
  kind: ThreadEntry['kind'];
  direction: ThreadEntry['direction'];
  author: string;
  createdAt: string;
}

/** Groups messages of the same author within three minutes. Pending ones join our last message. */
function belongTogether(before: Grouped, entry: Grouped): boolean {
  if (before.direction !== entry.direction) return false;
  if (before.author !== entry.author && entry.kind === 'stored') return false;
  return new Date(entry.createdAt).getTime() - new Date(before.createdAt).getTime() < GROUP_MS;
}

/** Returns whether a message counts as unread until it is read: the customer wrote it, or it is their call that nobody took. */
export function countsAsUnread({ direction, type, inbound }: ThreadMessage): boolean {
  return direction === 'inbound' && (type !== 'system' || inbound?.system?.kind === 'call_missed');
}

/**
 * Returns the first unread message: the oldest of the last `count` that count as such; null when it may be among older ones,
 * which are not loaded.
 */
export function firstUnread(
  messages: readonly ThreadMessage[],
  count: number,
  hasOlder = false,
): string | null {
  if (count === 0) return null;
  const inbound = messages.filter(countsAsUnread).slice(-count);
  if (hasOlder && inbound.length < count) return null;
  return inbound[0]?.id ?? null;
}
