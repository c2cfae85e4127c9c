import type { CountedOutcome } from '../../../features/assist/index.ts';
import { countedLanguage } from '../languages.ts';

/** Returns how outcomes of a proposal are counted. Answers to simulated customers are never compared. */
export function countedAs({
  language,
  model,
}: {
  language: string;
  model: string;
}): Omit<CountedOutcome, 'outcome'> {
  return { feature: 'proposals', language: countedLanguage(language), model, contactId: null };
}
