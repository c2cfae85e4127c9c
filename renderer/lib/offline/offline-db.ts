import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { Conversation, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';

/** The state restored at the next start: the person, and the position of the stored data. */
export interface StartRecord {
  /** The workspace and person that own the stored data. */
  owner: string;
  session: Session;
  /** The `seq` of the last event that the stored data contains. */
  seq: number;
  /** Time at which the stored data last matched the server. */
  savedAt: string;
  unreadTotal: number;
  /** The position up to which the list of all conversations was loaded; null means the end. */
  horizon: { lastActivityAt: string; id: string } | null;
}

/** A message, with the values that pruning needs in its key. */
export interface MessageRecord {
  id: string;
  conversationId: string;
  createdAt: string;
  /** Length of the message as text, in characters. */
  size: number;
  message: ThreadMessage;
}

export interface OfflineSchema extends DBSchema {
  start: { key: string; value: StartRecord };
  conversations: { key: string; value: Conversation };
  messages: {
    key: string;
    value: MessageRecord;
    indexes: { byConversation: [string, string]; byAge: [string, number] };
  };
}

/** The key of the start record. */
export const START_KEY = 'start';

export type OfflineDb = IDBPDatabase<OfflineSchema>;

/** Increased with every schema change. Old content is dropped, because the server has all of it. */
const VERSION = 2;

/** Returns the range of one conversation's messages in the index `byConversation`. */
export function threadRange(conversationId: string): IDBKeyRange {
  return IDBKeyRange.bound([conversationId], [conversationId, '\uffff']);
}

/** Opens the database of a workspace, however long that takes. Returns null when this computer cannot store one. */
export async function openOfflineDb(name: string, onLost: () => void): Promise<OfflineDb | null> {
  try {
    return await open(name, onLost);
  } catch {
    // The database is damaged or was written by a newer version: start with an empty one.
    try {
      await deleteDB(name);
      return await open(name, onLost);
    } catch {
      return null;
    }
  }
}

function open(name: string, onLost: () => void): Promise<OfflineDb> {
  return openDB<OfflineSchema>(name, VERSION, {
    upgrade(db) {
      for (const store of [...db.objectStoreNames]) db.deleteObjectStore(store);
      db.createObjectStore('start');
      db.createObjectStore('conversations', { keyPath: 'id' });
      const messages = db.createObjectStore('messages', { keyPath: 'id' });
      messages.createIndex('byConversation', ['conversationId', 'createdAt']);
      messages.createIndex('byAge', ['createdAt', 'size']);
    },
    // A newer version of the app wants to upgrade the database.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onLost();
    },
    terminated: onLost,
  });
}
