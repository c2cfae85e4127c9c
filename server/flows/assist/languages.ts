import type { AssistLanguage } from '../../../shared/domain/assist/features.ts';
import { countLetters } from '../../../shared/domain/assist/text/fold.ts';
import { languageCodeOf } from '../../../shared/domain/assist/text/language.ts';

/** Returns the language of a text that is long enough to say; null for others. */
export function detectLanguage(text: string): string | null {
  const language = languageCodeOf(text);
  return language === 'other' || language === 'unknown' ? null : language;
}

/** So many letters of a language that we know would have named it. */
const SHORT_LETTERS = 40;

/**
 * Returns the language to answer a customer in: the one that they write in, or that we have answered in where they have
 * written too little to say. Null: it is not known, and a text for them would be a guess.
 */
export function answerLanguage(theirs: string, ours: string): string | null {
  const language = detectLanguage(theirs);
  if (language !== null || !isShort(theirs)) return language;
  return detectLanguage(ours);
}

/** Returns whether a text says too little of its language, and is not of one that we do not know. */
export function isShort(text: string): boolean {
  return languageCodeOf(text) === 'unknown' && countLetters(text) < SHORT_LETTERS;
}

/** Returns a language with its country where it matters: Portuguese is Brazilian, except for numbers of Portugal. */
export function fullLanguage(language: string | null, phone: string | null): string | null {
  if (language !== 'pt') return language;
  return phone?.replace(/^\+/, '').startsWith('351') ? 'pt-PT' : 'pt-BR';
}

/** Returns the language by which results are counted. */
export function countedLanguage(language: string | null): AssistLanguage {
  const base = language?.slice(0, 2);
  return base === 'en' || base === 'pt' || base === 'es' ? base : 'other';
}

/** Whether the rules for text know a language: promises and topics that are left to people are found in it. */
export function hasRules(language: string): boolean {
  return countedLanguage(language) !== 'other';
}
