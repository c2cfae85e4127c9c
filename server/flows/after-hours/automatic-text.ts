import { fold } from '../../../shared/domain/assist/text/fold.ts';
import { TEXT_MAX } from '../../../shared/domain/message-limits.ts';
import { fillVariables, type ReplyValues } from '../../../shared/domain/saved-reply.ts';
import { cutText } from '../../../shared/domain/text.ts';
import type { BusinessHours } from '../../../shared/domain/time/business-time.ts';
import { nextOpening, openingLanguage } from '../../../shared/domain/time/next-opening.ts';

/** Says that no person has written, when one will be there, and which word asks for one. */
const LINES = {
  en: {
    back: (opening: string) => `This is an automatic answer. We are back on ${opening}.`,
    closed: 'This is an automatic answer.',
    person: 'If it does not help, write *person*: a person will answer you.',
  },
  pt: {
    back: (opening: string) => `Esta é uma resposta automática. Voltamos ${opening}.`,
    closed: 'Esta é uma resposta automática.',
    person: 'Se não ajudar, escreva *pessoa*: uma pessoa vai responder.',
  },
  es: {
    back: (opening: string) => `Esta es una respuesta automática. Volvemos ${opening}.`,
    closed: 'Esta es una respuesta automática.',
    person: 'Si no ayuda, escriba *persona*: una persona le responderá.',
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
    values: ReplyValues;
    hours: BusinessHours | null;
    now: Date;
  },
): string | null {
  const opens = (text: string) => nextOpening(hours, now, openingLanguage(text, question)) ?? '';
  const { text, missing } = fillVariables(content, { ...values, 'workspace.next_opening': opens }, '');
  // A gap in the middle of a sentence is for a person to fill.
  if (missing.some((name) => name !== 'contact.name' && name !== 'contact.first_name')) return null;
  const closedUp =
    missing.length === 0
      ? text
      : text
          .replace(/[ \t]+(?=[,.!?;:])/g, '')
          .replace(/,(?=[.!?;:])/g, '')
          .replace(/[ \t]{2,}/g, ' ');
  const language = openingLanguage(question);
  const lines = LINES[language];
  const opening = nextOpening(hours, now, language);
  const said = opening === null ? lines.closed : lines.back(opening);
  const note = `${said} ${lines.person}`;
  return `${cutText(closedUp.trim(), TEXT_MAX - note.length - 4)}\n\n_${note}_`;
}
