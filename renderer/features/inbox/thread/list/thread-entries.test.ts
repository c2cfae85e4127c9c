import { describe, expect, it } from 'vitest';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { sampleMessage } from '../../test-samples.ts';
import { estimatedHeight, firstUnread, threadEntries } from './thread-entries.ts';

const at = (minute: number, second = 0) => new Date(2026, 0, 1, 10, minute, second).toISOString();
const inbound = (id: string, createdAt: string) =>
  sampleMessage({ id, createdAt, direction: 'inbound', status: 'received' });

describe('threadEntries', () => {
  it('groups messages that one side sends within three minutes', () => {
    const rows = threadEntries(
      [
        inbound('a', at(0)),
        inbound('b', at(2)),
        inbound('c', at(6)),
        sampleMessage({ id: 'd', createdAt: at(7) }),
      ],
      [],
      null,
    );
    expect(rows.map((row) => row.startsGroup)).toEqual([true, false, true, true]);
    expect(rows.map((row) => row.endsGroup)).toEqual([false, true, true, true]);
  });

  it('starts a new day and a new group when the date changes', () => {
    const late = new Date(2026, 0, 1, 23, 59).toISOString();
    const early = new Date(2026, 0, 2, 0, 0).toISOString();
    const rows = threadEntries([inbound('a', late), inbound('b', early)], [], null);
    expect(rows.map((row) => [row.startsDay, row.startsGroup])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('marks the first unread message', () => {
    const messages = [
      inbound('a', at(0)),
      inbound('b', at(1)),
      sampleMessage({ id: 'x', createdAt: at(1, 30) }),
      inbound('c', at(2)),
    ];
    expect(firstUnread(messages, 2)).toBe('b');
    expect(firstUnread(messages, 0)).toBeNull();
    const line = (id: string, kind: 'call_missed' | 'call_answered', second: number) =>
      sampleMessage({
        ...{ id, direction: 'inbound', type: 'system', createdAt: at(3, second) },
        inbound: { system: { kind, from: null, to: null } } as ThreadMessage['inbound'],
      });
    const called = [...messages, line('m', 'call_missed', 0), line('d', 'call_answered', 1)];
    expect(firstUnread(called, 1)).toBe('m');
    expect(firstUnread(called, 2)).toBe('c');
    const rows = threadEntries(messages, [], 'b');
    expect(rows.findIndex((row) => row.startsUnread)).toBe(1);
  });
});

describe('estimatedHeight', () => {
  const heights = (...messages: Parameters<typeof threadEntries>[0]) =>
    threadEntries(messages, [], null).map(estimatedHeight);

  it('counts the date above the first row, and no other', () => {
    const [first = 0, second = 0, third = 0] = heights(
      inbound('a', at(0)),
      inbound('b', at(1)),
      inbound('c', at(2)),
    );
    expect(first).toBeGreaterThan(second);
    expect(second).toBe(third);
  });

  it('counts the lines of a text, and is bounded for one that is folded', () => {
    const text = (length: number) => ({ ...inbound('a', at(0)), content: 'x'.repeat(length) });
    const [short = 0] = heights(text(10));
    const [long = 0] = heights(text(700));
    const [longest = 0] = heights(text(60_000));
    expect(long - short).toBeGreaterThan(100);
    expect(longest).toBeLessThan(1_000);
  });
});
