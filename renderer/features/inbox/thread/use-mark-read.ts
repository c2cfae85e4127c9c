import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { markRead } from '../list/conversations.actions.ts';
import { useConversations } from '../list/conversations.store.ts';
import { holdUnread, useHeldUnread } from '../work/held-unread.store.ts';
import { countsAsUnread } from './list/thread-entries.ts';
import { compareMessages } from './store/thread-order.ts';
import { useThreads } from './store/threads.store.ts';

/** How long the end is on the screen before it counts as seen. */
const SEEN_AFTER_MS = 300;
/** How often what was seen farther up is reported, at most. */
const REPORT_EVERY_MS = 1_500;

/**
 * Marks messages as read that were on the screen for a moment, in a visible and focused window: all of a conversation
 * at its end (`isAtEnd`), else those up to `seenId`. One that the person has marked as unread stays so until they leave
 * it (decision 0327).
 */
export function useMarkRead(id: string, isAtEnd: boolean, seenId: string | null): void {
  const unreadCount = useConversations((state) => state.byId[id]?.unreadCount ?? 0);
  const activity = useConversations((state) => state.byId[id]?.lastActivityAt ?? '');
  const isHeld = useHeldUnread((held) => held.id === id);
  const isVisible = useDocumentVisibility() === 'visible';
  const hasFocus = useWindowFocus();
  // One request for each new state. After a failure, the next message or focus retries.
  const requested = useRef('');
  const reported = useRef<ThreadMessage | null>(null);
  const isWatched = !isHeld && isVisible && hasFocus && unreadCount > 0;

  // A conversation that was left is marked as read when it is opened again.
  useEffect(() => () => holdUnread(null), []);

  useEffect(() => {
    if (!isWatched || !isAtEnd) {
      requested.current = '';
      return;
    }
    const key = `${id} ${activity} ${unreadCount}`;
    if (requested.current === key) return;
    const timer = setTimeout(() => {
      requested.current = key;
      markRead(id).catch(() => undefined);
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, isAtEnd, isWatched, unreadCount, activity]);

  useEffect(() => {
    if (!isWatched || isAtEnd || seenId === null) return;
    const timer = setTimeout(
      () => {
        const seen = newlySeen(id, seenId, unreadCount, reported.current);
        if (!seen) return;
        reported.current = seen;
        markRead(id, seenId).catch(() => undefined);
      },
      reported.current === null ? 0 : REPORT_EVERY_MS,
    );
    return () => clearTimeout(timer);
  }, [id, isAtEnd, isWatched, seenId, unreadCount]);
}

/** Returns the seen message when some of the unread ones are not newer than it, as far as is known here. */
function newlySeen(
  id: string,
  seenId: string,
  unreadCount: number,
  reported: ThreadMessage | null,
): ThreadMessage | null {
  const { messages = [], newerCursor = null, firstUnread = null } = useThreads.getState()[id] ?? {};
  const at = messages.findIndex((message) => message.id === seenId);
  const seen = messages[at];
  if (!seen || (reported !== null && compareMessages(seen, reported) <= 0)) return null;
  if (newerCursor === null) {
    const newer = messages.slice(at + 1).filter(countsAsUnread).length;
    return newer < unreadCount ? seen : null;
  }
  const first = messages.find((message) => message.id === firstUnread?.id);
  return !first || compareMessages(seen, first) >= 0 ? seen : null;
}

function useWindowFocus(): boolean {
  const [hasFocus, setFocus] = useState(() => document.hasFocus());
  useEffect(() => {
    const update = () => setFocus(document.hasFocus());
    window.addEventListener('focus', update);
    window.addEventListener('blur', update);
    return () => {
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', update);
    };
  }, []);
  return hasFocus;
}
