import {
  IconAlarm,
  IconAlertTriangle,
  IconAt,
  IconCircleCheck,
  IconClockExclamation,
  IconClockPause,
  IconHourglassLow,
  IconMail,
  IconMessages,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react';
import { COUNTED_VIEWS, type CountedView, type InboxView } from '../../../shared/domain/inbox-views.ts';
import { hasTargets, useResponseRules } from './business-hours/response-rules.ts';
import type { ListFilter } from './list/conversation-order.ts';
import { useConversations } from './list/conversations.store.ts';
import { useViewCounts } from './list/view-counts.store.ts';

/** The views of the sidebar. `all` is for searches, which also look through closed conversations. */
export type ListedView = Exclude<InboxView, 'all'>;

/** A view of the inbox, as the sidebar and the menu above the list show it. */
export interface ViewEntry {
  icon: typeof IconMail;
}

/**
 * The views of the inbox, in the order of the sidebar. A view needs an entry here, its texts at
 * `inbox:views.<id>`, and its rule in `list/conversation-order.ts`.
 */
export const VIEWS: Readonly<Record<ListedView, ViewEntry>> = {
  open: { icon: IconMessages },
  mine: { icon: IconUser },
  unassigned: { icon: IconUserQuestion },
  mentions: { icon: IconAt },
  waiting: { icon: IconHourglassLow },
  overdue: { icon: IconAlarm },
  closing: { icon: IconClockExclamation },
  unread: { icon: IconMail },
  failed: { icon: IconAlertTriangle },
  snoozed: { icon: IconClockPause },
  closed: { icon: IconCircleCheck },
};

/** The views in their order, also those that are not offered now. */
export const VIEW_IDS = Object.keys(VIEWS) as ListedView[];

/** Returns the views to offer, in their order: without a response target, nothing is overdue. */
export function useViewIds(): readonly ListedView[] {
  const rules = useResponseRules();
  return hasTargets(rules) ? VIEW_IDS : VIEW_IDS.filter((id) => id !== 'overdue');
}

/** The view that opens when the address names none. */
export const DEFAULT_VIEW: ListedView = 'open';

/** The search part of the inbox's address. */
export interface InboxSearch extends ListFilter {
  view?: ListedView | undefined;
  /** The message that a link leads to. */
  message?: string | undefined;
}

/** Reads the search part of the inbox's address. The default view is not in it. */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const view = VIEW_IDS.find((id) => id === raw.view);
  const { label, assignee, message } = raw;
  return {
    ...(view !== undefined && view !== DEFAULT_VIEW && { view }),
    ...(isId('lbl', label) && { label }),
    ...(isId('usr', assignee) && { assignee }),
    ...(isId('msg', message) && { message }),
    ...(raw.unread === true && { unread: true }),
    ...(raw.urgent === true && { urgent: true }),
  };
}

function isId(prefix: 'lbl' | 'usr' | 'msg', value: unknown): value is string {
  return typeof value === 'string' && new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`).test(value);
}

/** Returns the number beside a view's name; null where there is none. */
export function useViewCount(id: ListedView): number | null {
  const unreadTotal = useConversations((state) => state.unreadTotal);
  const counted = useViewCounts((counts) => (isCounted(id) ? (counts[id] ?? null) : null));
  return id === 'unread' ? unreadTotal : counted;
}

function isCounted(id: ListedView): id is CountedView {
  return (COUNTED_VIEWS as readonly InboxView[]).includes(id);
}
