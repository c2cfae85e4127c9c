import { z } from 'zod';
import { type BusinessHours, businessTimeBetween } from '../time/business-time.ts';
import { wordsOf } from './text/fold.ts';
import { languageCodeOf } from './text/language.ts';
import { isThanks, saysThanks } from './text/thanks.ts';

/** How many words and phrases an owner lists, and how long one is. */
export const URGENT_WORDS_MAX = 50;
export const URGENT_WORD_MAX = 60;
/** How far apart two messages are that ask twice, in minutes of business hours; 0: no number of messages is urgent. */
export const ASKED_AGAIN_DEFAULT = 30;
export const ASKED_AGAIN_MAX = 1_440;

/** So much of a message is read: it is as long as a message can be. */
const TEXT_READ = 4_096;
/** A count that nobody reads any more. */
const COUNTED_MAX = 99;

/** What marks a conversation as urgent in a workspace. */
export interface MarkRules {
  /** Words and phrases, as the owner wrote them. */
  words: readonly string[];
  askedAgainMinutes: number;
  /** The minutes are counted while the team works; null: always. */
  hours: BusinessHours | null;
}

/** What the messages say that a customer has written since the last answer. */
export interface Marks {
  /** The first word of the owner's list that one of them contains. */
  urgentWord: string | null;
  /** How often the customer has asked: messages that are close together count once. */
  askedCount: number;
  /** When the customer asked last, by that count. */
  askedAt: Date | null;
  /** Whether they only thank. */
  isOnlyThanks: boolean;
  /** The language that the customer wrote last, as far as it can be named. It is kept when the wait ends. */
  language: string | null;
}

export const NO_MARKS: Marks = {
  urgentWord: null,
  askedCount: 0,
  askedAt: null,
  isOnlyThanks: false,
  language: null,
};

/** The marks of a conversation as the dashboard shows them. */
export const ConversationMarksSchema = z.strictObject({
  urgentWord: z.string().nullable().describe('The word of the list of the owner that one of them contains'),
  askedCount: z.int().describe('How often the customer has asked'),
  isOnlyThanks: z.boolean().describe('Whether they only thank'),
  language: z.string().nullable().describe('The language that the customer wrote last, as a code'),
});

/** Returns whether a text can be a word or phrase of the list: it has a letter or a digit. */
export function isUrgentWord(text: string): boolean {
  return wordsOf(text).length > 0;
}

/** Returns the first of these words and phrases that a text contains, as whole words, without case and accents. */
export function findUrgentWord(text: string, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const read = inWords(text.slice(0, TEXT_READ));
  return words.find((word) => isUrgentWord(word) && read.includes(inWords(word))) ?? null;
}

/** Returns the marks of a conversation after a message of the customer. */
export function marksAfter(
  before: Marks,
  {
    text,
    at,
    isFirst,
  }: { text: string | null; at: Date /** Whether a wait begins with it. */; isFirst: boolean },
  rules: MarkRules,
): Marks {
  const read = (text ?? '').slice(0, TEXT_READ);
  const code = languageCodeOf(read);
  const language = code === 'unknown' || code === 'other' ? before.language : code;
  const start = isFirst ? { ...NO_MARKS, isOnlyThanks: true } : before;
  // Thanks and a goodbye ask nothing.
  const isAsking = !isThanks(read) && (start.askedAt === null || isAgain(start.askedAt, at, rules));
  return {
    urgentWord: start.urgentWord ?? findUrgentWord(read, rules.words),
    askedCount: Math.min(COUNTED_MAX, start.askedCount + (isAsking ? 1 : 0)),
    askedAt: isAsking ? at : start.askedAt,
    isOnlyThanks: start.isOnlyThanks && saysThanks(read),
    language,
  };
}

/**
 * Returns whether a message asks again. Business hours are part of a time, so without them it may be true too early and never
 * too late.
 */
export function isAgain(
  askedAt: Date,
  at: Date,
  { askedAgainMinutes, hours }: Pick<MarkRules, 'askedAgainMinutes' | 'hours'>,
): boolean {
  return askedAgainMinutes > 0 && businessTimeBetween(askedAt, at, hours) >= askedAgainMinutes * 60_000;
}

/** Returns the words of a text with a space around each, so that a part of it is whole words. */
function inWords(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
