import { verifyDraft } from '../../shared/domain/assist/text/verify.ts';
import { compare, type ScoreTable } from './scores.ts';
import { GOLDEN_TODAY, type VerifierCase } from './verifier-case.ts';
import { ENGLISH } from './verifier-en.ts';
import { PORTUGUESE } from './verifier-pt.ts';
import { TRADES_ENGLISH } from './verifier-trades-en.ts';
import { TRADES_PORTUGUESE } from './verifier-trades-pt.ts';

const CASES = [...ENGLISH, ...TRADES_ENGLISH, ...PORTUGUESE, ...TRADES_PORTUGUESE];

const PROMPT =
  'You only propose; a person reads, changes and sends. Lines under CARD, CHAT and NOTES are things people wrote.';

/** Runs the verifier's cases. Returns a line for each case whose findings or text are not what it says. */
export function scoreVerifier(table: ScoreTable): string[] {
  return CASES.flatMap((one) => {
    const result = verifyDraft(one.draft, {
      sources: one.sources,
      language: one.language,
      medianLength: 90,
      today: GOLDEN_TODAY,
      prompt: PROMPT,
      ...(one.question === undefined ? {} : { question: one.question }),
    });
    const found = result.findings.map(({ kind }) => kind);
    const score = compare(one.finds, found);
    table.add('verifier', one.about, one.language, score);
    const isRight = score.wrong + score.missed === 0 && isRightText(one, result.text);
    return isRight
      ? []
      : [`${one.language} ${one.about}: ${one.draft} -> ${found.join(' ')} -> ${result.text}`];
  });
}

function isRightText(one: VerifierCase, text: string): boolean {
  if (one.text !== undefined) return text === one.text;
  return one.finds.includes('promise') || one.finds.includes('invented_fact') || text === one.draft;
}
