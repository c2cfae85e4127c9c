import { useEffect, useState } from 'react';
import { resetContacts } from '../../features/contacts/contacts.store.ts';
import { closeInbox, openInbox, reloadInbox, resumeInbox } from '../../features/inbox/inbox.lifecycle.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { keepLoading } from '../../lib/keep-loading.ts';
import { offlineCache } from '../../lib/offline/offline.ts';
import { ownerOf } from '../../lib/offline/offline-cache.ts';
import { leavePages } from '../../lib/on-leave.ts';
import { signedIn, verifySession } from '../session.store.ts';

/** The first screen does not need the live updates: they begin at what the session has. */
const loadLive = () => import('./live.ts');

/**
 * Opens the stores of the signed-in person's workspace and keeps them live. Empties them on sign-out, so that
 * the next person on this computer sees none of it. Returns whether it is ready.
 */
export function useWorkspaceData(): boolean {
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    // Read once: the stream must not restart when the session is refreshed.
    const { session, start } = signedIn();
    void offlineCache.begin(session, start);
    openInbox(session, start);
    setReady(true);
    let stopLive = () => {};
    const stopLoading = keepLoading(loadLive, ({ startLive, startOfflineWriter }) => {
      const live = startLive({
        owner: ownerOf(session),
        seq: start?.seq ?? session.seq,
        staleSince: start && Date.parse(start.savedAt),
        reloadAll: async () => {
          await reloadInbox();
          resetContacts();
          await queryClient.invalidateQueries();
          writer.startOver();
        },
        onReconnect: () => {
          resumeInbox();
          void verifySession();
          void queryClient.refetchQueries({
            type: 'active',
            predicate: ({ state }) => state.status === 'error',
          });
        },
      });
      const writer = startOfflineWriter({
        session: () => signedIn().session,
        seq: live.seq,
        currentAt: live.currentAt,
      });
      stopLive = () => {
        writer.stop();
        live.stop();
      };
    });
    return () => {
      stopLoading();
      stopLive();
      closeInbox();
      resetContacts();
      leavePages();
      queryClient.clear();
    };
  }, []);

  return isReady;
}
