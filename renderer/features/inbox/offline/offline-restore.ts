import { offlineCache } from '../../../lib/offline/offline.ts';
import type { OfflineStart } from '../../../lib/offline/offline-cache.ts';
import { OFFLINE_LIMITS } from '../../../lib/offline/offline-limits.ts';
import { compareConversations } from '../list/conversation-order.ts';
import { useConversations } from '../list/conversations.store.ts';
import { patchView, viewKey } from '../list/inbox-views.store.ts';
import { upsertMessages, useThreads } from '../thread/store/threads.store.ts';
import { noteFromDisk } from './offline-changes.ts';

/** Fills the list with what an earlier visit left, before anything is asked of the server. */
export function restoreList({ conversations, unreadTotal, horizon }: OfflineStart): void {
  useConversations.setState({
    byId: Object.fromEntries(conversations.map((conversation) => [conversation.id, conversation])),
    unreadTotal,
  });
  // What is further down than the last that was kept was thrown away.
  const last = conversations.at(OFFLINE_LIMITS.conversations - 1);
  const isCut = last && (horizon === null || compareConversations(last, horizon) < 0);
  // Without a cursor: how the list goes on is for the server to say, and its first page is on the way.
  patchView(viewKey('all', ''), { phase: 'ready', horizon: isCut ? last : horizon });
}

/** Shows what is kept of a thread until its newest page is here. */
export async function restoreThread(id: string): Promise<void> {
  if (!offlineCache.isOn || hasMessages(id)) return;
  const messages = await offlineCache.readMessages(id);
  // The server was faster.
  if (hasMessages(id)) return;
  noteFromDisk(messages);
  upsertMessages(id, messages);
}

/** The kept messages from before a time, for a reader who goes back without a connection. */
export async function keptBefore(id: string, createdAt: string) {
  const messages = await offlineCache.readMessages(id);
  noteFromDisk(messages);
  return messages.filter((message) => message.createdAt < createdAt);
}

function hasMessages(id: string): boolean {
  const thread = useThreads.getState()[id];
  return thread !== undefined && (thread.phase === 'ready' || thread.messages.length > 0);
}
