import { useQuery } from '@tanstack/react-query';
import type { SavedView, SavedViewFilter } from '../../../../shared/contract/inbox/saved-views.contract.ts';
import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import type { ListFilter } from '../list/conversation-order.ts';
import { refreshSavedCounts } from '../list/view-counts.store.ts';
import { DEFAULT_VIEW, type InboxSearch, type ListedView } from '../views.ts';

const NONE: SavedView[] = [];

/** Returns the saved views of the person and the team; none until they are loaded. */
export function useSavedViews(): readonly SavedView[] {
  return useSavedViewsQuery().data?.data ?? NONE;
}

/** Returns the query for the saved views, for what shows that they could not be loaded. */
export function useSavedViewsQuery() {
  return useQuery(queries.savedViews.list.queryOptions({ input: {}, staleTime: 5 * 60_000 }));
}

/** Fetches the saved views again, after a change. */
export function refreshSavedViews(): void {
  void queryClient.invalidateQueries({ queryKey: queries.savedViews.key() });
  refreshSavedCounts();
}

/** Returns the address of a saved view. */
export function searchOf({ view, ...filter }: SavedViewFilter): InboxSearch {
  return { ...(view === DEFAULT_VIEW || view === 'all' ? {} : { view }), ...filter };
}

/** Returns the saved view that shows what is on the screen; undefined when there is none. */
export function savedViewOf(
  saved: readonly SavedView[],
  view: ListedView,
  { label, assignee, unread, urgent }: ListFilter,
): SavedView | undefined {
  const isShown = ({ filter }: SavedView) =>
    filter.view === view &&
    filter.label === label &&
    filter.assignee === assignee &&
    filter.unread === unread &&
    filter.urgent === urgent;
  // The person's own first: they can change it, and the team's perhaps not.
  return saved.find((one) => !one.isShared && isShown(one)) ?? saved.find(isShown);
}
