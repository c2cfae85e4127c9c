import { offlineCache } from '../../../lib/offline/offline.ts';
import type { OfflineStart } from '../../../lib/offline/offline-cache.ts';
import { OFFLINE_LIMITS } from '../../../lib/offline/offline-limits.ts';
import { compareConversations } from '../list/conversation-order.ts';
import { useConversations } from '../list/conversations.store.ts';
import { patchView, viewKey } from '../list/inbox-views.store.ts';
import { upsertMessages, useThreads } from '../thread/store/threads.store.ts';
import { DEFAULT_VIEW } from '../views.ts';
import { noteFromDisk } from './offline-changes.ts';

/** Fills the list with the stored state of the last visit, before any request to the server. */
export function restoreList({ conversations, unreadTotal, horizon }: OfflineStart): void {
  useConversations.setState({
    byId: Object.fromEntries(conversations.map((conversation) => [conversation.id, conversation])),
    unreadTotal,
  });
  // Conversations after the last stored one were dropped.
  const last = conversations.at(OFFLINE_LIMITS.conversations - 1);
  const isCut = last && (horizon === null || compareConversations(last, horizon) < 0);
  // No cursor: the first page from the server, which is already requested, contains it.
  patchView(viewKey(DEFAULT_VIEW, ''), { phase: 'ready', horizon: isCut ? last : horizon });
}

/** Shows the stored messages of a thread until its newest page is loaded. */
export async function restoreThread(id: string): Promise<void> {
  if (!offlineCache.isOn || hasMessages(id)) return;
  const messages = await offlineCache.readMessages(id);
  // The server responded first.
  if (hasMessages(id)) return;
  noteFromDisk(messages);
  upsertMessages(id, messages);
}

/** Returns the stored messages from before a time, for scrolling back without a connection. */
export async function readStoredBefore(id: string, createdAt: string) {
  const messages = await offlineCache.readMessages(id);
  noteFromDisk(messages);
  return messages.filter((message) => message.createdAt < createdAt);
}

function hasMessages(id: string): boolean {
  const thread = useThreads.getState()[id];
  return thread !== undefined && (thread.phase === 'ready' || thread.messages.length > 0);
}
