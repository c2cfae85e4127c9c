import type { Conversation, ConversationFilter } from '../../../../shared/contract/conversations.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { type ApiError, asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import type { ViewExtent } from './conversation-order.ts';
import {
  resetConversations,
  setUnreadTotal,
  upsertConversations,
  useConversations,
} from './conversations.store.ts';
import { type InboxView, patchView, resetViews, useInboxViews, viewKey } from './inbox-views.store.ts';

const PAGE = 50;
const RECOUNT_AFTER_MS = 400;

/** The view on screen, which is the one to reload after a gap in the events. */
let current: { filter: ConversationFilter; search: string } = { filter: 'all', search: '' };

/** Loads the first page of a view. What it shows already stays until the answer is here. */
export async function loadView(filter: ConversationFilter, search: string): Promise<void> {
  const key = viewKey(filter, search);
  current = { filter, search };
  patchView(key, {
    problem: null,
    isBehind: false,
    ...(useInboxViews.getState()[key]?.phase === 'ready' ? {} : { phase: 'loading' }),
  });
  try {
    const page = await fetchPage(filter, search, null);
    take(page);
    patchView(key, { phase: 'ready', isLoadingMore: false, ...extentOf(page, search, null) });
  } catch (error) {
    const isShown = useInboxViews.getState()[key]?.phase === 'ready';
    patchView(key, withoutAnswer(asApiError(error), filter, search, isShown));
  }
}

/** Loads the view on screen again if its last load got no answer. */
export function reloadBehind(): void {
  const { filter, search } = current;
  if (useInboxViews.getState()[viewKey(filter, search)]?.isBehind) void loadView(filter, search);
}

/**
 * Replaces everything by what the server has now: the view on screen and the open conversation. What
 * is shown stays until both are here. Answers whether the open conversation still exists.
 */
export async function reloadConversations(openId: string | null): Promise<boolean> {
  const { filter, search } = current;
  const page = await fetchPage(filter, search, null);
  const opened = openId === null ? null : await fetchConversation(openId);
  resetConversations();
  resetViews();
  take(page);
  if (opened) upsertConversations([opened]);
  patchView(viewKey(filter, search), { phase: 'ready', ...extentOf(page, search, null) });
  return opened !== null;
}

/** Loads the page after the last one, if there is one and it is not being loaded. */
export async function loadMore(filter: ConversationFilter, search: string): Promise<void> {
  const key = viewKey(filter, search);
  const view = useInboxViews.getState()[key];
  if (!view?.nextCursor || view.isLoadingMore) return;
  patchView(key, { isLoadingMore: true });
  try {
    const page = await fetchPage(filter, search, view.nextCursor);
    take(page);
    patchView(key, { isLoadingMore: false, ...extentOf(page, search, view.found) });
  } catch (error) {
    patchView(key, { isLoadingMore: false, problem: sentenceOf(error) });
  }
}

/** Loads one conversation, for an address that was opened directly. Answers false when there is none. */
export async function loadConversation(id: string): Promise<boolean> {
  const conversation = await fetchConversation(id);
  if (conversation) upsertConversations([conversation]);
  return conversation !== null;
}

/** The conversation with a contact, made when there is none yet. Answers its id. */
export async function openConversation(contactId: string): Promise<string> {
  const conversation = await api.conversations.open({ params: { id: contactId } });
  upsertConversations([conversation]);
  return conversation.id;
}

/** Marks the messages of a conversation as read, for everyone in the workspace. */
export async function markRead(id: string): Promise<void> {
  upsertConversations([await api.conversations.markRead({ params: { id } })]);
}

let recount: ReturnType<typeof setTimeout> | undefined;

/** Asks the server to count again, when an event changed a conversation that is not known here. */
export function recountUnread(): void {
  clearTimeout(recount);
  recount = setTimeout(() => {
    api.conversations.list({ query: { limit: 1 } }).then(
      ({ unreadTotal }) => setUnreadTotal(unreadTotal),
      // A count that cannot be had now comes with the next list.
      () => undefined,
    );
  }, RECOUNT_AFTER_MS);
}

async function fetchConversation(id: string): Promise<Conversation | null> {
  try {
    return (await api.conversations.get({ params: { id } })).conversation;
  } catch (error) {
    if (asApiError(error).status === 404) return null;
    throw error;
  }
}

/** What a view shows when its first page could not be had: what it showed, or what is here of it. */
function withoutAnswer(
  failure: ApiError,
  filter: ConversationFilter,
  search: string,
  isShown: boolean,
): Partial<InboxView> {
  const problem = sentenceOf(failure);
  const isBehind = failure.isTransient;
  // The banner says already that nothing can be reached; the list of all is what it speaks of.
  const isSaid = failure.code === 'network' && filter === 'all' && search === '';
  if (isShown) return { isBehind, problem: isSaid ? null : problem };
  const here = isBehind ? localExtent(search) : null;
  return {
    isBehind,
    problem,
    ...(here ? { phase: 'ready', nextCursor: null, ...here } : { phase: 'failed' }),
  };
}

interface Page {
  data: Conversation[];
  nextCursor: string | null;
  unreadTotal: number;
}

function fetchPage(filter: ConversationFilter, search: string, cursor: string | null): Promise<Page> {
  return api.conversations.list({
    query: { filter, limit: PAGE, ...(search && { search }), ...(cursor && { cursor }) },
  });
}

function take({ data, unreadTotal }: Page): void {
  upsertConversations(data);
  setUnreadTotal(unreadTotal);
}

function extentOf({ data, nextCursor }: Page, search: string, before: ReadonlySet<string> | null) {
  return {
    nextCursor,
    horizon: nextCursor === null ? null : (data.at(-1) ?? null),
    found:
      search === '' ? null : new Set([...(before ?? []), ...data.map((conversation) => conversation.id)]),
  };
}

/** How far a view reaches among the conversations that are here; null when the list was never loaded. */
function localExtent(search: string): ViewExtent | null {
  const all = useInboxViews.getState()[viewKey('all', '')];
  if (all?.phase !== 'ready') return null;
  return search === '' ? { horizon: all.horizon, found: null } : { horizon: null, found: findHere(search) };
}

/** By name, or by the digits of the number. */
function findHere(search: string): ReadonlySet<string> {
  const wanted = search.toLocaleLowerCase();
  const digits = search.replace(/\D/g, '');
  const found = Object.values(useConversations.getState().byId).filter(
    ({ contact }) =>
      contactTitle(contact).toLocaleLowerCase().includes(wanted) ||
      (digits !== '' && (contact.phone ?? '').includes(digits)),
  );
  return new Set(found.map(({ id }) => id));
}
