import { useEffect } from 'react';
import { recountUnread } from './conversations.actions.ts';
import { useConversations } from './conversations.store.ts';

/** How many conversations have unread messages; counted by the server when nothing was loaded yet. */
export function useUnreadTotal(): number {
  useEffect(() => {
    if (Object.keys(useConversations.getState().byId).length === 0) recountUnread();
  }, []);
  return useConversations((state) => state.unreadTotal);
}
