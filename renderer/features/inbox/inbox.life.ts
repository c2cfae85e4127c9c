import type { Session } from '../../../shared/contract/session.contract.ts';
import { localStore } from '../../lib/local-store.ts';
import { reloadConversations } from './conversations.actions.ts';
import { resetConversations } from './conversations.store.ts';
import { closeDrafts, flushDrafts, openDrafts } from './drafts.store.ts';
import { resetViews } from './inbox-views.store.ts';
import { flushOutbox } from './outbox.actions.ts';
import { closeOutbox, openOutbox } from './outbox.store.ts';
import { refreshThread } from './threads.actions.ts';
import { keepOnlyThread, resetThreads, useThreads } from './threads.store.ts';

export { flushOutbox };

/** Reads what this person left behind on this computer: drafts, and messages that were not confirmed. */
export function openInbox(session: Session): void {
  const owner = `${session.workspace.id}.${session.user.id}`;
  openDrafts(localStore, owner);
  openOutbox(localStore, owner);
  window.addEventListener('pagehide', flushDrafts);
  document.addEventListener('visibilitychange', flushDrafts);
}

/** Puts everything of this person away. */
export function closeInbox(): void {
  window.removeEventListener('pagehide', flushDrafts);
  document.removeEventListener('visibilitychange', flushDrafts);
  closeDrafts();
  closeOutbox();
  resetConversations();
  resetThreads();
  resetViews();
}

/** Loads anew what is on screen and forgets the rest. Fails as a whole, so that it is tried again. */
export async function reloadInbox(): Promise<void> {
  const openId = Object.keys(useThreads.getState()).at(-1) ?? null;
  const isStillThere = await reloadConversations(openId);
  if (openId === null || !isStillThere) return resetThreads();
  await refreshThread(openId);
  keepOnlyThread(openId);
}
