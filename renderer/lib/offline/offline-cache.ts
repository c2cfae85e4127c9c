import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { Conversation, ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { LocalStore } from './local-store.ts';
import { emptyOffline, type OfflineBatch, pruneOffline, writeOffline } from './offline-batch.ts';
import { type OfflineDb, START_KEY, type StartRecord, threadRange } from './offline-db.ts';
import { latestFirst, OFFLINE_LIMITS } from './offline-limits.ts';

/** The stored state of the last visit, which the inbox shows before the server responds. */
export interface OfflineStart extends StartRecord {
  /** Latest activity first. */
  conversations: Conversation[];
}

/** Marks who owns the content. Kept outside of the database, because removing it cannot fail. */
const MARK = 'offline-owner';
/** Startup must not wait long for a database that another window is blocking. A busy computer opens one in 2 seconds. */
const OPEN_MS = 3_000;

/** A database that opens, and the end of the time that what is shown waits for it. */
interface Opening {
  db: Promise<OfflineDb | null>;
  deadline: Promise<null>;
}

/**
 * Creates the cache of one person's data in a workspace, for offline use. It never throws: a broken
 * database is emptied and ignored. One that opens late is not read until then; what is stored waits for it, in its order.
 * `openDb` is null where nothing may be stored, as in a browser.
 */
export function createOfflineCache(
  openDb: ((onLost: () => void) => Promise<OfflineDb | null>) | null,
  marks: LocalStore,
) {
  let opening: Opening | null = null;
  let owner: string | null = null;

  async function attempt<T>(
    fallback: T,
    work: (db: OfflineDb) => Promise<T>,
    { isHurried = false } = {},
  ): Promise<T> {
    if (openDb === null) return fallback;
    try {
      opening ??= {
        db: openDb(() => {
          opening = null;
        }),
        deadline: new Promise((resolve) => {
          setTimeout(() => resolve(null), OPEN_MS);
        }),
      };
      const { db: opened, deadline } = opening;
      // After the deadline, the database still wins once it is open.
      const db = await (isHurried ? Promise.race([opened, deadline]) : opened);
      return db === null ? fallback : await work(db);
    } catch {
      return fallback;
    }
  }

  /** Empties the cache. Removes the mark first, so that nothing is read again even if deleting fails. */
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
      const read = async (db: OfflineDb) => {
        const { ConversationSchema, SessionSchema } = await loadSchemas();
        const tx = db.transaction(['start', 'conversations']);
        const [record, rows] = await Promise.all([
          tx.objectStore('start').get(START_KEY),
          tx.objectStore('conversations').getAll(),
        ]);
        if (record?.owner !== mark || !SessionSchema.safeParse(record.session).success) return null;
        const conversations = ConversationSchema.array().safeParse(rows);
        return conversations.success ? { ...record, conversations: latestFirst(conversations.data) } : null;
      };
      return attempt<OfflineStart | null>(null, read, { isHurried: true });
    },

    /** Returns the newest stored messages of a conversation, oldest first. */
    async readMessages(conversationId: string): Promise<ThreadMessage[]> {
      const read = async (db: OfflineDb) => {
        const { ThreadMessageSchema } = await loadSchemas();
        const index = db.transaction('messages').store.index('byConversation');
        const all = threadRange(conversationId);
        const surplus = (await index.count(all)) - OFFLINE_LIMITS.threadMessages;
        const first = surplus > 0 ? await (await index.openKeyCursor(all))?.advance(surplus) : null;
        const range = first ? IDBKeyRange.bound(first.key, all.upper) : all;
        const records = await index.getAll(range);
        const messages = ThreadMessageSchema.array().safeParse(records.map(({ message }) => message));
        return messages.success ? messages.data : [];
      };
      return attempt<ThreadMessage[]>([], read, { isHurried: true });
    },

    /** Starts storing the data of a person. Without `start` it begins empty. */
    async begin(session: Session, start: OfflineStart | null): Promise<void> {
      owner = ownerOf(session);
      if (openDb !== null) marks.write(MARK, owner);
      if (start?.owner !== owner) await attempt(undefined, emptyOffline);
    },

    /** Writes a batch atomically. A failed batch leaves a gap, so the cache is then ignored. */
    async write(batch: OfflineBatch): Promise<void> {
      const writer = owner;
      if (writer === null || openDb === null) return;
      const isWritten = await attempt(false, async (db) => {
        // The person has signed out in the meantime.
        if (owner !== writer) return true;
        await writeOffline(db, batch, writer);
        return true;
      });
      if (!isWritten && owner === writer) await clear();
    },

    /** Deletes messages beyond the limits. */
    async prune(now: number): Promise<void> {
      await attempt(undefined, (db) => pruneOffline(db, now));
    },
  };
}

/** Only the desktop app reads stored data; a browser does not load what checks it. */
async function loadSchemas() {
  const [{ SessionSchema }, { ConversationSchema, ThreadMessageSchema }] = await Promise.all([
    import('../../../shared/contract/access/session.contract.ts'),
    import('../../../shared/contract/inbox/conversations.contract.ts'),
  ]);
  return { SessionSchema, ConversationSchema, ThreadMessageSchema };
}

/** Returns the owner of stored data: workspace and person. */
export function ownerOf(session: Session): string {
  return `${session.workspace.id}.${session.user.id}`;
}
