import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { markRead } from '../list/conversations.actions.ts';
import { useConversations } from '../list/conversations.store.ts';

/** Marks a conversation as read while its newest messages are on the screen, in a visible and focused window. */
export function useMarkRead(id: string, isShown: boolean): void {
  const unreadCount = useConversations((state) => state.byId[id]?.unreadCount ?? 0);
  const activity = useConversations((state) => state.byId[id]?.lastActivityAt ?? '');
  const isVisible = useDocumentVisibility() === 'visible';
  const hasFocus = useWindowFocus();
  // One request for each new state. After a failure, the next message or focus retries.
  const requested = useRef('');

  useEffect(() => {
    if (!isShown || !isVisible || !hasFocus || unreadCount === 0) {
      requested.current = '';
      return;
    }
    const key = `${id} ${activity} ${unreadCount}`;
    if (requested.current === key) return;
    requested.current = key;
    markRead(id).catch(() => undefined);
  }, [id, isShown, isVisible, hasFocus, unreadCount, activity]);
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
