import type { DraftFindingKind, DraftSource } from '../../shared/domain/assist/text/verify.ts';

/** One authored case: a draft, what was known, and what the verifier must find. No text is from a real person. */
export interface VerifierCase {
  language: 'en' | 'pt';
  /** What the case is about, as the table groups it. */
  about:
    | 'facts'
    | 'times'
    | 'promises'
    | 'instructions'
    | 'contradictions'
    | 'language'
    | 'sensitive'
    | 'clean';
  draft: string;
  sources: readonly DraftSource[];
  question?: string;
  /** The kinds of findings, in any order. None means that the draft is shown as it is. */
  finds: readonly DraftFindingKind[];
  /** What is shown, where the text changes. */
  text?: string;
}

/** The day on which all cases happen: a Tuesday. */
export const GOLDEN_TODAY = '2026-11-24';

/** Makes a case of a customer's message, which is also a source. */
export function asked(text: string): { question: string; source: DraftSource } {
  return { question: text, source: { text, writtenOn: GOLDEN_TODAY, isFromCustomer: true } };
}
