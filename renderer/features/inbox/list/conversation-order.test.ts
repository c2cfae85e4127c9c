import { describe, expect, it } from 'vitest';
import type { InboxView } from '../../../../shared/domain/inbox-views.ts';
import { sampleConversation } from '../test-samples.ts';
import { type ListFilter, visibleConversations } from './conversation-order.ts';
import { heldOrder, snapshotOf } from './held-order.ts';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const rows = [
  sampleConversation({ id: 'a', lastActivityAt: at(1) }),
  sampleConversation({ id: 'b', lastActivityAt: at(3), unreadCount: 2 }),
  sampleConversation({ id: 'c', lastActivityAt: at(2) }),
];
const byId = Object.fromEntries(rows.map((row) => [row.id, row]));
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id);
const shown = (view: InboxView, keep: string | null = null) => ({
  view,
  viewer: { userId: 'usr_me', now: new Date(at(30)), dueSince: { first: new Date(at(20)), next: null } },
  keep,
});
const EVERYTHING = { horizon: null, found: null };

describe('visibleConversations', () => {
  it('sorts by latest activity', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, shown('all', null)))).toEqual(['b', 'c', 'a']);
  });

  it('leaves out conversations beyond the loaded pages', () => {
    const horizon = sampleConversation({ id: 'c', lastActivityAt: at(2) });
    expect(ids(visibleConversations(byId, { horizon, found: null }, shown('all', null)))).toEqual(['b', 'c']);
  });

  it('keeps the open conversation in the unread view after it was read', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, shown('unread', null)))).toEqual(['b']);
    expect(ids(visibleConversations(byId, EVERYTHING, shown('unread', 'a')))).toEqual(['b', 'a']);
  });

  it('narrows a view to a label, a person and unread conversations', () => {
    const label = { id: 'lbl_1', name: 'VIP', color: 'red' } as const;
    const work = [
      sampleConversation({ id: 'a', lastActivityAt: at(1), labels: [label], waitingSince: at(9) }),
      sampleConversation({
        id: 'b',
        lastActivityAt: at(3),
        labels: [label],
        waitingSince: at(10),
        unreadCount: 2,
      }),
      sampleConversation({ id: 'c', lastActivityAt: at(2), assignee: { id: 'usr_leo', name: 'Leo' } }),
    ];
    const known = Object.fromEntries(work.map((row) => [row.id, row]));
    const narrowed = (filter: ListFilter, keep: string | null = null) =>
      ids(visibleConversations(known, EVERYTHING, { ...shown('waiting', keep), filter }));
    // In order of activity, as on the server, not of the wait.
    expect(narrowed({ label: 'lbl_1' })).toEqual(['b', 'a']);
    expect(narrowed({ label: 'lbl_1', unread: true })).toEqual(['b']);
    expect(narrowed({ unread: true }, 'a')).toEqual(['b', 'a']);
    expect(narrowed({ assignee: 'usr_leo' })).toEqual([]);
  });

  it('are narrowed to what is urgent by the marks, for as long as they say so', () => {
    const none = { urgentWord: null, askedCount: 1, isOnlyThanks: false, language: 'en' };
    const marks = [{ ...none, urgentWord: 'broken' }, { ...none, askedCount: 2 }, none, undefined];
    const known = Object.fromEntries(
      marks.map((one, index) => {
        const row = sampleConversation({
          id: `${index}`,
          lastActivityAt: at(9 - index),
          waitingSince: at(1),
        });
        return [row.id, { ...row, ...(one && { marks: one }) }];
      }),
    );
    const filter = { urgent: true } as const;
    expect(ids(visibleConversations(known, EVERYTHING, { ...shown('waiting'), filter }))).toEqual(['0', '1']);
  });

  it('does not add the open conversation to the failed view', () => {
    expect(ids(visibleConversations(byId, EVERYTHING, shown('failed', 'a')))).toEqual([]);
  });

  it('returns only the server’s search results', () => {
    expect(
      ids(visibleConversations(byId, { horizon: null, found: new Set(['a']) }, shown('all', null))),
    ).toEqual(['a']);
  });
});

describe('the work views', () => {
  const me = { id: 'usr_me', name: 'Me' };
  const hour = (value: number) => `2026-01-01T${value}:00:00.000Z`;
  const work = [
    sampleConversation({ id: 'mine', assignee: me, waitingSince: at(5), windowExpiresAt: hour(14) }),
    sampleConversation({ id: 'free', waitingSince: at(2), windowExpiresAt: hour(23) }),
    sampleConversation({ id: 'later', status: 'snoozed', snoozedUntil: hour(12), assignee: me }),
    sampleConversation({ id: 'done', status: 'closed', failedCount: 1, waitingSince: at(1) }),
  ];
  const workById = Object.fromEntries(work.map((row) => [row.id, row]));

  it.each<[InboxView, string[]]>([
    ['open', ['mine', 'free']],
    ['mine', ['mine']],
    ['unassigned', ['free']],
    ['waiting', ['free', 'mine']],
    ['closing', ['mine']],
    ['failed', ['done']],
    ['snoozed', ['later']],
    ['closed', ['done']],
  ])('%s shows %j', (view, expected) => {
    expect(ids(visibleConversations(workById, EVERYTHING, shown(view)))).toEqual(expected);
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
