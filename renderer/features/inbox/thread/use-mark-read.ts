import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { markRead } from '../list/conversations.actions.ts';
import { useConversations } from '../list/conversations.store.ts';
import { holdUnread, useHeldUnread } from '../work/held-unread.store.ts';

/**
 * Marks a conversation as read while its newest messages are on the screen, in a visible and focused window. One that
 * the person has marked as unread stays so until they leave it.
 */
export function useMarkRead(id: string, isShown: boolean): void {
  const unreadCount = useConversations((state) => state.byId[id]?.unreadCount ?? 0);
  const activity = useConversations((state) => state.byId[id]?.lastActivityAt ?? '');
  const isHeld = useHeldUnread((held) => held.id === id);
  const isVisible = useDocumentVisibility() === 'visible';
  const hasFocus = useWindowFocus();
  // One request for each new state. After a failure, the next message or focus retries.
  const requested = useRef('');

  // A conversation that was left is marked as read when it is opened again.
  useEffect(() => () => holdUnread(null), []);

  useEffect(() => {
    if (isHeld || !isShown || !isVisible || !hasFocus || unreadCount === 0) {
      requested.current = '';
      return;
    }
    const key = `${id} ${activity} ${unreadCount}`;
    if (requested.current === key) return;
    requested.current = key;
    markRead(id).catch(() => undefined);
  }, [id, isHeld, isShown, isVisible, hasFocus, unreadCount, activity]);
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
