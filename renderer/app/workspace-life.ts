import { useEffect, useState } from 'react';
import { resetContacts } from '../features/contacts/contacts.store.ts';
import { closeInbox, flushOutbox, openInbox, reloadInbox } from '../features/inbox/inbox.life.ts';
import { queryClient } from '../lib/query-client.ts';
import { startLive } from './live.ts';
import { useSession } from './use-session.ts';

/**
 * Opens the stores of the signed-in person's workspace and keeps them live; empties them when the
 * person leaves, so that the next one on this computer sees nothing of it. Answers when it is ready.
 */
export function useWorkspaceLife(): boolean {
  const session = useSession();
  const [isReady, setReady] = useState(false);

  // The session object changes when it is read anew; the stream must not start over for that.
  const [first] = useState(session);

  useEffect(() => {
    openInbox(first);
    setReady(true);
    const stop = startLive(first, {
      reloadAll: async () => {
        await reloadInbox();
        resetContacts();
        await queryClient.invalidateQueries();
      },
      onReconnect: flushOutbox,
    });
    return () => {
      stop();
      closeInbox();
      resetContacts();
      queryClient.clear();
    };
  }, [first]);

  return isReady;
}
