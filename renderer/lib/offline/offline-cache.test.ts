import { describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { createLocalStore } from './local-store.ts';
import { createOfflineCache } from './offline-cache.ts';

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

  it('has no owner as soon as the person signs out', () => {
    const { values, store } = marks();
    const cache = createOfflineCache(() => new Promise(() => {}), store);
    void cache.begin(session, null);
    void cache.clear();
    expect(values.size).toBe(0);
  });
});
