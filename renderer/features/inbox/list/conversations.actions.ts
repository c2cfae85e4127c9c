import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { InboxView } from '../../../../shared/domain/inbox-views.ts';
import { api } from '../../../lib/api/api.ts';
import { type ApiError, asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { keepLoading } from '../../../lib/keep-loading.ts';
import { whileHere } from '../../../lib/on-leave.ts';
import { isNarrowed, type ListFilter, NO_FILTER, type ViewExtent } from './conversation-order.ts';
import {
  resetConversations,
  setUnreadTotal,
  unreadMark,
  upsertConversations,
  useConversations,
  useMovedConversations,
} from './conversations.store.ts';
import { patchView, resetViews, useInboxViews, type ViewState, viewKey } from './inbox-views.store.ts';
import { refreshViewCounts } from './view-counts.store.ts';

const PAGE = 50;
const RECOUNT_AFTER_MS = 400;

/** The view on screen, which is reloaded after a gap in the events. */
let current: { view: InboxView; search: string; filter: ListFilter } = {
  view: 'open',
  search: '',
  filter: NO_FILTER,
};

/** Loads the first page of a view. Rows already on screen stay until the response arrives. */
export async function loadView(
  view: InboxView,
  search: string,
  filter: ListFilter = NO_FILTER,
): Promise<void> {
  const key = viewKey(view, search, filter);
  current = { view, search, filter };
  patchView(key, {
    problem: null,
    isStale: false,
    ...(useInboxViews.getState()[key]?.phase === 'ready' ? {} : { phase: 'loading' }),
  });
  try {
    const page = await fetchPage(view, search, filter, null);
    take(page);
    patchView(key, { phase: 'ready', isLoadingMore: false, ...extentOf(page, search, null) });
  } catch (error) {
    const isShown = useInboxViews.getState()[key]?.phase === 'ready';
    patchView(key, failedView(asApiError(error), view, search, filter, isShown));
  }
}

/** Reloads the view on screen if its last load got no response. */
export function reloadStaleView(): void {
  const { view, search, filter } = current;
  if (useInboxViews.getState()[viewKey(view, search, filter)]?.isStale) void loadView(view, search, filter);
}

/**
 * Replaces all conversations with the server's current data: the view on screen and the open conversation.
 * The screen does not change until both are loaded. Returns whether the open conversation still exists.
 */
export async function reloadConversations(openId: string | null): Promise<boolean> {
  const { view, search, filter } = current;
  const page = await fetchPage(view, search, filter, null);
  const opened = openId === null ? null : await fetchConversation(openId);
  resetConversations();
  resetViews();
  take(page);
  if (opened) upsertConversations([opened]);
  patchView(viewKey(view, search, filter), { phase: 'ready', ...extentOf(page, search, null) });
  return opened !== null;
}

/** Loads the next page, if there is one and it is not already loading. */
export async function loadMore(
  view: InboxView,
  search: string,
  filter: ListFilter = NO_FILTER,
): Promise<void> {
  const key = viewKey(view, search, filter);
  const state = useInboxViews.getState()[key];
  if (!state?.nextCursor || state.isLoadingMore) return;
  patchView(key, { isLoadingMore: true });
  try {
    const page = await fetchPage(view, search, filter, state.nextCursor);
    take(page);
    patchView(key, { isLoadingMore: false, ...extentOf(page, search, state.found) });
  } catch (error) {
    patchView(key, { isLoadingMore: false, moreProblem: sentenceOf(error) });
  }
}

/**
 * Loads the conversation of a URL that was opened directly, and passes on whether it exists. Without an answer, it tries
 * again after a moment: the thread may have loaded, and has no composer until then. Returns how to end it.
 */
export function keepLoadingConversation(id: string, use: (isFound: boolean) => void): () => void {
  const load = () =>
    loadConversation(id).catch((error) => {
      if (asApiError(error).isTransient) throw error;
      // It would be rejected again; the request of the thread shows why.
      return null;
    });
  return keepLoading(load, (isFound) => {
    if (isFound !== null) use(isFound);
  });
}

/** Loads a conversation. Returns false when it does not exist. */
async function loadConversation(id: string): Promise<boolean> {
  const conversation = await fetchConversation(id);
  if (conversation) upsertConversations([conversation]);
  // The server answers for a conversation whose contact was merged with the one that has its messages.
  if (conversation && conversation.id !== id) useMovedConversations.setState({ [id]: conversation.id });
  return conversation !== null;
}

/** Returns the id of the conversation with a contact. Creates the conversation if there is none. */
export async function openConversation(contactId: string): Promise<string> {
  const conversation = await whileHere(api.conversations.open({ params: { id: contactId } }));
  upsertConversations([conversation]);
  return conversation.id;
}

/** Marks the messages of a conversation as read, all or up to one of them, for everyone in the workspace. */
export async function markRead(id: string, upTo?: string): Promise<void> {
  const body = upTo === undefined ? {} : { body: { upTo } };
  upsertConversations([await whileHere(api.conversations.markRead({ params: { id }, ...body }))]);
}

let recount: ReturnType<typeof setTimeout> | undefined;

/** Requests the unread count again, after an event changed a conversation that is not loaded. */
export function refreshUnreadTotal(): void {
  clearTimeout(recount);
  recount = setTimeout(() => {
    const mark = unreadMark();
    whileHere(api.conversations.list({ query: { limit: 1 } })).then(
      ({ unreadTotal }) => {
        if (!setUnreadTotal(unreadTotal, mark)) refreshUnreadTotal();
      },
      // The next list response contains the count as well.
      () => undefined,
    );
  }, RECOUNT_AFTER_MS);
}

async function fetchConversation(id: string): Promise<Conversation | null> {
  try {
    return (await whileHere(api.conversations.get({ params: { id } }))).conversation;
  } catch (error) {
    if (asApiError(error).status === 404) return null;
    throw error;
  }
}

/** Returns the state of a view whose first page failed to load. Falls back to the loaded conversations. */
function failedView(
  failure: ApiError,
  view: InboxView,
  search: string,
  filter: ListFilter,
  isShown: boolean,
): Partial<ViewState> {
  const problem = sentenceOf(failure);
  const isStale = failure.isTransient;
  // The connection banner already explains a network error of the main list.
  const isExplained = failure.code === 'network' && view === 'open' && search === '' && !isNarrowed(filter);
  if (isShown) return { isStale, problem: isExplained ? null : problem };
  const extent = isStale ? loadedExtent(search) : null;
  return {
    isStale,
    problem,
    ...(extent ? { phase: 'ready', nextCursor: null, ...extent } : { phase: 'failed' }),
  };
}

interface Page {
  data: Conversation[];
  nextCursor: string | null;
  unreadTotal: number;
  /** The moment of the request; see `unreadMark`. */
  mark: number;
}

/** Requests for one page, at most. */
const EMPTY_PAGES_MAX = 20;

/**
 * Returns the next page with rows. The server looks at some rows per request, so a page of a view or search may be empty
 * and not the last. Stops after some empty pages, and when another view is on screen.
 */
async function fetchPage(
  view: InboxView,
  search: string,
  filter: ListFilter,
  cursor: string | null,
): Promise<Page> {
  const { unread, urgent, ...narrowed } = filter;
  for (let next = cursor, asked = 1; ; asked += 1) {
    const mark = unreadMark();
    const query = {
      view,
      limit: PAGE,
      ...narrowed,
      ...(unread && { unread: 'true' as const }),
      ...(urgent && { urgent: 'true' as const }),
      ...(search && { search }),
      ...(next && { cursor: next }),
    };
    const page = await whileHere(api.conversations.list({ query }));
    const isShown = current.view === view && current.search === search && current.filter === filter;
    if (page.data.length > 0 || page.nextCursor === null || asked === EMPTY_PAGES_MAX || !isShown)
      return { ...page, mark };
    next = page.nextCursor;
  }
}

function take({ data, unreadTotal, mark }: Page): void {
  refreshViewCounts();
  const isCurrent = mark === unreadMark();
  upsertConversations(data);
  if (isCurrent) setUnreadTotal(unreadTotal);
  else refreshUnreadTotal();
}

function extentOf({ data, nextCursor }: Page, search: string, before: ReadonlySet<string> | null) {
  return {
    nextCursor,
    moreProblem: null,
    isPartial: nextCursor !== null && data.length === 0,
    horizon: nextCursor === null ? null : (data.at(-1) ?? null),
    found:
      search === '' ? null : new Set([...(before ?? []), ...data.map((conversation) => conversation.id)]),
  };
}

/** Returns the extent of a view within the loaded conversations; null when the list was never loaded. */
function loadedExtent(search: string): ViewExtent | null {
  const all = useInboxViews.getState()[viewKey('open', '')];
  if (all?.phase !== 'ready') return null;
  return search === ''
    ? { horizon: all.horizon, found: null }
    : { horizon: null, found: searchLoaded(search) };
}

/** Searches the loaded conversations by name, or by the digits of the phone number. */
function searchLoaded(search: string): ReadonlySet<string> {
  const wanted = search.toLocaleLowerCase();
  const digits = search.replace(/\D/g, '');
  const found = Object.values(useConversations.getState().byId).filter(
    ({ contact }) =>
      contactTitle(contact).toLocaleLowerCase().includes(wanted) ||
      (digits !== '' && (contact.phone ?? '').includes(digits)),
  );
  return new Set(found.map(({ id }) => id));
}
