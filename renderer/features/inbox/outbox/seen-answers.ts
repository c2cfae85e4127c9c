import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { type Thread, useThreads } from '../thread/store/threads.store.ts';

/** An answer that arrives while a person writes counts as seen after this long: Enter may be on its way. */
const SEEN_AFTER_MS = 2_000;

/** The newest message of ours that was on the screen, by conversation. */
const seen = new Map<string, string | null>();

/**
 * Returns what a message that is sent now says it has seen (`lastSeenId`); undefined when the conversation was not
 * loaded, so that nothing can be said.
 */
export function lastSeenIn(conversationId: string): string | null | undefined {
  return seen.get(conversationId);
}

/** Marks an answer as seen: the person has decided about it. */
export function markSeen(conversationId: string, messageId: string | null): void {
  seen.set(conversationId, messageId);
}

/** Clears what was seen, for another person. */
export function resetSeen(): void {
  seen.clear();
}

/** Returns the newest message of ours; the oldest loaded one when there is none: whatever is newer was not seen. */
function newestOf(thread: Thread | undefined): string | null {
  const { messages = [] } = thread ?? {};
  return (messages.findLast(({ direction }) => direction === 'outbound') ?? messages[0])?.id ?? null;
}

/** Remembers which answers of ours are on the screen, in a visible window. */
export function useSeenAnswers(id: string, isShown: boolean): void {
  const newest = useThreads((threads) => newestOf(threads[id]));
  const isVisible = useDocumentVisibility() === 'visible';
  const hasSeen = useRef(false);
  useEffect(() => {
    if (!isShown || !isVisible) return;
    if (!hasSeen.current) {
      hasSeen.current = true;
      markSeen(id, newest);
      return;
    }
    const timer = setTimeout(() => markSeen(id, newest), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, isShown, isVisible, newest]);
}

/** Returns the newest answer of a colleague or a program; undefined when none is loaded. */
export function answerOfOthers(messages: readonly ThreadMessage[], me: string): ThreadMessage | undefined {
  return messages.findLast(
    ({ direction, author, status }) => direction === 'outbound' && author?.id !== me && status !== 'failed',
  );
}
