import { z } from 'zod';
import {
  type Conversation,
  ConversationSchema,
  type ThreadMessage,
  ThreadMessageSchema,
} from '../../../shared/contract/conversations.contract.ts';
import { type Session, SessionSchema } from '../../../shared/contract/session.contract.ts';
import type { LocalStore } from './local-store.ts';
import { emptyOffline, type OfflineBatch, pruneOffline, writeOffline } from './offline-batch.ts';
import { type OfflineDb, START_KEY, type StartRecord, threadRange } from './offline-db.ts';
import { latestFirst, OFFLINE_LIMITS } from './offline-limits.ts';

/** What an earlier visit left: enough to show the inbox before the server has said a word. */
export interface OfflineStart extends StartRecord {
  /** Latest activity first. */
  conversations: Conversation[];
}

/** Says whose the content is, apart from the database: removing it cannot fail the way a database can. */
const MARK = 'offline-owner';

/**
 * What can be read without the server: one person's part of one workspace, on this computer's disk.
 * Nothing here throws. A database that fails is emptied and left alone, and the product goes on without.
 * `openDb`: null where nothing may be kept, as in a browser that several people may use.
 */
export function createOfflineCache(
  openDb: ((onLost: () => void) => Promise<OfflineDb | null>) | null,
  marks: LocalStore,
) {
  let opened: Promise<OfflineDb | null> | null = null;
  let owner: string | null = null;

  async function attempt<T>(fallback: T, work: (db: OfflineDb) => Promise<T>): Promise<T> {
    if (openDb === null) return fallback;
    try {
      opened ??= openDb(() => {
        opened = null;
      });
      const db = await opened;
      return db === null ? fallback : await work(db);
    } catch {
      return fallback;
    }
  }

  /** Empties it. The mark goes at once, so that nothing is read again even if the disk refuses. */
  async function clear(): Promise<void> {
    owner = null;
    marks.remove(MARK);
    await attempt(undefined, emptyOffline);
  }

  return {
    isOn: openDb !== null,
    clear,

    async readStart(): Promise<OfflineStart | null> {
      const mark = marks.read(MARK);
      if (mark === null) return null;
      return attempt<OfflineStart | null>(null, async (db) => {
        const tx = db.transaction(['start', 'conversations']);
        const [record, rows] = await Promise.all([
          tx.objectStore('start').get(START_KEY),
          tx.objectStore('conversations').getAll(),
        ]);
        if (record?.owner !== mark || !SessionSchema.safeParse(record.session).success) return null;
        const conversations = z.array(ConversationSchema).safeParse(rows);
        return conversations.success ? { ...record, conversations: latestFirst(conversations.data) } : null;
      });
    },

    /** The newest messages of a conversation that are kept, oldest first. */
    async readMessages(conversationId: string): Promise<ThreadMessage[]> {
      return attempt<ThreadMessage[]>([], async (db) => {
        const index = db.transaction('messages').store.index('byConversation');
        const all = threadRange(conversationId);
        const surplus = (await index.count(all)) - OFFLINE_LIMITS.threadMessages;
        const first = surplus > 0 ? await (await index.openKeyCursor(all))?.advance(surplus) : null;
        const range = first ? IDBKeyRange.bound(first.key, all.upper) : all;
        const records = await index.getAll(range);
        const messages = z.array(ThreadMessageSchema).safeParse(records.map(({ message }) => message));
        return messages.success ? messages.data : [];
      });
    },

    /** From now on it holds what this person sees. `start`: what they go on from; else it begins empty. */
    async begin(session: Session, start: OfflineStart | null): Promise<void> {
      owner = ownerOf(session);
      if (openDb !== null) marks.write(MARK, owner);
      if (start?.owner !== owner) await attempt(undefined, emptyOffline);
    },

    /** Writes a batch whole or not at all. One that fails makes the rest worthless, because it leaves a gap. */
    async write(batch: OfflineBatch): Promise<void> {
      const writer = owner;
      if (writer === null || openDb === null) return;
      const isWritten = await attempt(false, async (db) => {
        // Somebody signed out meanwhile.
        if (owner !== writer) return true;
        await writeOffline(db, batch, writer);
        return true;
      });
      if (!isWritten && owner === writer) await clear();
    },

    /** Throws away what is too old or too much. */
    async prune(now: number): Promise<void> {
      await attempt(undefined, (db) => pruneOffline(db, now));
    },
  };
}

export function ownerOf(session: Session): string {
  return `${session.workspace.id}.${session.user.id}`;
}
