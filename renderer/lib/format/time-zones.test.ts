import { describe, expect, it } from 'vitest';
import { loadPhoneRules } from './format-phone.ts';
import { parseInZone, timeInZone, timeZoneOf, weekdayIn } from './time-zones.ts';

await loadPhoneRules();

describe('time zones', () => {
  it('come from the area code of a number where it tells, else from its country', () => {
    expect(timeZoneOf('5511987654321')).toBe('America/Sao_Paulo');
    expect(timeZoneOf('4915112345678')).toBe('Europe/Berlin');
    expect(timeZoneOf('447700900141')).toBe('Europe/London');
    expect(timeZoneOf('14155550123')).toBe('America/Los_Angeles');
    expect(timeZoneOf('12125550123')).toBe('America/New_York');
    expect(timeZoneOf('5592987654321')).toBe('America/Manaus');
    expect(timeZoneOf('77011234567')).toBe('Asia/Almaty');
    expect(timeZoneOf('999')).toBeNull();
    expect(timeZoneOf(null)).toBeNull();
  });

  it('convert a wall clock, also on the days that the clocks change', () => {
    const now = new Date('2026-03-07T20:00:00.000Z');
    const at = (days: number) => timeInZone('America/New_York', now, { days, hours: 9 }).toISOString();
    expect(at(0)).toBe('2026-03-07T14:00:00.000Z');
    expect(at(1)).toBe('2026-03-08T13:00:00.000Z');
    expect(parseInZone('Asia/Tokyo', '2026-03-08T09:30')?.toISOString()).toBe('2026-03-08T00:30:00.000Z');
    expect(parseInZone('Asia/Tokyo', 'soon')).toBeNull();
  });

  it('have their own day', () => {
    const now = new Date('2026-03-07T20:00:00.000Z');
    expect([weekdayIn('America/New_York', now), weekdayIn('Asia/Tokyo', now)]).toEqual([6, 0]);
  });
});
