import type { AssistLanguage } from '../../../../shared/domain/assist/features.ts';
import { languageOf } from '../../../../shared/domain/assist/text/language.ts';

/** Returns the language of a text as results are counted by it. */
export function countedLanguage(text: string): AssistLanguage {
  const language = languageOf(text);
  return language === 'unknown' ? 'other' : language;
}
