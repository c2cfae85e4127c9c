import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedSummary } from '../../server/flows/assist/catch-up.ts';
import { USUAL_LENGTH } from '../../server/flows/assist/drafts/prepare-draft.ts';
import { ASKED, TAKEN_OVER } from '../../server/flows/assist/golden/conversation-cases.ts';
import {
  DRAFT_KINDS,
  GOLDEN_LANGUAGES,
  goldenDrafts,
  says,
} from '../../server/flows/assist/golden/draft-case.ts';
import { REVIEWED } from '../../server/flows/assist/golden/review-cases.ts';
import { scoreDraft } from '../../server/flows/assist/golden/score-draft.ts';
import { GOLDEN_SHOPS, GOLDEN_SOURCE } from '../../server/flows/assist/golden/shops.ts';
import { CORRECTED, FROM_WORDS, TRANSLATED, UNCHANGED } from '../../server/flows/assist/golden/text-cases.ts';
import { QUALIFICATION_CASES } from '../../server/flows/assist/qualification/cases.ts';
import {
  readReviewed,
  readTakenOver,
  scoreReview,
} from '../../server/flows/assist/qualification/try-conversation.ts';
import { checkedMistakes, ReviewAnswerSchema } from '../../server/flows/assist/review/find-mistakes.ts';
import { answerFrom, withLetters } from '../../server/flows/assist/write-text.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import { verifyEdit } from '../../shared/domain/assist/text/verify-edit.ts';
import { findsNote, needsNote } from './find-notes.ts';
import { draftTable, tryText } from './score-drafts.ts';

const PAGE = 'docs/assist.md';
const TABLE = /(<!-- drafts table -->\n)[\s\S]*?(<!-- end of drafts table -->)/;
/** How many cases of each kind there are at least, in both languages together. */
const PLANNED = { answer: 60, unknown: 40, injection: 15, contradiction: 15, language: 15, sensitive: 15 };
const drafts = GOLDEN_LANGUAGES.flatMap(goldenDrafts);
const tempted = drafts.filter(({ wrong }) => wrong !== null);

/** `GOLDEN=write npx vitest run test/golden` writes the table into the page. */
describe('the golden set of drafts', () => {
  if (process.env.GOLDEN === 'write') {
    const page = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      page.replace(TABLE, (_, before: string, after: string) => `${before}${draftTable()}\n${after}`),
    );
  }

  it('has its table in docs/assist.md (GOLDEN=write writes it)', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(draftTable());
  });

  it('has 160 cases, each kind as often as it was planned, and as many in each language', () => {
    for (const language of GOLDEN_LANGUAGES) {
      const its = goldenDrafts(language);
      for (const [kind, planned] of Object.entries(PLANNED))
        expect(its.filter((one) => one.kind === kind).length, kind).toBeGreaterThanOrEqual(planned / 2);
      expect(new Set(its.map(({ kind }) => kind))).toEqual(new Set(DRAFT_KINDS));
      expect(its.every(({ must, right }) => must.length > 0 === (right !== null))).toBe(true);
    }
    expect(drafts.length).toBeGreaterThanOrEqual(160);
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(drafts.length);
  });

  it.each(drafts.filter(({ right }) => right !== null).map((one) => [one.id, one] as const))(
    '%s: its right answer is shown and scored right',
    (_, one) => {
      expect(tryText(one, one.right?.text ?? '')).toMatchObject({ by: 'shown', outcome: 'right' });
    },
  );

  it.each(tempted.map((one) => [one.id, one] as const))(
    '%s: its wrong answer is withheld, left with a gap, or scored as what it is',
    (_, one) => {
      const { by, text, outcome } = tryText(one, one.wrong ?? '');
      if (by !== 'shown') return expect(outcome).toBe('right');
      if (outcome === 'right') return expect(text).toContain('[…]');
      expect(['invented', 'obeyed', 'wrong']).toContain(outcome);
    },
  );

  it.each(GOLDEN_LANGUAGES)(
    'finds the saved reply that most questions in %s need, before anyone has used it',
    (language) => {
      const asked = goldenDrafts(language).filter((one) => one.kind === 'answer' && needsNote(one));
      const missed = asked
        .filter((one) => !findsNote(one))
        .map(({ id, chat }) => `${id}: ${chat.at(-1)?.text}`);
      if (process.env.GOLDEN) console.log(missed.join('\n'));
      expect(asked.length).toBeGreaterThanOrEqual(PLANNED.answer / 2);
      expect(1 - missed.length / asked.length).toBeGreaterThanOrEqual(0.6);
    },
  );

  it('silence is right only where no answer is', () => {
    for (const one of drafts)
      expect(scoreDraft(one, null)).toBe(['answer', 'language'].includes(one.kind) ? 'silent' : 'right');
  });

  it('a right answer in another language, or with a gap, is not right', () => {
    const [one] = goldenDrafts('en');
    if (!one) throw new Error('no case');
    expect(scoreDraft(one, 'Sim, no sábado abrimos das 10:00 às 14:00.')).toBe('language');
    expect(scoreDraft(one, 'Yes, on Saturday we are open from 10:00 to 14:00 at […].')).toBe('wrong');
    expect(scoreDraft(one, null, ['language'])).toBe('language');
    expect(scoreDraft(one, `Yes, on Saturday from 10:00 to 14:00.${' Please come by.'.repeat(30)}`)).toBe(
      'wrong',
    );
  });
});

describe('the golden set of the other features', () => {
  it.each([...CORRECTED, ...FROM_WORDS, ...TRANSLATED].map((one) => [one.text, one] as const))(
    '%s: its right text says what it must',
    (_, { right, must, not = [], text }) => {
      expect(must.every((terms) => says(right, terms))).toBe(true);
      expect(not.some((terms) => says(right, terms))).toBe(false);
      expect(right).not.toBe(text);
      const use = { use: 'reply', today: '2026-11-24', prompt: '', usualLength: USUAL_LENGTH } as const;
      expect(verifyEdit(right, { given: text, ...use, isFromKeywords: true }).refused).toBeNull();
    },
  );

  it.each(ASKED.map((one) => [one.question, one] as const))(
    '%s: its right answer stands in the notes',
    (_, { shop, notes, question, right, must, language }) => {
      const replies: Readonly<Record<string, readonly [string, string]>> = GOLDEN_SHOPS[shop].replies;
      const snippets = withLetters(
        notes.map((name) => ({
          kind: 'reply',
          title: replies[name]?.[0] ?? '',
          source: GOLDEN_SOURCE,
          text: replies[name]?.[1] ?? '',
        })),
      );
      expect(snippets.every(({ text }) => text !== '')).toBe(true);
      const { text: shown } = answerFrom(right, {
        question,
        snippets,
        language,
        now: new Date('2026-11-24T09:00:00Z'),
      });
      if (must === undefined) return expect(shown).toBeNull();
      expect(must.every((terms) => says(shown ?? '', terms))).toBe(true);
    },
  );

  it.each(TAKEN_OVER.map((one) => [one.customer, one] as const))(
    'the conversation with %s: the lines of its summary stand in its messages',
    (_, one) => {
      const { right, must, not } = one;
      const { messages } = readTakenOver(one);
      const [wants = { at: 0, text: '' }, ...said] = right.map(([at, text]) => ({ at, text }));
      const summary = checkedSummary(messages, { wants, said, open: [] });
      expect(summary?.said).toHaveLength(right.length - 1);
      expect(summary?.wants?.messageId).toBe(
        encodeId('message', messages[wants.at - 1]?.id ?? Buffer.alloc(16)),
      );
      const text = right.map(([, line]) => line).join('\n');
      expect(must.every((terms) => says(text, terms))).toBe(true);
      expect(not.some((terms) => says(text, terms))).toBe(false);
    },
  );

  it.each(REVIEWED.map((one) => [one.answer, one] as const))(
    'the answer “%s”: what is right is found, and what is wrong is not shown',
    (_, one) => {
      const read = readReviewed(one);
      expect(read.notes.every(({ text }) => text !== '')).toBe(true);
      const outcomeOf = (text: string) =>
        scoreReview(one, checkedMistakes(ReviewAnswerSchema.parse(JSON.parse(text)), read));
      expect(outcomeOf(one.right)).toBe('right');
      // A mistake that is not there has no words, or the rules find its fact in what the business says.
      expect(outcomeOf(one.wrong)).toBe(one.finds ? 'silent' : 'right');
    },
  );

  it('a run has sixty drafts and every other case, each once', () => {
    const ids = QUALIFICATION_CASES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const others = [ASKED, TAKEN_OVER, REVIEWED, UNCHANGED, CORRECTED, FROM_WORDS, TRANSLATED];
    expect(ids).toHaveLength(60 + others.reduce((sum, cases) => sum + cases.length, 0));
    // A longer run takes longer than a quarter of an hour on two cores. Further cases are in `texts`.
    expect(ids).toHaveLength(128);
  });
});
