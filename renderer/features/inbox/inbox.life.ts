import type { Session } from '../../../shared/contract/session.contract.ts';
import { localStore } from '../../lib/offline/local-store.ts';
import { type OfflineStart, ownerOf } from '../../lib/offline/offline-cache.ts';
import { closeDrafts, flushDrafts, openDrafts } from './composer/drafts.store.ts';
import { reloadBehind, reloadConversations } from './list/conversations.actions.ts';
import { resetConversations } from './list/conversations.store.ts';
import { resetViews } from './list/inbox-views.store.ts';
import { emptyTrays } from './media/tray.store.ts';
import { watchInbox } from './offline/offline-changes.ts';
import { restoreList } from './offline/offline-restore.ts';
import { flushOutbox } from './outbox/outbox.actions.ts';
import { closeOutbox, openOutbox } from './outbox/outbox.store.ts';
import { refreshThread, reloadFailedThread } from './thread/store/threads.actions.ts';
import { keepOnlyThread, resetThreads, useThreads } from './thread/store/threads.store.ts';

export { watchInbox };

/**
 * Reads what this person left behind on this computer: drafts, messages that were not confirmed, and on
 * the desktop the inbox as it was (`start`).
 */
export function openInbox(session: Session, start: OfflineStart | null): void {
  const owner = ownerOf(session);
  if (start) restoreList(start);
  openDrafts(localStore, owner);
  openOutbox(localStore, owner);
  window.addEventListener('pagehide', flushDrafts);
  document.addEventListener('visibilitychange', flushDrafts);
}

/** Removes everything of this person from memory. */
export function closeInbox(): void {
  window.removeEventListener('pagehide', flushDrafts);
  document.removeEventListener('visibilitychange', flushDrafts);
  closeDrafts();
  closeOutbox();
  emptyTrays();
  resetConversations();
  resetThreads();
  resetViews();
}

/** The server answers again: what waits goes, and what could not be loaded is asked for once more. */
export function resumeInbox(): void {
  flushOutbox();
  reloadBehind();
  const openId = openThreadId();
  if (openId !== null) reloadFailedThread(openId);
}

/** Reloads what is on screen and drops the rest. Fails as a whole, so that it is tried again. */
export async function reloadInbox(): Promise<void> {
  const openId = openThreadId();
  const isStillThere = await reloadConversations(openId);
  if (openId === null || !isStillThere) return resetThreads();
  await refreshThread(openId);
  keepOnlyThread(openId);
}

/** The thread that was opened last, which is the one on screen if any is. */
function openThreadId(): string | null {
  return Object.keys(useThreads.getState()).at(-1) ?? null;
}
