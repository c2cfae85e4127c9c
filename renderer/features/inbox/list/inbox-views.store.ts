import { create } from 'zustand';
import type { InboxView } from '../../../../shared/domain/inbox-views.ts';
import { type ListFilter, NO_FILTER, type ViewExtent } from './conversation-order.ts';

/** A view of the inbox, by its name, filter and search term. */
export interface ViewState extends ViewExtent {
  phase: 'loading' | 'ready' | 'failed';
  isLoadingMore: boolean;
  /** Whether the last load stopped before it found a row: only a part was searched. */
  isPartial: boolean;
  nextCursor: string | null;
  /** Why the first page was not loaded, or not loaded again. */
  problem: string | null;
  /** Why the next page was not loaded: it is tried again from there. */
  moreProblem: string | null;
  /** Whether the last load got no response. The view is reloaded when the server is reachable again. */
  isStale: boolean;
}

export const NEW_VIEW: ViewState = {
  phase: 'loading',
  isLoadingMore: false,
  isPartial: false,
  nextCursor: null,
  problem: null,
  moreProblem: null,
  isStale: false,
  horizon: null,
  found: null,
};

/** The extent and state of each view. The conversations are in a separate store. */
export const useInboxViews = create<Readonly<Record<string, ViewState>>>(() => ({}));

/** Returns the key of a view. */
export function viewKey(view: InboxView, search: string, filter: ListFilter = NO_FILTER): string {
  return [view, filter.label, filter.assignee, filter.unread, filter.urgent, search].join(':');
}

/** Updates a view. */
export function patchView(key: string, patch: Partial<ViewState>): void {
  useInboxViews.setState((views) => ({ [key]: { ...(views[key] ?? NEW_VIEW), ...patch } }));
}

/** Clears all views. */
export function resetViews(): void {
  useInboxViews.setState({}, true);
}
