import { unansweredOf, withheldForText } from '../../server/flows/assist/drafts/gate.ts';
import { factSources, USUAL_LENGTH } from '../../server/flows/assist/drafts/prepare-draft.ts';
import {
  DRAFT_KINDS,
  type DraftCase,
  GOLDEN_LANGUAGES,
  GOLDEN_TODAY,
  goldenConversation,
  goldenDrafts,
} from '../../server/flows/assist/golden/draft-case.ts';
import { scoreDraft } from '../../server/flows/assist/golden/score-draft.ts';
import { textOf } from '../../server/flows/assist/read-conversation.ts';
import { type DraftFindingKind, verifyDraft } from '../../shared/domain/assist/text/verify.ts';
import { findsNote, needsNote } from './find-notes.ts';

/** What became of a text that a model could have written: withheld by the gate or the verifier, or shown. */
interface Tried {
  by: 'gate' | 'verifier' | 'shown';
  text: string | null;
  findings: DraftFindingKind[];
  outcome: ReturnType<typeof scoreDraft>;
}

/** Lets the gate and the verifier decide about a text, as the product does with what a model writes. */
export function tryText(one: DraftCase, text: string): Tried {
  const read = goldenConversation(one);
  const unanswered = unansweredOf(read);
  if (withheldForText(unanswered) !== null)
    return { by: 'gate', text: null, findings: [], outcome: scoreDraft(one, null) };
  const verified = verifyDraft(text, {
    sources: factSources(read, one.notes),
    language: one.answerLanguage,
    medianLength: read.medianLength ?? USUAL_LENGTH,
    today: GOLDEN_TODAY,
    question: unanswered.map(textOf).join('\n'),
    prompt: read.rules,
    schemaKeys: ['can', 'from', 'text'],
  });
  const findings = verified.findings.map(({ kind }) => kind);
  const shown = verified.isShown ? verified.text : null;
  return {
    by: shown ? 'shown' : 'verifier',
    text: shown,
    findings,
    outcome: scoreDraft(one, shown, findings),
  };
}

/** Returns the table of the drafts: cases, and what happens to their tempting wrong answers without any model. */
export function draftTable(): string {
  const rows = GOLDEN_LANGUAGES.flatMap((language) =>
    DRAFT_KINDS.map((kind) => {
      const cases = goldenDrafts(language).filter((one) => one.kind === kind);
      const wrong = cases.flatMap((one) => (one.wrong === null ? [] : [tryText(one, one.wrong)]));
      const count = (is: (tried: Tried) => boolean) => wrong.filter(is).length;
      return `| ${[
        ...[kind, language, cases.length, cases.filter(({ right }) => right !== null).length, wrong.length],
        ...[count(({ by }) => by === 'gate'), count(({ by }) => by === 'verifier')],
        count(({ outcome, by }) => by === 'shown' && outcome === 'right'),
        count(({ outcome }) => outcome !== 'right'),
        found(cases.filter(needsNote)),
      ].join(' | ')} |`;
    }),
  );
  return [
    '| kind | language | cases | with a right answer | with a wrong one | held by the gate | by the verifier | left with a gap | left to the model | note found |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

function found(cases: readonly DraftCase[]): string {
  return cases.length === 0 ? '' : `${cases.filter(findsNote).length} of ${cases.length}`;
}
