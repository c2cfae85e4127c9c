import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { localStore } from '../../lib/offline/local-store.ts';
import { type OfflineStart, ownerOf } from '../../lib/offline/offline-cache.ts';
import { closeDrafts, flushDrafts, openDrafts } from './composer/drafts.store.ts';
import { startDraftSync, stopDraftSync, syncDrafts } from './drafts/draft-sync.ts';
import { reloadConversations, reloadStaleView } from './list/conversations.actions.ts';
import { resetConversations } from './list/conversations.store.ts';
import { resetViews } from './list/inbox-views.store.ts';
import { refreshViewCounts, resetViewCounts } from './list/view-counts.store.ts';
import { emptyTrays } from './media/tray.store.ts';
import { flushNotes, reloadFailedNotes, reloadNotes } from './notes/notes.actions.ts';
import { noteQueue, resetNotes } from './notes/notes.store.ts';
import { watchInbox } from './offline/offline-changes.ts';
import { restoreList } from './offline/offline-restore.ts';
import { flushOutbox } from './outbox/outbox.actions.ts';
import { closeOutbox, openOutbox } from './outbox/outbox.store.ts';
import { resetSeen } from './outbox/seen-answers.ts';
import { refreshThread, reloadFailedThread } from './thread/store/threads.actions.ts';
import { keepOnlyThread, resetThreads, useThreads } from './thread/store/threads.store.ts';

export { watchInbox };

/**
 * Restores the person's drafts, unconfirmed messages and, in the desktop app, the stored inbox (`start`). Begins with an
 * empty inbox: something late may have reached the stores since the last person left.
 */
export function openInbox(session: Session, start: OfflineStart | null): void {
  const owner = ownerOf(session);
  emptyInbox();
  if (start) restoreList(start);
  openDrafts(localStore, owner);
  startDraftSync();
  refreshViewCounts();
  openOutbox(localStore, owner);
  noteQueue.open(localStore, owner);
  window.addEventListener('pagehide', flushDrafts);
  document.addEventListener('visibilitychange', flushDrafts);
}

/** Removes the person's data from memory. */
export function closeInbox(): void {
  window.removeEventListener('pagehide', flushDrafts);
  document.removeEventListener('visibilitychange', flushDrafts);
  stopDraftSync();
  closeDrafts();
  closeOutbox();
  noteQueue.close();
  emptyInbox();
}

function emptyInbox(): void {
  resetNotes();
  resetSeen();
  emptyTrays();
  resetConversations();
  resetThreads();
  resetViews();
  resetViewCounts();
}

/** Sends waiting messages and repeats failed requests, when the server is reachable again. */
export function resumeInbox(): void {
  void syncDrafts();
  flushOutbox();
  void flushNotes();
  reloadStaleView();
  const openId = openThreadId();
  if (openId !== null) {
    reloadFailedThread(openId);
    reloadFailedNotes(openId);
  }
}

/** Reloads the data on screen and drops the rest. If any request fails, everything is retried. */
export async function reloadInbox(): Promise<void> {
  const openId = openThreadId();
  const isFound = await reloadConversations(openId);
  resetNotes();
  if (openId === null || !isFound) return resetThreads();
  await Promise.all([refreshThread(openId), reloadNotes(openId)]);
  keepOnlyThread(openId);
}

/** Returns the most recently opened thread. If a thread is on screen, it is this one. */
function openThreadId(): string | null {
  return Object.keys(useThreads.getState()).at(-1) ?? null;
}
