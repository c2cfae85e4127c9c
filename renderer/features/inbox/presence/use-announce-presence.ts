import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { useDrafts } from '../composer/drafts.store.ts';
import { announcePresence } from './presence.store.ts';

/** Running through the list with J and K announces only the conversation where it ends. */
const SETTLED_AFTER_MS = 150;
/** After this long without a key, the person is not writing any more. */
const IDLE_AFTER_MS = 8_000;

/** Says to colleagues that this conversation is on the screen, and whether a reply is being written. */
export function useAnnouncePresence(conversationId: string): void {
  const isVisible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!isVisible) return;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const view = () => announcePresence({ conversationId, state: 'viewing' });
    const settled = setTimeout(view, SETTLED_AFTER_MS);
    const stop = useDrafts.subscribe(({ byConversation }, before) => {
      const text = byConversation[conversationId] ?? '';
      if (text === (before.byConversation[conversationId] ?? '')) return;
      clearTimeout(idle);
      clearTimeout(settled);
      if (text === '') return view();
      announcePresence({ conversationId, state: 'replying' });
      idle = setTimeout(view, IDLE_AFTER_MS);
    });
    return () => {
      clearTimeout(settled);
      clearTimeout(idle);
      stop();
      announcePresence(null);
    };
  }, [conversationId, isVisible]);
}
