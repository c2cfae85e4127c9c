import { describe, expect, it } from 'vitest';
import { isKeptOffline, OFFLINE_LIMITS, overflowingMessages } from './offline-limits.ts';

const NOW = Date.UTC(2026, 5, 30);
const daysAgo = (days: number) => new Date(NOW - days * 24 * 60 * 60 * 1000).toISOString();

describe('the offline data', () => {
  it('contains messages of the last thirty days', () => {
    expect(isKeptOffline(daysAgo(29.9), NOW)).toBe(true);
    expect(isKeptOffline(daysAgo(30.1), NOW)).toBe(false);
  });

  it('drops messages that have become too old', () => {
    const messages = [0, 10, 29, 31, 40].map((days) => ({
      id: `${days}`,
      createdAt: daysAgo(days),
      size: 10,
    }));
    expect(overflowingMessages(messages, NOW)).toEqual(['31', '40']);
  });

  it('drops the oldest messages when the total size is too large', () => {
    const size = OFFLINE_LIMITS.size / 3;
    const messages = [1, 2, 3, 4].map((days) => ({ id: `${days}`, createdAt: daysAgo(days), size }));
    expect(overflowingMessages(messages, NOW)).toEqual(['4']);
  });
});
