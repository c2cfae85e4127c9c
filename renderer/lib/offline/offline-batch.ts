import type { IDBPObjectStore } from 'idb';
import type { Conversation, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import {
  type OfflineDb,
  type OfflineSchema,
  START_KEY,
  type StartRecord,
  threadRange,
} from './offline-db.ts';
import {
  isKeptOffline,
  latestFirst,
  OFFLINE_LIMITS,
  overflowingMessages,
  type PrunableMessage,
} from './offline-limits.ts';

/** The changes since the last batch, with their position in the event stream. */
export interface OfflineBatch extends Omit<StartRecord, 'owner'> {
  conversations: readonly Conversation[];
  removedConversations: readonly string[];
  messages: readonly ThreadMessage[];
  /** Whether to delete the stored messages first, because they may have gaps. */
  forgetsMessages: boolean;
}

const STORES = ['start', 'conversations', 'messages'] as const;

type MessageStore = IDBPObjectStore<OfflineSchema, typeof STORES, 'messages', 'readwrite'>;

/** Writes a batch in one transaction, so that messages and position always match. */
export async function writeOffline(db: OfflineDb, batch: OfflineBatch, owner: string): Promise<void> {
  const { conversations, removedConversations, messages, forgetsMessages, ...start } = batch;
  const tx = db.transaction(STORES, 'readwrite', { durability: 'relaxed' });
  const now = Date.now();
  const list = tx.objectStore('conversations');
  const store = tx.objectStore('messages');
  const writes: Promise<unknown>[] = [tx.objectStore('start').put({ ...start, owner }, START_KEY)];
  if (forgetsMessages) writes.push(store.clear());
  for (const conversation of conversations) writes.push(list.put(conversation));
  for (const message of messages) {
    const { id, conversationId, createdAt } = message;
    if (!isKeptOffline(createdAt, now)) continue;
    writes.push(store.put({ id, conversationId, createdAt, size: JSON.stringify(message).length, message }));
  }
  for (const id of removedConversations) writes.push(list.delete(id), removeThread(store, id));
  await Promise.all([...writes, tx.done]);
}

/** Deletes messages beyond the limits. Reads first, so that readers only wait for the deletions. */
export async function pruneOffline(db: OfflineDb, now: number): Promise<void> {
  const old = overflowingMessages(await readAges(db), now);
  const surplus = latestFirst(await db.getAll('conversations')).slice(OFFLINE_LIMITS.conversations);
  if (old.length === 0 && surplus.length === 0) return;
  const tx = db.transaction(STORES, 'readwrite', { durability: 'relaxed' });
  const list = tx.objectStore('conversations');
  const store = tx.objectStore('messages');
  const removals: Promise<unknown>[] = old.map((id) => store.delete(id));
  for (const { id } of surplus) removals.push(list.delete(id), removeThread(store, id));
  await Promise.all([...removals, tx.done]);
}

/** Reads the keys without the messages, newest first. */
async function readAges(db: OfflineDb): Promise<PrunableMessage[]> {
  const index = db.transaction('messages').store.index('byAge');
  const ages: PrunableMessage[] = [];
  for (let at = await index.openKeyCursor(null, 'prev'); at; at = await at.continue()) {
    ages.push({ id: at.primaryKey, createdAt: at.key[0], size: at.key[1] });
  }
  return ages;
}

/** Deletes all offline data. */
export async function emptyOffline(db: OfflineDb): Promise<void> {
  const tx = db.transaction(STORES, 'readwrite');
  await Promise.all([...STORES.map((name) => tx.objectStore(name).clear()), tx.done]);
}

async function removeThread(store: MessageStore, conversationId: string): Promise<void> {
  const keys = await store.index('byConversation').getAllKeys(threadRange(conversationId));
  await Promise.all(keys.map((key) => store.delete(key)));
}
