import { useEffect, useState } from 'react';
import { loadConversation } from '../list/conversations.actions.ts';
import { useConversations } from '../list/conversations.store.ts';

/** Makes sure that the conversation is in the store; an address can name one that no list has loaded. */
export function useLoadedConversation(id: string): 'present' | 'loading' | 'missing' {
  const isKnown = useConversations((state) => state.byId[id] !== undefined);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    if (isKnown) return setMissing(false);
    let isCurrent = true;
    loadConversation(id).then(
      (isFound) => isCurrent && setMissing(!isFound),
      // The thread's own request fails too, and says so with a way to try again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isKnown]);

  if (isKnown) return 'present';
  return isMissing ? 'missing' : 'loading';
}
