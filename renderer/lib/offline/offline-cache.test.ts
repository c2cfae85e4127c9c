import { describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { createLocalStore } from './local-store.ts';
import { createOfflineCache } from './offline-cache.ts';
import type { OfflineDb } from './offline-db.ts';

const session = { workspace: { id: 'ws' }, user: { id: 'me' } } as Session;
const batch = {
  session,
  seq: 1,
  savedAt: '2026-01-01T10:00:00.000Z',
  unreadTotal: 0,
  horizon: null,
  conversations: [],
  removedConversations: [],
  messages: [],
  forgetsMessages: false,
};

function marks() {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return { values, store: createLocalStore(() => storage as Storage) };
}

/** Returns a database that writes down what is stored in it. */
function recordingDb() {
  const done: string[] = [];
  const objectStore = (name: string) => ({
    put: async () => void done.push(`put ${name}`),
    clear: async () => void done.push(`clear ${name}`),
  });
  const db = { transaction: () => ({ objectStore, done: Promise.resolve() }) } as unknown as OfflineDb;
  return { db, done };
}

describe('the offline cache', () => {
  it('stores nothing where storing is not allowed', async () => {
    const { values, store } = marks();
    const cache = createOfflineCache(null, store);
    await cache.begin(session, null);
    await cache.write(batch);
    expect(cache.isOn).toBe(false);
    expect(values.size).toBe(0);
    expect(await cache.readStart()).toBeNull();
    expect(await cache.readMessages('cv_1')).toEqual([]);
  });

  it.each([
    ['does not open', async () => null],
    ['throws', () => Promise.reject(new Error('broken'))],
  ])('works without a database that %s, and ignores its content', async (_what, open) => {
    const { values, store } = marks();
    const openDb = vi.fn(open);
    const cache = createOfflineCache(openDb, store);
    await cache.begin(session, null);
    expect([...values.values()]).toEqual(['ws.me']);
    await cache.write(batch);
    expect(values.size).toBe(0);
    expect(await cache.readStart()).toBeNull();
    await cache.prune(Date.now());
    await cache.clear();
    expect(openDb).toHaveBeenCalledTimes(1);
  });

  it('stores in a database that opens late, and shows nothing of it before', async () => {
    vi.useFakeTimers();
    try {
      const { values, store } = marks();
      store.write('offline-owner', 'ws.me');
      const { db, done } = recordingDb();
      let finish: (db: OfflineDb) => void = () => undefined;
      const openDb = vi.fn(() => new Promise<OfflineDb>((resolve) => (finish = resolve)));
      const cache = createOfflineCache(openDb, store);
      const start = cache.readStart();
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await start).toBeNull();
      // Later reads do not wait again.
      expect(await cache.readMessages('cv_1')).toEqual([]);
      void cache.begin(session, null);
      const written = cache.write(batch);
      await vi.advanceTimersByTimeAsync(60_000);
      expect([...values.values()]).toEqual(['ws.me']);
      expect(done).toEqual([]);

      finish(db);
      await written;
      const emptied = ['clear start', 'clear conversations', 'clear messages'];
      expect(done).toEqual([...emptied, 'put start']);
      await cache.write({ ...batch, seq: 2 });
      expect(done).toEqual([...emptied, 'put start', 'put start']);
      expect([...values.values()]).toEqual(['ws.me']);
      expect(openDb).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stores nothing of a person who signed out before the database was open', async () => {
    const { store } = marks();
    const { db, done } = recordingDb();
    let finish: (db: OfflineDb) => void = () => undefined;
    const cache = createOfflineCache(() => new Promise<OfflineDb>((resolve) => (finish = resolve)), store);
    void cache.begin(session, null);
    const written = cache.write(batch);
    const cleared = cache.clear();
    finish(db);
    await Promise.all([written, cleared]);
    expect(done.filter((what) => what.startsWith('put'))).toEqual([]);
  });

  it('has no owner as soon as the person signs out', () => {
    const { values, store } = marks();
    const cache = createOfflineCache(() => new Promise(() => {}), store);
    void cache.begin(session, null);
    void cache.clear();
    expect(values.size).toBe(0);
  });
});
