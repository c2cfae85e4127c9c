import { useEffect, useState } from 'react';
import { loadConversation } from '../list/conversations.actions.ts';
import { useConversations } from '../list/conversations.store.ts';

/** Loads the conversation in the URL if no list has loaded it. */
export function useLoadedConversation(id: string): 'present' | 'loading' | 'missing' {
  const isKnown = useConversations((state) => state.byId[id] !== undefined);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    if (isKnown) return setMissing(false);
    let isCurrent = true;
    loadConversation(id).then(
      (isFound) => isCurrent && setMissing(!isFound),
      // The request of the thread fails too and shows the error.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isKnown]);

  if (isKnown) return 'present';
  return isMissing ? 'missing' : 'loading';
}
