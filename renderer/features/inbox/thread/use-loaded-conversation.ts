import { useEffect, useEffectEvent, useState } from 'react';
import { useInbox } from '../inbox-context.ts';
import { keepLoadingConversation } from '../list/conversations.actions.ts';
import { useConversations, useMovedConversations } from '../list/conversations.store.ts';

/** Loads the conversation in the URL if no list has loaded it, and opens the one that it was moved to by a merge. */
export function useLoadedConversation(id: string): 'present' | 'loading' | 'missing' {
  const isKnown = useConversations((state) => state.byId[id] !== undefined);
  const [isMissing, setMissing] = useState(false);
  const movedTo = useMovedConversations((state) => state[id]);
  const { onOpen } = useInbox();
  const handleMoved = useEffectEvent(onOpen);

  useEffect(() => {
    if (movedTo !== undefined) handleMoved(movedTo);
  }, [movedTo]);

  useEffect(() => {
    if (isKnown) return setMissing(false);
    return keepLoadingConversation(id, (isFound) => setMissing(!isFound));
  }, [id, isKnown]);

  if (isKnown) return 'present';
  return isMissing ? 'missing' : 'loading';
}
