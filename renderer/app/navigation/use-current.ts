import { useMatches, useSearch } from '@tanstack/react-router';
import type { SavedView } from '../../../shared/contract/inbox/saved-views.contract.ts';
import { savedViewOf, useSavedViews } from '../../features/inbox/saved-views/saved-views.queries.ts';
import { DEFAULT_VIEW, type ListedView } from '../../features/inbox/views.ts';
import { useMayOpen } from '../page-access.ts';
import { SECTIONS, type Section } from '../sections/sections.ts';

/** Returns the path of the open page, as the router defines it. */
export function useCurrentPath(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
}

/**
 * Scrolls the entry of the page into view, in a list of pages that scrolls. Unlike `scrollIntoView`, Tab then still begins at the top of the page, with
 * the link that skips the navigation.
 */
export function showCurrent(pages: HTMLElement): void {
  const entry = pages.querySelector('[aria-current=page]')?.getBoundingClientRect();
  if (!entry) return;
  const { top, bottom } = pages.getBoundingClientRect();
  if (entry.top < top) pages.scrollTop -= top - entry.top;
  else if (entry.bottom > bottom) pages.scrollTop += entry.bottom - bottom;
}

/** Returns whether a path is the page, or a part of it. */
export function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}

/** Returns which entry of the sidebar is open. The settings are, unless an entry above leads to their page. */
export function useIsCurrentSection(): (section: Section) => boolean {
  const path = useCurrentPath();
  const mayOpen = useMayOpen();
  return (section) =>
    isWithin(path, section.path) &&
    (section.name !== 'settings' || !SECTIONS.some((one) => isWithin(path, one.path) && mayOpen(one.path)));
}

/** Returns the saved view that is open; undefined for none. */
export function useCurrentSavedView(): SavedView | undefined {
  const view = useCurrentView();
  const saved = useSavedViews();
  const { label, assignee, unread, urgent } = useSearch({ strict: false });
  return view === null ? undefined : savedViewOf(saved, view, { label, assignee, unread, urgent });
}

/** Returns the view of the inbox that is open; null on other pages. */
export function useCurrentView(): ListedView | null {
  const isInbox = isWithin(useCurrentPath(), '/inbox/{-$conversationId}');
  const { view } = useSearch({ strict: false });
  return isInbox ? (view ?? DEFAULT_VIEW) : null;
}
