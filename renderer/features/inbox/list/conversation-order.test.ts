import { describe, expect, it } from 'vitest';
import { sampleConversation } from '../test-samples.ts';
import { visibleConversations } from './conversation-order.ts';
import { heldOrder, snapshotOf } from './held-order.ts';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const rows = [
  sampleConversation({ id: 'a', lastActivityAt: at(1) }),
  sampleConversation({ id: 'b', lastActivityAt: at(3), unreadCount: 2 }),
  sampleConversation({ id: 'c', lastActivityAt: at(2) }),
];
const byId = Object.fromEntries(rows.map((row) => [row.id, row]));
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id);
const EVERYTHING = { horizon: null, found: null };

describe('visibleConversations', () => {
  it('sorts by latest activity', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'all', null))).toEqual(['b', 'c', 'a']);
  });

  it('leaves out conversations beyond the loaded pages', () => {
    const horizon = sampleConversation({ id: 'c', lastActivityAt: at(2) });
    expect(ids(visibleConversations(byId, { horizon, found: null }, 'all', null))).toEqual(['b', 'c']);
  });

  it('keeps the open conversation in the unread view after it was read', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'unread', null))).toEqual(['b']);
    expect(ids(visibleConversations(byId, EVERYTHING, 'unread', 'a'))).toEqual(['b', 'a']);
  });

  it('does not add the open conversation to the failed view', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'failed', 'a'))).toEqual([]);
  });

  it('returns only the server’s search results', () => {
    expect(ids(visibleConversations(byId, { horizon: null, found: new Set(['a']) }, 'all', null))).toEqual([
      'a',
    ]);
  });
});

describe('heldOrder', () => {
  const before = [rows[1], rows[2], rows[0]].filter((row) => row !== undefined);
  const snapshot = snapshotOf(before);

  it('keeps the order of the rows and counts those that would move', () => {
    const news = sampleConversation({ id: 'a', lastActivityAt: at(9) });
    const now = [news, ...before.slice(0, 2)];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['b', 'c', 'a'], newCount: 1 });
    expect(heldOrder(now, null).ordered).toEqual(['a', 'b', 'c']);
  });

  it('counts new conversations and leaves them out', () => {
    const now = [sampleConversation({ id: 'n', lastActivityAt: at(9) }), ...before];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['b', 'c', 'a'], newCount: 1 });
  });

  it('does not count a first row that has news and stays first', () => {
    const now = [sampleConversation({ id: 'b', lastActivityAt: at(9) }), ...before.slice(1)];
    expect(heldOrder(now, snapshot).newCount).toBe(0);
  });

  it('appends older pages and drops removed rows', () => {
    const now = [...before.slice(1), sampleConversation({ id: 'z', lastActivityAt: at(0) })];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['c', 'a', 'z'], newCount: 0 });
  });
});
