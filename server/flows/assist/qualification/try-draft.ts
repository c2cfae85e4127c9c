import type { ModelState } from '../../../../shared/domain/assist/model-state.ts';
import type { CaseOutcome } from '../../../../shared/domain/assist/qualification.ts';
import type { Context } from '../../../kernel/context/context.ts';
import type { ModelCall } from '../call-model.ts';
import { unansweredOf, withheldForText } from '../drafts/gate.ts';
import { readAhead, writeDraft } from '../drafts/prepare-draft.ts';
import { type DraftCase, GOLDEN_TODAY, goldenConversation } from '../golden/draft-case.ts';
import { scoreDraft } from '../golden/score-draft.ts';
import { textOf } from '../read-conversation.ts';

/** How a case calls the model: in the background, so that it delays nobody. */
export type TrialCall = Required<Pick<ModelCall, 'model' | 'deadlineMs' | 'requestClass'>> & {
  signal: AbortSignal;
};

/** What came of a case, or why nothing did: then it is tried again. */
export type Trial =
  | { state: 'done'; outcome: CaseOutcome; ms: number | null; firstWordMs: number | null }
  | { state: Exclude<ModelState, 'ok'> };

/** Writes a draft of the golden set as the product does: gate, prompt, verifier. */
export async function tryDraft(ctx: Context, one: DraftCase, call: TrialCall): Promise<Trial> {
  const read = goldenConversation(one);
  const unanswered = unansweredOf(read);
  const withoutModel = { state: 'done', ms: null, firstWordMs: null } as const;
  if (withheldForText(unanswered) !== null) return { ...withoutModel, outcome: scoreDraft(one, null) };
  const ahead = await readAhead(ctx, read, call);
  if (ahead.state !== 'ok') return { state: ahead.state };
  const startedAt = performance.now();
  const prepared = await writeDraft(
    ctx,
    {
      ...read,
      // What the product finds out by itself is given here, so that a case tries one thing.
      language: one.answerLanguage,
      ...{ unanswered, question: unanswered.map(textOf).join('\n'), notes: one.notes, today: GOLDEN_TODAY },
    },
    call,
  );
  const ms = performance.now() - startedAt;
  if (prepared.state === 'ready') return { ...withoutModel, outcome: scoreDraft(one, prepared.text), ms };
  if (prepared.reason === 'model' && prepared.call !== 'ok') {
    return prepared.call === 'failed' ? { ...withoutModel, outcome: 'failed', ms } : { state: prepared.call };
  }
  return { ...withoutModel, outcome: scoreDraft(one, null, prepared.findings), ms };
}
