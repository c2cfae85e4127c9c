import { createHash } from 'node:crypto';
import {
  MODEL_FEATURES,
  type ModelFeature,
  QUALIFICATION_LIMITS,
} from '../../../../shared/domain/assist/qualification.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { ASKED, TAKEN_OVER } from '../golden/conversation-cases.ts';
import {
  type DraftCase,
  type DraftKind,
  GOLDEN_LANGUAGES,
  type GoldenLanguage,
  goldenDrafts,
} from '../golden/draft-case.ts';
import { REVIEWED } from '../golden/review-cases.ts';
import { GOLDEN_SHOPS } from '../golden/shops.ts';
import { CORRECTED, FROM_WORDS, TRANSLATED, UNCHANGED } from '../golden/text-cases.ts';
import { fixedRules } from '../prompts/conversation-prompt.ts';
import { editPrompt, translatePrompt } from '../prompts/edit-prompts.ts';
import { askTask, catchUpTask, draftTask, reviewTask, wordsTask } from '../prompts/tasks.ts';
import { tryAsk, tryCatchUp, tryReview } from './try-conversation.ts';
import { type Trial, type TrialCall, tryDraft } from './try-draft.ts';
import { tryFix, tryTranslation, tryWords } from './try-text.ts';

/** One thing that the qualification run asks of the model. */
export interface QualificationCase {
  id: string;
  feature: ModelFeature;
  language: GoldenLanguage;
  /** What it is about; measures of a feature are of some kinds. */
  kind: DraftKind | 'unchanged' | 'corrected' | 'task';
  run(ctx: Context, call: TrialCall): Promise<Trial>;
}

/** How many drafts of each kind a run asks for in each language: sixty in all, some ten minutes on two cores. */
const DRAFTS: Readonly<Record<DraftKind, number>> = {
  ...{ answer: 11, unknown: 6, injection: 6, contradiction: 2, language: 3, sensitive: 2 },
};

/** The cases of a run, those of a language after each other: they share the beginning of their prompts. */
export const QUALIFICATION_CASES: readonly QualificationCase[] = GOLDEN_LANGUAGES.flatMap((language) => [
  ...sortedByShop(partOf(goldenDrafts(language))).map(
    (one): QualificationCase => ({
      ...{ id: `drafts-${one.id}`, feature: 'drafts', kind: one.kind, language },
      run: (ctx, call) => tryDraft(ctx, one, call),
    }),
  ),
  ...listed(language, 'ask', ASKED, tryAsk, ({ must }) => (must ? 'answer' : 'unknown')),
  ...listed(language, 'catchUp', TAKEN_OVER, tryCatchUp),
  ...listed(language, 'review', REVIEWED, tryReview, ({ finds }) => (finds ? 'answer' : 'unknown')),
  ...listed(language, 'rewrite', UNCHANGED, tryFix, () => 'unchanged'),
  ...listed(language, 'rewrite', CORRECTED, tryFix, () => 'corrected'),
  ...listed(language, 'words', FROM_WORDS, tryWords),
  ...listed(language, 'translate', TRANSLATED, tryTranslation),
]);

/** A digest of what a run asks and expects: a result with another one is of an earlier version. */
export const QUALIFICATION_BASIS = createHash('sha256')
  .update(
    JSON.stringify([
      ...GOLDEN_LANGUAGES.map((language) => partOf(goldenDrafts(language))),
      ...[ASKED, TAKEN_OVER, REVIEWED, UNCHANGED, CORRECTED, FROM_WORDS, TRANSLATED, shopsOf()],
      ...[QUALIFICATION_LIMITS, MODEL_FEATURES, promptsOf()],
    ]),
  )
  .digest()
  .subarray(0, 16);

function listed<Case extends { language: GoldenLanguage }>(
  language: GoldenLanguage,
  feature: ModelFeature,
  cases: readonly Case[],
  attempt: (ctx: Context, one: Case, call: TrialCall) => Promise<Trial>,
  kindOf: (one: Case) => QualificationCase['kind'] = () => 'task',
): QualificationCase[] {
  return cases
    .filter((one) => one.language === language)
    .map((one, index) => ({
      id: `${feature}-${language}-${kindOf(one)}-${index + 1}`,
      ...{ feature, language, kind: kindOf(one) },
      run: (ctx, call) => attempt(ctx, one, call),
    }));
}

function partOf(drafts: readonly DraftCase[]): DraftCase[] {
  const left = { ...DRAFTS };
  return drafts.filter(({ kind }) => {
    left[kind] -= 1;
    return left[kind] >= 0;
  });
}

function sortedByShop(drafts: readonly DraftCase[]): DraftCase[] {
  return drafts.toSorted((one, other) => one.shop.localeCompare(other.shop));
}

/** Returns the shops that a run asks about: another one in the golden set makes no result out of date. */
function shopsOf() {
  const asked = new Set<string>([
    ...GOLDEN_LANGUAGES.flatMap((language) => partOf(goldenDrafts(language)).map(({ shop }) => shop)),
    ...[...ASKED, ...TAKEN_OVER, ...REVIEWED].map(({ shop }) => shop),
  ]);
  return Object.fromEntries(Object.entries(GOLDEN_SHOPS).filter(([name]) => asked.has(name)));
}

/** Returns the fixed words of the prompts: a change of them makes results out of date. */
function promptsOf(): string[] {
  const notes = [{ title: '', text: '' }];
  return [
    fixedRules(''),
    ...[
      draftTask({ notes, from: 1, to: 1, language: 'en', words: 1 }),
      wordsTask({ words: '', language: 'en' }),
    ].map(({ text, schema }) => `${text}${JSON.stringify(schema)}`),
    catchUpTask({ language: 'en', staffNotes: [] }).text,
    askTask({ question: '', notes, language: 'en' }).text,
    reviewTask({ asked: [], answer: '', notes }).text,
    ...[editPrompt('fix', ''), translatePrompt('', 'en')],
  ];
}
