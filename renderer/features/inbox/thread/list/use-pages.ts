import { useCallback, useRef } from 'react';
import { loadNewer, loadOlder } from '../store/threads.actions.ts';

type Load = (conversationId: string) => Promise<void>;

/**
 * Loads the page before or after the loaded messages, when the list reaches it. None is loaded between `hold` and `go`:
 * a list that is on its way to a row looks for it by its index, which the rows of an older page change.
 */
export function usePages(conversationId: string, startsHeld: boolean) {
  const isHeld = useRef(startsHeld);
  const wanted = useRef(new Set<Load>());

  const load = useCallback(
    (page: Load) => {
      if (isHeld.current) wanted.current.add(page);
      else void page(conversationId);
    },
    [conversationId],
  );

  const hold = useCallback(() => {
    isHeld.current = true;
  }, []);

  const go = useCallback(() => {
    isHeld.current = false;
    const pages = [...wanted.current];
    wanted.current.clear();
    for (const page of pages) load(page);
  }, [load]);

  const onStart = useCallback(() => load(loadOlder), [load]);
  const onEnd = useCallback(() => load(loadNewer), [load]);
  return { onStart, onEnd, hold, go };
}
