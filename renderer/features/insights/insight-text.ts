import type { Insights } from '../../../shared/contract/public/insights.contract.ts';
import { dateLocale, formatCount, formatDuration, formatShare, formatSpan } from '../../lib/format/format.ts';
import { currentLanguage, hasText, t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';

const HOUR = 3_600;
/** Longer times are said in whole hours. */
const MINUTES_UP_TO = 48 * HOUR;

/** Formats days of the workspace: `18–24 Nov 2026`. */
export function daysText({ from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(dateLocale(), {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  // The days stay on one line with their dash.
  return format.formatRange(Date.parse(from), Date.parse(to)).replace(/\s–\s/, '\u202f–\u202f');
}

/** Formats the begin of a point of the charts: `Mon, 23 Nov`, with `, 14:00` for an hour. */
export function pointText(
  start: string,
  { interval, timeZone }: Pick<Insights, 'interval' | 'timeZone'>,
): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone },
    ...(interval === 'hour' && { hour: 'numeric', minute: '2-digit' }),
  }).format(new Date(start));
}

/** Formats the label of an axis: `23 Nov`, or `14:00` for an hour. */
export function tickText(
  start: string,
  { interval, timeZone }: Pick<Insights, 'interval' | 'timeZone'>,
): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    timeZone,
    ...(interval === 'hour' ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  }).format(new Date(start));
}

/** Formats a time in business hours: `40 s`, `12 min`, `2 h 10 min`, `61 h`. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return formatDuration(Math.round(seconds) * 1_000).replace(/[.,]0(?=\D)/, '');
  if (seconds < MINUTES_UP_TO) return formatSpan(seconds * 1_000);
  return t('time.hoursShort', { hours: formatCount(Math.round(seconds / HOUR)) });
}

/** Formats how long someone has waited: `2 h 10 min`, `6 days`. */
export function waitText(ms: number): string {
  if (ms < MINUTES_UP_TO * 1_000) return formatSpan(ms);
  const days = Math.floor(ms / (24 * HOUR * 1_000));
  const style = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(currentLanguage(), style).format(days);
}

/** Says how a number compares with the one of the period before. */
export function comparedText(
  value: number,
  previous: number,
  say: (value: number) => string = formatCount,
): string {
  if (value === previous) return t('insights:compared.same');
  if (previous === 0) return t('insights:compared.none');
  const share = (value - previous) / previous;
  const change =
    Math.abs(share) > 9.99
      ? t('insights:compared.times', { times: formatCount(Math.round(value / previous)) })
      : new Intl.NumberFormat(currentLanguage(), {
          ...{ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 },
        }).format(share);
  return t('insights:compared.from', { change, previous: say(previous) });
}

/** Formats a part of a whole; nothing when there is no whole. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : formatShare(part / whole);
}

/** Returns why messages failed, in a sentence if the code is known. */
export function failureText(code: string): string {
  if (!hasText(`reasons:platform.${code}`)) return t('insights:failed.code', { code });
  // What happened; what to do about one message is said at the message.
  const [first = ''] = reasonText('platform', { code, sentence: code }).split(/(?<=\.)\s/);
  return first;
}
