import type { Conversation, ConversationFilter } from '../../../../shared/contract/conversations.contract.ts';

/** A position in the inbox's order: latest activity first, then by id. */
export type ListPosition = Pick<Conversation, 'lastActivityAt' | 'id'>;

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

const FILTERS: Readonly<Record<ConversationFilter, (conversation: Conversation) => boolean>> = {
  all: () => true,
  unread: (conversation) => conversation.unreadCount > 0,
  failed: (conversation) => conversation.lastMessage?.status === 'failed',
};

/**
 * Returns the rows of a view, in order. In the unread view, `keep` stays after it has been read: the open
 * conversation must not disappear from the list just because the person read it.
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
