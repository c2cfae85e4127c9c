import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/helpers/lane.ts';
import { DAY_MS } from './durations.ts';
import { zoneOfPhone } from './phone-zones.ts';
import { instantForPerson, nextSendingTime } from './sending-hours.ts';
import { isTimeZone, localTimeOf } from './time-zones.ts';

const DAY = { from: 9 * 60, to: 20 * 60 };
const at = (time: string) => new Date(time);
const next = (time: string, zone: string) => nextSendingTime(at(time), zone, DAY).toISOString();

describe('the sending hours', () => {
  it('let a message go within them, and else at their next beginning', () => {
    expect(next('2026-03-10T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-10T12:00:00.000Z');
    expect(next('2026-03-10T03:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-10T08:00:00.000Z');
    expect(next('2026-03-10T19:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-11T08:00:00.000Z');
    // The night in which the clocks go forward.
    expect(next('2026-03-28T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  });

  it('hold for every time and zone', () => {
    const zones = fc.constantFrom(
      'Asia/Kolkata',
      'America/New_York',
      'Australia/Sydney',
      'Pacific/Kiritimati',
    );
    const times = fc.date({
      min: at('2026-01-01T00:00Z'),
      max: at('2027-01-01T00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, zones, (time, zone) => {
        const found = nextSendingTime(time, zone, DAY);
        const minute = (localTimeOf(found.getTime(), zone) % DAY_MS) / 60_000;
        expect(found.getTime()).toBeGreaterThanOrEqual(time.getTime());
        expect(found.getTime() - time.getTime()).toBeLessThan(25 * 3_600_000);
        expect(minute >= DAY.from && minute < DAY.to, `${time.toISOString()} in ${zone}`).toBe(true);
      }),
      propertyRuns(200, 20_000),
    );
  });

  it('give each person the local time, on the next day where it has passed', () => {
    const decided = at('2026-03-10T08:00:00.000Z');
    const local = at('2026-03-10T10:00:00.000Z');
    const of = (zone: string) => instantForPerson(local, zone, decided).toISOString();
    expect(of('America/Sao_Paulo')).toBe('2026-03-10T13:00:00.000Z');
    expect(of('Europe/London')).toBe('2026-03-10T10:00:00.000Z');
    expect(of('Asia/Tokyo')).toBe('2026-03-11T01:00:00.000Z');
  });
});

describe('the time zone of a number', () => {
  it.each([
    ['5511987654321', 'America/Sao_Paulo'],
    ['5592987654321', 'America/Manaus'],
    ['12125550100', 'America/New_York'],
    ['14155550100', 'America/Los_Angeles'],
    ['14165550100', 'America/Toronto'],
    ['18085550100', 'Pacific/Honolulu'],
    ['526641234567', 'America/Tijuana'],
    ['5216641234567', 'America/Tijuana'],
    ['77012345678', 'Asia/Almaty'],
    ['79123456789', 'Europe/Moscow'],
    ['4917012345678', 'Europe/Berlin'],
    ['919876543210', 'Asia/Kolkata'],
    ['999123456', null],
  ])('%s: %s', (digits, zone) => {
    expect(zoneOfPhone(digits)).toBe(zone);
  });

  it('is one that computers know, for each country code and area', () => {
    const zones = new Set<string>();
    for (let code = 1; code <= 999_999; code += 1) {
      const zone = zoneOfPhone(String(code));
      if (zone) zones.add(zone);
    }
    expect(zones.size).toBeGreaterThan(180);
    expect([...zones].filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});
