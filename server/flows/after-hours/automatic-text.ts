import { fold } from '../../../shared/domain/assist/text/fold.ts';
import { languageOf } from '../../../shared/domain/assist/text/language.ts';
import { TEXT_MAX } from '../../../shared/domain/message-limits.ts';
import { fillVariables, type ReplyVariable } from '../../../shared/domain/saved-reply.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { addBusinessTime, type BusinessHours } from '../../../shared/domain/time/business-time.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { localDayOf } from '../../../shared/domain/time/time-zones.ts';

const MINUTE_MS = 60_000;
const WEEK_DAYS = 7;

/** Says that no person has written, when one will be there, and which word asks for one. */
const LINES = {
  en: {
    back: (day: string, time: string) => `This is an automatic answer. We are back on ${day} at ${time}.`,
    closed: 'This is an automatic answer.',
    person: 'If it does not help, write *person*: a person will answer you.',
    locale: 'en',
  },
  pt: {
    back: (day: string, time: string) => `Esta é uma resposta automática. Voltamos ${day} às ${time}.`,
    closed: 'Esta é uma resposta automática.',
    person: 'Se não ajudar, escreva *pessoa*: uma pessoa vai responder.',
    locale: 'pt-BR',
  },
  es: {
    back: (day: string, time: string) =>
      `Esta es una respuesta automática. Volvemos el ${day} a las ${time}.`,
    closed: 'Esta es una respuesta automática.',
    person: 'Si no ayuda, escriba *persona*: una persona le responderá.',
    locale: 'es',
  },
} as const;

const PERSON =
  /\b(?:person|human|someone|agent|operator|representative|real people|call me|pessoa|humano|atendente|alguem|operador|me liga|persona|humana|agente|alguien|llamame)\b/;

/** Returns whether a customer asks for a person. */
export function wantsPerson(text: string): boolean {
  return PERSON.test(fold(text));
}

/** Returns a saved reply as it is sent without a person, in the customer's language where we have it. */
export function automaticText(
  content: string,
  {
    question,
    values,
    hours,
    now,
  }: {
    question: string;
    values: Readonly<Record<ReplyVariable, string>>;
    hours: BusinessHours | null;
    now: Date;
  },
): string | null {
  const { text, missing } = fillVariables(content, values, '');
  // A gap in the middle of a sentence is for a person to fill.
  if (missing.some((name) => name !== 'contact.name' && name !== 'contact.first_name')) return null;
  const closedUp =
    missing.length === 0
      ? text
      : text
          .replace(/[ \t]+(?=[,.!?;:])/g, '')
          .replace(/,(?=[.!?;:])/g, '')
          .replace(/[ \t]{2,}/g, ' ');
  const language = languageOf(question);
  const lines = language === 'pt' || language === 'es' ? LINES[language] : LINES.en;
  const opening = nextOpening(hours, now);
  const said =
    opening && hours
      ? lines.back(
          timePart(opening, dayParts(opening, hours.timeZone, now), hours.timeZone, lines.locale),
          timePart(opening, { hour: 'numeric', minute: '2-digit' }, hours.timeZone, lines.locale),
        )
      : lines.closed;
  const note = `${said} ${lines.person}`;
  return `${cutText(closedUp.trim(), TEXT_MAX - note.length - 4)}\n\n_${note}_`;
}

/** Returns when a closed team opens next; null when it never does. */
function nextOpening(hours: BusinessHours | null, now: Date): Date | null {
  const after = addBusinessTime(now, 1, hours);
  return after && new Date(after.getTime() - MINUTE_MS);
}

/** Returns how a day is named: with its date where the weekday alone would mean an earlier day. */
function dayParts(day: Date, timeZone: string, now: Date): Intl.DateTimeFormatOptions {
  const days = (Date.parse(localDayOf(day, timeZone)) - Date.parse(localDayOf(now, timeZone))) / DAY_MS;
  return days < WEEK_DAYS ? { weekday: 'long' } : { weekday: 'long', day: 'numeric', month: 'long' };
}

function timePart(time: Date, part: Intl.DateTimeFormatOptions, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { ...part, timeZone }).format(time);
}
