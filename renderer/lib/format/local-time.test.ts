import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.ts';

it('converts a time to the input format and back, to the minute', () => {
  for (const time of ['2026-03-04T16:43:00.000Z', '2026-07-31T23:59:00.000Z', '2026-01-01T00:00:00.000Z']) {
    expect(fromLocalInput(toLocalInput(time))).toBe(time);
  }
});

it('uses the reader’s time zone', () => {
  const noon = new Date(2026, 5, 10, 12, 5);
  expect(toLocalInput(noon.toISOString())).toBe('2026-06-10T12:05');
});

it('returns null for an empty field', () => {
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('soon')).toBeNull();
});
