import type { AssistLanguage } from '../../../shared/domain/assist/features.ts';
import { languageOf } from '../../../shared/domain/assist/text/language.ts';

/** Returns the language of a text that is long enough to say; null for others. */
export function detectLanguage(text: string): 'en' | 'pt' | 'es' | null {
  const language = languageOf(text);
  return language === 'other' || language === 'unknown' ? null : language;
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
