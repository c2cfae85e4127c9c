import { create } from 'zustand';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { laterMedia } from './status-merge.ts';
import { insertMessages } from './thread-order.ts';

/** The loaded part of a conversation's messages: from the newest back to some point, oldest first. */
export interface Thread {
  phase: 'loading' | 'ready' | 'failed';
  messages: readonly ThreadMessage[];
  /** Where the older ones go on; null when the beginning is here. */
  nextCursor: string | null;
  isLoadingOlder: boolean;
  /** How many were put in front since the thread was opened: keeps the reader's place while paging. */
  prepended: number;
  problem: string | null;
}

const NEW_THREAD: Thread = {
  phase: 'loading',
  messages: [],
  nextCursor: null,
  isLoadingOlder: false,
  prepended: 0,
  problem: null,
};

/** So many threads are kept in memory; the one that was opened longest ago goes first. */
const KEPT_THREADS = 6;
/** A thread that was read further back than this is not kept when it is left: its newest page is soon here again. */
const KEPT_MESSAGES = 200;

/** Messages by conversation, oldest opened first. */
export const useThreads = create<Readonly<Record<string, Thread>>>(() => ({}));

/** Starts keeping a thread: from now on events put messages into it, also while it is being loaded. */
export function openThread(id: string): Thread {
  const { [id]: known, ...others } = useThreads.getState();
  const thread = known ?? NEW_THREAD;
  const kept = Object.entries(others)
    .filter(([, other]) => other.messages.length <= KEPT_MESSAGES)
    .slice(-(KEPT_THREADS - 1));
  useThreads.setState(Object.fromEntries([...kept, [id, thread]]), true);
  return thread;
}

export function patchThread(id: string, patch: Partial<Thread>): void {
  useThreads.setState((threads) => {
    const thread = threads[id];
    return thread ? { [id]: { ...thread, ...patch } } : {};
  });
}

/**
 * Takes messages in, by id; a status never goes down (`isRetry`: unless a person put it back). Messages
 * of threads that were not opened are left to the server, and so are those from before the loaded part.
 */
export function upsertMessages(id: string, messages: readonly ThreadMessage[], isRetry = false): void {
  const thread = useThreads.getState()[id];
  if (!thread) return;
  const [oldest] = thread.messages;
  const isWithin = (message: ThreadMessage) =>
    thread.nextCursor === null || oldest === undefined || message.createdAt >= oldest.createdAt;
  patchThread(id, { messages: insertMessages(thread.messages, messages.filter(isWithin), isRetry) });
}

/** How it stands with the file of a message. */
export function patchMedia(id: string, messageId: string, media: Media): void {
  const thread = useThreads.getState()[id];
  if (!thread?.messages.some((message) => message.id === messageId)) return;
  patchThread(id, {
    messages: thread.messages.map((message) =>
      message.id === messageId ? { ...message, media: laterMedia(message.media, media) } : message,
    ),
  });
}

/** Puts an older page in front. */
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
    isLoadingOlder: false,
    problem: null,
    prepended: thread.prepended + messages.length - thread.messages.length,
  });
}

export function dropThread(id: string): void {
  const { [id]: _dropped, ...rest } = useThreads.getState();
  useThreads.setState(rest, true);
}

export function keepOnlyThread(id: string): void {
  const thread = useThreads.getState()[id];
  useThreads.setState(thread ? { [id]: thread } : {}, true);
}

export function resetThreads(): void {
  useThreads.setState({}, true);
}
