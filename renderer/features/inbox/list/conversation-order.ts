import type { Conversation, ConversationFilter } from '../../../../shared/contract/conversations.contract.ts';

/** A place in the inbox's order: latest activity first, then by id. */
export type Place = Pick<Conversation, 'lastActivityAt' | 'id'>;

/** Compares two conversations in the order of the inbox. */
export function compareConversations(left: Place, right: Place): number {
  if (left.lastActivityAt !== right.lastActivityAt)
    return left.lastActivityAt < right.lastActivityAt ? 1 : -1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? 1 : -1;
}

/** What is known about one view of the inbox: how far it was loaded, and what a search found. */
export interface ViewExtent {
  /** The last conversation of the last page; null when everything was loaded. */
  horizon: Place | null;
  /** For a search: what the server found. Live changes cannot join it, they can only move within it. */
  found: ReadonlySet<string> | null;
}

const FILTERS: Readonly<Record<ConversationFilter, (conversation: Conversation) => boolean>> = {
  all: () => true,
  unread: (conversation) => conversation.unreadCount > 0,
  failed: (conversation) => conversation.lastMessage?.status === 'failed',
};

/**
 * The rows of a view, in order. Among the unread, `keep` stays when it is none any more: the open
 * conversation must not vanish from under the reader because reading made it read.
 */
export function visibleConversations(
  byId: Readonly<Record<string, Conversation>>,
  { horizon, found }: ViewExtent,
  filter: ConversationFilter,
  keep: string | null,
): Conversation[] {
  return Object.values(byId)
    .filter(
      (conversation) =>
        (FILTERS[filter](conversation) || (filter === 'unread' && conversation.id === keep)) &&
        (found === null || found.has(conversation.id)) &&
        (horizon === null || compareConversations(conversation, horizon) <= 0),
    )
    .sort(compareConversations);
}
