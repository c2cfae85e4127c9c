import { useEffect } from 'react';
import { refreshUnreadTotal } from './conversations.actions.ts';
import { useConversations } from './conversations.store.ts';

/** Returns the number of conversations with unread messages. Requests it if nothing was loaded yet. */
export function useUnreadTotal(): number {
  useEffect(() => {
    if (Object.keys(useConversations.getState().byId).length === 0) refreshUnreadTotal();
  }, []);
  return useConversations((state) => state.unreadTotal);
}
