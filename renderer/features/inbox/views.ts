import { IconAlertTriangle, IconMail, IconMessages } from '@tabler/icons-react';
import type { ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { useConversations } from './list/conversations.store.ts';

/** A view of the inbox, as the sidebar and the menu above the list show it. */
export interface ViewEntry {
  icon: typeof IconMail;
  /** Returns the number beside the name; null where the number of conversations is not known. */
  count: ((state: ReturnType<typeof useConversations.getState>) => number) | null;
}

/**
 * The views of the inbox, in the order of the sidebar. A view needs an entry here, its texts at
 * `inbox:views.<id>`, and its rule in `list/conversation-order.ts`.
 */
export const VIEWS: Readonly<Record<ConversationFilter, ViewEntry>> = {
  all: { icon: IconMessages, count: null },
  unread: { icon: IconMail, count: (state) => state.unreadTotal },
  failed: { icon: IconAlertTriangle, count: null },
};

/** The views in their order. */
export const VIEW_IDS = Object.keys(VIEWS) as ConversationFilter[];

/** The view that opens when the address names none. */
export const DEFAULT_VIEW: ConversationFilter = 'all';

/** Reads the search part of the inbox's address. The default view is not in it. */
export function readInboxSearch(raw: Record<string, unknown>): { view?: ConversationFilter | undefined } {
  const view = VIEW_IDS.find((id) => id === raw.view);
  return view === undefined || view === DEFAULT_VIEW ? {} : { view };
}

/** Returns the number beside a view's name; null where there is none. */
export function useViewCount(id: ConversationFilter): number | null {
  const { count } = VIEWS[id];
  return useConversations((state) => (count === null ? null : count(state)));
}
