import { beforeEach, describe, expect, it } from 'vitest';
import { noteServerDate, serverNow, useServerClock } from './server-clock.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const receive = (aheadMs: number, tookMs = 40) =>
  noteServerDate(new Date(NOW + aheadMs).toUTCString(), NOW - tookMs / 2, NOW + tookMs / 2);
const ahead = () => useServerClock.getState().aheadMs;
beforeEach(() => useServerClock.setState({ aheadMs: 0 }));

describe('the server clock', () => {
  it('ignores differences that are too small to measure', () => {
    for (const difference of [0, 900, -900, 2_000]) {
      receive(difference);
      expect(ahead()).toBe(0);
    }
  });

  it('corrects a wrong computer clock, and stops when the clock is set right', () => {
    receive(-3 * 60 * 60 * 1_000);
    expect(Math.abs(ahead() + 3 * 60 * 60 * 1_000)).toBeLessThan(1_000);
    expect(serverNow() - Date.now()).toBeCloseTo(ahead(), -3);
    receive(20 * 60 * 1_000);
    expect(Math.abs(ahead() - 20 * 60 * 1_000)).toBeLessThan(1_000);
    receive(0);
    expect(ahead()).toBe(0);
  });

  it('ignores a response that was slow or has no date', () => {
    receive(7_000, 12_000);
    noteServerDate('nonsense', NOW, NOW);
    noteServerDate(null, NOW, NOW);
    expect(ahead()).toBe(0);
  });
});
