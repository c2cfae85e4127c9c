import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage } from '../i18n.ts';
import {
  formatAgo,
  formatAgoInWords,
  formatBadge,
  formatCount,
  formatDay,
  formatDuration,
  formatMoment,
  formatSpan,
  formatUnread,
  formatUntil,
  isSameDay,
} from './format.ts';
import { formatSize } from './format-size.ts';
import { languageName } from './language-name.ts';

const NOW = new Date(2026, 5, 10, 12, 0, 0);
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatAgo', () => {
  it.each([
    [0, 'now'],
    [-5 * MINUTE, 'now'],
    [59_000, 'now'],
    [4 * MINUTE, '4 min'],
    [2 * HOUR, '2 h'],
    [13 * HOUR, 'Yesterday'],
    [3 * DAY, 'Sun'],
  ])('formats a time %i ms ago as %s', (age, expected) => {
    expect(formatAgo(ago(age), NOW.getTime())).toBe(expected);
  });

  it('shows the date after a week, and the year when it is not this one', () => {
    expect(formatAgo(ago(20 * DAY), NOW.getTime())).toMatch(/May/);
    expect(formatAgo(ago(200 * DAY), NOW.getTime())).toMatch(/2025/);
  });
});

describe('formatAgoInWords', () => {
  it.each([
    [1_000, 'just now'],
    [4 * MINUTE, '4 min ago'],
    [26 * HOUR, '26 h ago'],
    [5 * DAY, '5 days ago'],
  ])('formats a time %i ms ago as %s', (age, expected) => {
    expect(formatAgoInWords(ago(age), NOW.getTime())).toBe(expected);
  });
});

describe('formatUntil', () => {
  it.each([
    [-1_000, 'now'],
    [0, 'now'],
    [5_000, 'in under 1 min'],
    [5 * MINUTE, 'in 5 min'],
    [2 * HOUR + 5 * MINUTE, 'in 2 h 5 min'],
  ])('formats a time %i ms ahead as %s', (ahead, expected) => {
    expect(formatUntil(ago(-ahead), NOW.getTime())).toBe(expected);
  });
});

describe('formatMoment', () => {
  it('shows the date only if it is not today', () => {
    expect(formatMoment(ago(HOUR), NOW.getTime())).not.toMatch(/Jun/);
    expect(formatMoment(ago(HOUR), NOW.getTime())).toMatch(/11:00/);
    expect(formatMoment(ago(26 * HOUR), NOW.getTime())).toMatch(/Jun.*10:00/);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_240, '1.2 s'],
    [30_012, '30 s'],
  ])('formats %i ms as %s', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });
});

describe('the other formats', () => {
  it('show today and yesterday as words', () => {
    expect(formatDay(ago(0), NOW.getTime())).toBe('Today');
    expect(formatDay(ago(DAY), NOW.getTime())).toBe('Yesterday');
  });

  it('format the time left', () => {
    expect(formatSpan(2 * HOUR + 10 * MINUTE)).toBe('2 h 10 min');
    expect(formatSpan(45 * MINUTE)).toBe('45 min');
    expect(formatSpan(5_000)).toBe('under 1 min');
  });

  it('mark a capped count', () => {
    expect(formatCount(1_000, true)).toBe('1,000+');
    expect(formatCount(1_234)).toBe('1,234');
  });

  it('limit a badge to two digits', () => {
    expect(formatBadge(7)).toBe('7');
    expect(formatBadge(1_000)).toBe('99+');
    expect([formatUnread(999), formatUnread(1_000)]).toEqual(['999', '999+']);
  });

  it('compare calendar days, not periods of 24 hours', () => {
    expect(
      isSameDay(new Date(2026, 0, 1, 23, 59).toISOString(), new Date(2026, 0, 2, 0, 1).toISOString()),
    ).toBe(false);
    expect(
      isSameDay(new Date(2026, 0, 1, 0, 0).toISOString(), new Date(2026, 0, 1, 23, 59).toISOString()),
    ).toBe(true);
  });
});

describe('in Portuguese', () => {
  beforeAll(() => changeLanguage('pt-BR'));
  afterAll(() => changeLanguage('en'));

  it('formats the time since', () => {
    expect(formatAgo(ago(0), NOW.getTime())).toBe('agora');
    expect(formatAgo(ago(4 * MINUTE), NOW.getTime())).toBe('4 min');
    expect(formatAgo(ago(13 * HOUR), NOW.getTime())).toBe('Ontem');
    expect(formatAgo(ago(3 * DAY), NOW.getTime())).toMatch(/^dom/);
    expect(formatAgoInWords(ago(1_000), NOW.getTime())).toBe('agora mesmo');
    expect(formatAgoInWords(ago(26 * HOUR), NOW.getTime())).toBe('há 26 h');
    expect(formatAgoInWords(ago(5 * DAY), NOW.getTime())).toBe('há 5 dias');
  });

  it('formats times and durations', () => {
    expect(formatUntil(ago(-2 * HOUR - 5 * MINUTE), NOW.getTime())).toBe('em 2 h 5 min');
    expect(formatUntil(ago(-5_000), NOW.getTime())).toBe('em menos de 1 min');
    expect(formatSpan(5_000)).toBe('menos de 1 min');
    expect(formatMoment(ago(26 * HOUR), NOW.getTime())).toMatch(/jun.*10:00/);
    expect(formatDay(ago(0), NOW.getTime())).toBe('Hoje');
    expect(formatDay(ago(3 * DAY), NOW.getTime())).toBe('domingo, 7 de junho');
  });

  it('formats numbers with a decimal comma and points', () => {
    expect(formatDuration(1_240)).toBe('1,2 s');
    expect(formatCount(1_000, true)).toBe('1.000+');
    expect(formatSize(1.5 * 1024 * 1024)).toBe('1,5 MB');
    expect(formatSize(340 * 1024)).toBe('340 KB');
  });

  it('names languages with a capital', () => {
    expect(languageName('pt-BR')).toBe('Português (Brasil)');
    expect(languageName('not a code')).toBe('not a code');
  });
});
