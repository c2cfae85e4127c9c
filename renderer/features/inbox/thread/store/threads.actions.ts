import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { api } from '../../../../lib/api/api.ts';
import { asApiError, sentenceOf } from '../../../../lib/api/api-error.ts';
import { whileHere } from '../../../../lib/on-leave.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { readStoredBefore, restoreThread } from '../../offline/offline-restore.ts';
import { firstUnread } from '../list/thread-entries.ts';
import { markMessage } from './marked-message.store.ts';
import { insertMessages } from './thread-order.ts';
import {
  appendMessages,
  openThread,
  patchThread,
  prependMessages,
  type Thread,
  upsertMessages,
  useThreads,
} from './threads.store.ts';

const PAGE = 50;

function fetchPage(id: string, at: { around?: string; newer?: string; cursor?: string } = {}) {
  return whileHere(api.conversations.messages({ params: { id }, query: { limit: PAGE, ...at } }));
}

/** Opens a thread and loads its newest page, unless it is loaded and live. */
export async function loadThread(id: string): Promise<void> {
  const thread = openThread(id);
  if (thread.phase === 'ready') return noteFirstUnread(id, firstUnreadOf(id));
  await Promise.all([restoreThread(id), reloadThread(id)]);
}

/** Returns the first unread message of a thread that is loaded as far back; null for one that is not, or without any. */
export function firstUnreadOf(id: string): Thread['firstUnread'] {
  const count = useConversations.getState().byId[id]?.unreadCount ?? 0;
  const { messages = [], nextCursor = null, newerCursor = null } = useThreads.getState()[id] ?? {};
  const first = newerCursor === null ? firstUnread(messages, count, nextCursor !== null) : null;
  return first === null ? null : { id: first, count };
}

/** Stores where the unread messages began when the thread was opened, until it is left: null. */
export function noteFirstUnread(id: string, first: Thread['firstUnread']): void {
  if (useThreads.getState()[id]?.firstUnread !== first) patchThread(id, { firstUnread: first });
}

/** Retries a thread that failed to load. */
export function reloadFailedThread(id: string): void {
  if (useThreads.getState()[id]?.phase === 'failed') void reloadThread(id);
}

/** Loads the newest page. Keeps messages that arrive from events in the meantime. */
export async function reloadThread(id: string): Promise<void> {
  const part = partOf(id);
  patchThread(id, { phase: 'loading', problem: null });
  try {
    const count = useConversations.getState().byId[id]?.unreadCount ?? 0;
    const { data, nextCursor, firstUnreadId } = await fetchPage(id);
    if (partOf(id) !== part) return;
    const page = insertMessages([], data, false);
    const [oldest] = nextCursor === null ? [] : page;
    const arrived = useThreads.getState()[id]?.messages ?? [];
    const messages = insertMessages(
      page,
      arrived.filter((message) => oldest === undefined || message.createdAt >= oldest.createdAt),
      false,
    );
    // What was unread when the thread was opened stays so, where it is loaded again.
    const known = useThreads.getState()[id]?.firstUnread ?? null;
    if (known === null && firstUnreadId !== null) noteFirstUnread(id, { id: firstUnreadId, count });
    showPart(id, { messages, nextCursor, newerCursor: null });
  } catch (error) {
    // Another request may have loaded it meanwhile.
    const isLoading = useThreads.getState()[id]?.phase === 'loading';
    if (partOf(id) === part && isLoading) patchThread(id, { phase: 'failed', problem: sentenceOf(error) });
  }
}

/** Returns which part of a thread is loaded. A response for another part comes too late, and is dropped. */
function partOf(id: string): number | null {
  return useThreads.getState()[id]?.part ?? null;
}

/**
 * Replaces the newest messages after a gap in the events, so that deleted ones disappear. Older pages stay where the new
 * page joins them, and so does an old part of the thread, so that nobody loses the place where they read.
 */
export async function refreshThread(id: string): Promise<void> {
  if (useThreads.getState()[id]?.newerCursor) return;
  const part = partOf(id);
  const { data, nextCursor } = await fetchPage(id);
  const thread = useThreads.getState()[id];
  if (!thread || thread.part !== part) return;
  const page = insertMessages([], data, false);
  const [oldest] = page;
  const joint = thread.messages.findIndex((message) => message.id === oldest?.id);
  if (joint < 1) return showPart(id, { messages: page, nextCursor, newerCursor: null });
  const messages = insertMessages(thread.messages.slice(0, joint), page, false);
  patchThread(id, { messages, phase: 'ready', problem: null });
}

/** Replaces the loaded part of a thread. The list starts again if the part is another one than before. */
function showPart(id: string, loaded: Pick<Thread, 'messages' | 'nextCursor' | 'newerCursor'>): void {
  const { part = 0, newerCursor = null } = useThreads.getState()[id] ?? {};
  const isOther = loaded.newerCursor !== null || newerCursor !== null;
  patchThread(id, {
    ...loaded,
    phase: 'ready',
    problem: null,
    prepended: 0,
    part: part + (isOther ? 1 : 0),
    loadingPage: null,
    failedPage: null,
  });
}

/**
 * Shows a message of a thread and marks it for a moment. Loads its part of the thread if necessary.
 * @throws when the thread does not have the message, or does not respond.
 */
export async function jumpToMessage(id: string, messageId: string): Promise<void> {
  const thread = openThread(id);
  if (!thread.messages.some((message) => message.id === messageId)) {
    const { data, nextCursor, newerCursor } = await fetchPage(id, { around: messageId });
    showPart(id, { messages: insertMessages([], data, false), nextCursor, newerCursor });
  }
  markMessage(id, messageId);
}

/** Loads the page after the newest loaded message, if a jump has left a gap up to the newest one. */
export async function loadNewer(id: string): Promise<void> {
  const thread = useThreads.getState()[id];
  if (!thread?.newerCursor || thread.loadingPage || thread.phase !== 'ready') return;
  const stillAt = () => useThreads.getState()[id]?.newerCursor === thread.newerCursor;
  patchThread(id, { loadingPage: 'newer' });
  try {
    const { data, newerCursor } = await fetchPage(id, { newer: thread.newerCursor });
    if (stillAt()) appendMessages(id, data, newerCursor);
  } catch (error) {
    if (stillAt()) notePageFailed(id, 'newer', error);
  }
}

/** Adds the newest messages to a thread, when one is known to be missing. */
export async function loadNewest(id: string): Promise<void> {
  const page = await fetchPage(id).catch(() => null);
  // Without a response, the events bring them after the reconnect.
  if (page) upsertMessages(id, page.data);
}

/** Loads the page before the oldest loaded message. */
export async function loadOlder(id: string): Promise<void> {
  const thread = useThreads.getState()[id];
  if (!thread?.nextCursor || thread.loadingPage || thread.phase !== 'ready') return;
  const stillAt = () => useThreads.getState()[id]?.nextCursor === thread.nextCursor;
  patchThread(id, { loadingPage: 'older' });
  try {
    const { data, nextCursor } = await fetchPage(id, { cursor: thread.nextCursor });
    if (stillAt()) prependMessages(id, data, nextCursor);
  } catch (error) {
    if (!stillAt()) return;
    const [oldest] = useThreads.getState()[id]?.messages ?? [];
    const stored =
      oldest && asApiError(error).isTransient ? await readStoredBefore(id, oldest.createdAt) : [];
    // The cursor stays, so the page is requested again when the server is reachable.
    if (stored.length > 0) prependMessages(id, stored, thread.nextCursor);
    else notePageFailed(id, 'older', error);
  }
}

function notePageFailed(id: string, end: 'older' | 'newer', error: unknown): void {
  patchThread(id, { loadingPage: null, failedPage: { end, error: asApiError(error) } });
}

/**
 * Retries a failed message. It is shown as queued immediately.
 * @throws when the request fails; the message is then shown as failed again.
 */
export async function retryMessage(message: ThreadMessage): Promise<void> {
  const { id, conversationId } = message;
  upsertMessages(conversationId, [{ ...message, status: 'queued', error: null, failedAt: null }], true);
  try {
    upsertMessages(conversationId, [await api.conversations.retry({ params: { id } })]);
  } catch (error) {
    upsertMessages(conversationId, [message]);
    throw error;
  }
}
