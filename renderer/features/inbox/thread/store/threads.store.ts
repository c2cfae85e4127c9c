import { create } from 'zustand';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { Media } from '../../../../../shared/contract/media.contract.ts';
import { laterMedia } from './status-merge.ts';
import { insertMessages } from './thread-order.ts';

/** The loaded messages of a conversation without a gap, oldest first. */
export interface Thread {
  phase: 'loading' | 'ready' | 'failed';
  messages: readonly ThreadMessage[];
  /** The cursor of older messages; null when the first message is loaded. */
  nextCursor: string | null;
  /** The cursor of newer messages, after a jump to an old one; null when the newest message is loaded. */
  newerCursor: string | null;
  /** The first of the messages that were unread when the thread was opened, and their number; null without any. */
  firstUnread: { id: string; count: number } | null;
  /** Changes when another part of the thread replaces the loaded one. */
  part: number;
  /** The end of the loaded part where a page is on its way. */
  loadingPage: End | null;
  /** The end where the next page could not be loaded. */
  failedPage: { end: End; error: Error } | null;
  /** The number of messages prepended since the thread was opened. Keeps the scroll position. */
  prepended: number;
  /** Why the newest page could not be loaded. */
  problem: string | null;
}

type End = 'older' | 'newer';

const NEW_THREAD: Thread = {
  phase: 'loading',
  messages: [],
  nextCursor: null,
  newerCursor: null,
  firstUnread: null,
  part: 0,
  loadingPage: null,
  failedPage: null,
  prepended: 0,
  problem: null,
};

const ARRIVED = { loadingPage: null, failedPage: null };

/** The maximum number of threads in memory. The least recently opened one is dropped first. */
const KEPT_THREADS = 6;
/** Longer threads are dropped when they are closed: their newest page loads quickly again. */
const KEPT_MESSAGES = 200;

/** Messages by conversation, oldest opened first. */
export const useThreads = create<Readonly<Record<string, Thread>>>(() => ({}));

/** Opens a thread: from now on events add messages to it, also while it loads. */
export function openThread(id: string): Thread {
  const { [id]: known, ...others } = useThreads.getState();
  const thread = known ?? NEW_THREAD;
  const kept = Object.entries(others)
    .filter(([, other]) => other.messages.length <= KEPT_MESSAGES)
    .slice(-(KEPT_THREADS - 1));
  useThreads.setState(Object.fromEntries([...kept, [id, thread]]), true);
  return thread;
}

/** Updates a thread. */
export function patchThread(id: string, patch: Partial<Thread>): void {
  useThreads.setState((threads) => {
    const thread = threads[id];
    return thread ? { [id]: { ...thread, ...patch } } : {};
  });
}

/**
 * Stores messages by id. A status never goes back, except for a retry by a person (`isRetry`). Ignores
 * messages of threads that are not open, and those before or after the loaded part.
 */
export function upsertMessages(id: string, messages: readonly ThreadMessage[], isRetry = false): void {
  const thread = useThreads.getState()[id];
  if (!thread) return;
  const [oldest] = thread.messages;
  const newest = thread.messages.at(-1);
  const isWithin = ({ createdAt }: ThreadMessage) =>
    (thread.nextCursor === null || oldest === undefined || createdAt >= oldest.createdAt) &&
    (thread.newerCursor === null || newest === undefined || createdAt <= newest.createdAt);
  patchThread(id, { messages: insertMessages(thread.messages, messages.filter(isWithin), isRetry) });
}

/** Removes a scheduled message that was cancelled. */
export function removeMessage(id: string, messageId: string): void {
  const messages = useThreads.getState()[id]?.messages ?? [];
  if (!messages.some((message) => message.id === messageId)) return;
  patchThread(id, { messages: messages.filter((message) => message.id !== messageId) });
}

/** Updates the state of the file of a message. */
export function patchMedia(id: string, messageId: string, media: Media): void {
  const thread = useThreads.getState()[id];
  if (!thread?.messages.some((message) => message.id === messageId)) return;
  patchThread(id, {
    messages: thread.messages.map((message) =>
      message.id === messageId ? { ...message, media: laterMedia(message.media, media) } : message,
    ),
  });
}

/** Prepends an older page. */
export function prependMessages(
  id: string,
  older: readonly ThreadMessage[],
  nextCursor: string | null,
): void {
  const thread = useThreads.getState()[id];
  if (!thread) return;
  const messages = insertMessages(thread.messages, older, false);
  patchThread(id, {
    messages,
    nextCursor,
    ...ARRIVED,
    prepended: thread.prepended + messages.length - thread.messages.length,
  });
}

/** Appends a newer page, after a jump to an old message. */
export function appendMessages(
  id: string,
  newer: readonly ThreadMessage[],
  newerCursor: string | null,
): void {
  const thread = useThreads.getState()[id];
  if (!thread) return;
  const messages = insertMessages(thread.messages, newer, false);
  patchThread(id, { messages, newerCursor, ...ARRIVED });
}

/** Removes a thread. */
export function dropThread(id: string): void {
  const { [id]: _dropped, ...rest } = useThreads.getState();
  useThreads.setState(rest, true);
}

/** Removes all threads but one. */
export function keepOnlyThread(id: string): void {
  const thread = useThreads.getState()[id];
  useThreads.setState(thread ? { [id]: thread } : {}, true);
}

/** Clears the store. */
export function resetThreads(): void {
  useThreads.setState({}, true);
}
