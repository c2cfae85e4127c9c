import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isUrgent } from '../../../../shared/domain/assist/urgency.ts';
import { CLOSING_HOURS, type InboxView } from '../../../../shared/domain/inbox-views.ts';
import {
  type DueSince,
  overdueSince,
  type ResponseRules,
} from '../../../../shared/domain/time/business-time.ts';

/** A position in the inbox's order: latest activity first, or by the time of a view, then by id. */
export type ListPosition = Pick<Conversation, 'lastActivityAt' | 'id'> &
  Partial<Pick<Conversation, 'waitingSince' | 'windowExpiresAt' | 'snoozedUntil'>>;

/** Compares two conversations in inbox order. */
export function compareConversations(left: ListPosition, right: ListPosition): number {
  if (left.lastActivityAt !== right.lastActivityAt)
    return left.lastActivityAt < right.lastActivityAt ? 1 : -1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? 1 : -1;
}

/** The extent of a view: how far it was loaded, and its search results. */
export interface ViewExtent {
  /** The last conversation of the last loaded page; null when everything was loaded. */
  horizon: ListPosition | null;
  /**
   * The search results from the server; null without a search. Live changes can reorder them, but cannot add
   * to them.
   */
  found: ReadonlySet<string> | null;
}

/** Whose inbox it is, and the times that decide which windows are closing and what is overdue. */
export interface Viewer {
  userId: string;
  now: Date;
  /** Since when a customer must have been waiting for the conversation to be overdue. */
  dueSince: DueSince;
}

/** Returns what decides which conversations a person's views show now. */
export function viewerOf(userId: string, rules: ResponseRules, now: Date): Viewer {
  return { userId, now, dueSince: overdueSince(rules, now) };
}

type Shows = (conversation: Conversation, viewer: Viewer) => boolean;

const isOpen: Shows = ({ status }) => status === 'open';

/** What each view shows. The server decides by the same rules (server/features/conversations/inbox.repository.ts). */
const VIEWS: Readonly<Record<InboxView, Shows>> = {
  all: () => true,
  open: isOpen,
  mine: (conversation, { userId }) => conversation.status === 'open' && conversation.assignee?.id === userId,
  unassigned: ({ status, assignee }) => status === 'open' && assignee === null,
  waiting: ({ status, waitingSince }) => status === 'open' && waitingSince !== null,
  overdue: ({ status, waitingSince, firstResponseAt }, { dueSince }) => {
    const since = firstResponseAt === null ? dueSince.first : dueSince.next;
    return status === 'open' && waitingSince !== null && since !== null && new Date(waitingSince) < since;
  },
  closing: ({ status, windowExpiresAt }, { now }) => {
    if (status !== 'open' || windowExpiresAt === null) return false;
    const leftMs = new Date(windowExpiresAt).getTime() - now.getTime();
    return leftMs > 0 && leftMs <= CLOSING_HOURS * 3_600_000;
  },
  mentions: ({ mentioned }, { userId }) => mentioned.includes(userId),
  failed: ({ failedCount }) => failedCount > 0,
  unread: ({ unreadCount }) => unreadCount > 0,
  snoozed: ({ status }) => status === 'snoozed',
  closed: ({ status }) => status === 'closed',
};

/** What a person narrows a view to. */
export interface ListFilter {
  label?: string | undefined;
  assignee?: string | undefined;
  unread?: true | undefined;
  urgent?: true | undefined;
}

export const NO_FILTER: ListFilter = {};

/** Returns whether a filter narrows anything. */
export function isNarrowed(filter: ListFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Returns whether a view shows a conversation. */
export function isShownIn(view: InboxView, conversation: Conversation, viewer: Viewer): boolean {
  return VIEWS[view](conversation, viewer);
}

function passes({ labels, assignee, unreadCount, marks }: Conversation, filter: ListFilter): boolean {
  return (
    (filter.label === undefined || labels.some(({ id }) => id === filter.label)) &&
    (filter.assignee === undefined || assignee?.id === filter.assignee) &&
    (filter.unread === undefined || unreadCount > 0) &&
    (filter.urgent === undefined || (marks !== undefined && isUrgent(marks)))
  );
}

/** Views that show what the person has not seen: what they see must not disappear while it is open. */
const KEEPS_OPEN: readonly InboxView[] = ['unread', 'mentions'];

/** The views whose first row is the one with the earliest time. All others are in order of activity. */
const EARLIEST_FIRST: Partial<Record<InboxView, (position: ListPosition) => string | null | undefined>> = {
  waiting: ({ waitingSince }) => waitingSince,
  overdue: ({ waitingSince }) => waitingSince,
  closing: ({ windowExpiresAt }) => windowExpiresAt,
  snoozed: ({ snoozedUntil }) => snoozedUntil,
};

/** Returns the order of a view. A search and a narrowed view are in order of activity. */
function orderOf(view: InboxView, { found }: ViewExtent, filter: ListFilter) {
  const timeOf = found === null && !isNarrowed(filter) ? EARLIEST_FIRST[view] : undefined;
  if (!timeOf) return compareConversations;
  return (left: ListPosition, right: ListPosition): number => {
    const [first, second] = [timeOf(left) ?? '', timeOf(right) ?? ''];
    if (first !== second) return first < second ? -1 : 1;
    if (left.id === right.id) return 0;
    return left.id < right.id ? -1 : 1;
  };
}

/**
 * Returns the rows of a view, in order. In the views of what is unread, `keep` stays after it has been read: the open
 * conversation must not disappear from the list just because the person read it.
 */
export function visibleConversations(
  byId: Readonly<Record<string, Conversation>>,
  extent: ViewExtent,
  {
    view,
    filter = NO_FILTER,
    viewer,
    keep,
  }: { view: InboxView; filter?: ListFilter; viewer: Viewer; keep: string | null },
): Conversation[] {
  const { horizon, found } = extent;
  const compare = orderOf(view, extent, filter);
  const isShown = (conversation: Conversation) => {
    const isKept = conversation.id === keep;
    return (
      (VIEWS[view](conversation, viewer) || (KEEPS_OPEN.includes(view) && isKept)) &&
      passes(conversation, isKept ? { ...filter, unread: undefined } : filter)
    );
  };
  return Object.values(byId)
    .filter(
      (conversation) =>
        isShown(conversation) &&
        (found === null || found.has(conversation.id)) &&
        (horizon === null || compare(conversation, horizon) <= 0),
    )
    .sort(compare);
}
