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
  it('puts the latest activity first', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'all', null))).toEqual(['b', 'c', 'a']);
  });

  it('shows nothing from beyond the pages that were loaded', () => {
    const horizon = sampleConversation({ id: 'c', lastActivityAt: at(2) });
    expect(ids(visibleConversations(byId, { horizon, found: null }, 'all', null))).toEqual(['b', 'c']);
  });

  it('keeps the open conversation among the unread after it was read', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'unread', null))).toEqual(['b']);
    expect(ids(visibleConversations(byId, EVERYTHING, 'unread', 'a'))).toEqual(['b', 'a']);
  });

  it('does not count the open conversation among the failed', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, 'failed', 'a'))).toEqual([]);
  });

  it('shows only what the server found for a search', () => {
    expect(ids(visibleConversations(byId, { horizon: null, found: new Set(['a']) }, 'all', null))).toEqual([
      'a',
    ]);
  });
});

describe('heldOrder', () => {
  const before = [rows[1], rows[2], rows[0]].filter((row) => row !== undefined);
  const snapshot = snapshotOf(before);

  it('does not move rows while it is held, and counts what would move', () => {
    const news = sampleConversation({ id: 'a', lastActivityAt: at(9) });
    const now = [news, ...before.slice(0, 2)];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['b', 'c', 'a'], newCount: 1 });
    expect(heldOrder(now, null).ordered).toEqual(['a', 'b', 'c']);
  });

  it('counts conversations that are new, and leaves them out', () => {
    const now = [sampleConversation({ id: 'n', lastActivityAt: at(9) }), ...before];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['b', 'c', 'a'], newCount: 1 });
  });

  it('counts nothing when the first row has news and stays first', () => {
    const now = [sampleConversation({ id: 'b', lastActivityAt: at(9) }), ...before.slice(1)];
    expect(heldOrder(now, snapshot).newCount).toBe(0);
  });

  it('adds older pages at the end and drops what was removed', () => {
    const now = [...before.slice(1), sampleConversation({ id: 'z', lastActivityAt: at(0) })];
    expect(heldOrder(now, snapshot)).toEqual({ ordered: ['c', 'a', 'z'], newCount: 0 });
  });
});
