import { closeInbox } from '../features/inbox/inbox.lifecycle.ts';
import { api } from '../lib/api/api.ts';
import { isDesktop } from '../lib/desktop/desktop.ts';
import { ownerOf } from '../lib/offline/offline-cache.ts';
import { SESSION_CHANNEL } from './session.store.ts';

/**
 * Watches whether the browser still belongs to a person and workspace (`owner`). All of its tabs send the same cookie: after
 * someone has signed in or accepted an invitation in another tab, this one would act in their name. It reloads instead.
 */
export function watchSession(owner: string) {
  // The first connection follows the session that the page has begun with.
  let isConfirmed = true;
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  // The desktop app has a session of its own.
  if (!isDesktop) channel.onmessage = ({ data }) => void isOurs(data);

  /** Returns whether an owner is still this one, and reloads the page otherwise. */
  function isOurs(other: unknown): boolean {
    if (other === owner) return true;
    // What is typed and what waits stays on disk as it is; none of it may reach the server in another name.
    closeInbox();
    window.location.reload();
    return false;
  }

  async function ask(): Promise<boolean> {
    const isKnown = isDesktop || isConfirmed;
    isConfirmed = false;
    if (isKnown) return true;
    const session = await api.session.current({}).catch(() => null);
    return session === null || isOurs(ownerOf(session));
  }

  let asking: Promise<boolean> | null = null;
  return {
    stop: () => channel.close(),
    /** Returns whether the server still takes this browser for the same person, as far as it answers. Asks once at a time. */
    confirm(): Promise<boolean> {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
