import { describe, expect, it } from 'vitest';
import { DAY_MINUTES } from '../../../shared/domain/time/business-time.ts';
import { hoursText } from './hours-text.ts';

const at = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
const work = [at(9, 13), at(14, 18)];

describe('the hours of a week as text', () => {
  it('puts days in a row with the same hours on one line, Monday first', () => {
    expect(hoursText([[], work, work, work, work, work, [at(10, 14)]])).toEqual([
      'Mon–Fri: 09:00–13:00, 14:00–18:00',
      'Sat: 10:00–14:00',
      expect.stringMatching(/^Sun: /),
    ]);
  });

  it('does not join days that are not neighbours', () => {
    const lines = hoursText([[], work, [], work, [], work, []]);
    expect(lines.map((line) => line.split(':')[0])).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat–Sun']);
  });

  it('ends a day at 24:00', () => {
    const all = [{ from: 0, to: DAY_MINUTES }];
    expect(hoursText([all, all, all, all, all, all, all])).toEqual(['Mon–Sun: 00:00–24:00']);
  });
});
