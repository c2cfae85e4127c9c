import type { AssistFeature, AssistOutcome } from '../../../../shared/domain/assist/features.ts';
import { languageOf } from '../../../../shared/domain/assist/text/language.ts';
import { countOutcome } from '../../../lib/assist-settings.ts';

/** Counts what became of a suggestion about a text, by the language of the text. */
export function countFor(feature: AssistFeature, outcome: AssistOutcome, text: string): void {
  const language = languageOf(text);
  countOutcome({ feature, outcome, language: language === 'unknown' ? 'other' : language });
}
