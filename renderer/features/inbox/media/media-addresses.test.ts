import { afterEach, expect, it } from 'vitest';
import { useServerClock } from '../../../lib/api/server-clock.ts';
import { renewalIn } from './media-addresses.ts';

const MINUTE_MS = 60_000;
afterEach(() => useServerClock.setState({ aheadMs: 0 }));

it('an address is renewed by the clock of the server, and never as soon as it arrives', () => {
  const inMinutes = (minutes: number) => renewalIn(Date.now() + minutes * MINUTE_MS) / MINUTE_MS;
  expect(inMinutes(60)).toBeCloseTo(55, 1);
  // This computer is an hour fast: by its clock, a new address has expired.
  expect(inMinutes(-1)).toBe(0.5);
  useServerClock.setState({ aheadMs: -60 * MINUTE_MS });
  expect(inMinutes(0)).toBeCloseTo(55, 1);
  // No timer can wait longer.
  expect(renewalIn(Number.MAX_SAFE_INTEGER)).toBe(2 ** 31 - 1);
});
