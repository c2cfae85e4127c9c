import { languageOf } from '../assist/text/language.ts';
import { addBusinessTime, type BusinessHours, isOpenAt } from './business-time.ts';
import { DAY_MS } from './durations.ts';
import { localDayOf } from './time-zones.ts';

const MINUTE_MS = 60_000;
const WEEK_DAYS = 7;

/** How a day and a time stand in a sentence. */
const WORDS = {
  en: { locale: 'en', join: (day: string, time: string) => `${day} at ${time}` },
  pt: { locale: 'pt-BR', join: (day: string, time: string) => `${day} às ${time}` },
  es: { locale: 'es', join: (day: string, time: string) => `el ${day} a las ${time}` },
} as const;

export type OpeningLanguage = keyof typeof WORDS;

/** Returns the first language of texts that times can be written in; English where none says it. */
export function openingLanguage(...texts: readonly string[]): OpeningLanguage {
  const found = texts.map(languageOf).find((language) => language in WORDS);
  return (found as OpeningLanguage | undefined) ?? 'en';
}

/** Returns when a closed team opens next, in words; null while it is open, or when it never opens. */
export function nextOpening(
  hours: BusinessHours | null,
  now: Date,
  language: OpeningLanguage,
): string | null {
  if (!hours || isOpenAt(now, hours)) return null;
  const after = addBusinessTime(now, 1, hours);
  if (!after) return null;
  const opening = new Date(after.getTime() - MINUTE_MS);
  const { timeZone } = hours;
  const { locale, join } = WORDS[language];
  const part = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...format, timeZone }).format(opening);
  const days = (Date.parse(localDayOf(opening, timeZone)) - Date.parse(localDayOf(now, timeZone))) / DAY_MS;
  // Where the weekday alone would mean an earlier day, it has its date.
  const date = days < WEEK_DAYS ? ({} as const) : ({ day: 'numeric', month: 'long' } as const);
  return join(part({ weekday: 'long', ...date }), part({ hour: 'numeric', minute: '2-digit' }));
}
