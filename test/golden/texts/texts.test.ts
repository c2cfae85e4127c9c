import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedSummary } from '../../../server/flows/assist/catch-up.ts';
import { checkText } from '../../../server/flows/assist/check-text.ts';
import { TAKEN_OVER } from '../../../server/flows/assist/golden/conversation-cases.ts';
import { GOLDEN_LANGUAGES, type GoldenLanguage } from '../../../server/flows/assist/golden/draft-case.ts';
import { CORRECTED, TRANSLATED, UNCHANGED } from '../../../server/flows/assist/golden/text-cases.ts';
import { editPrompt, translatePrompt } from '../../../server/flows/assist/prompts/edit-prompts.ts';
import { readTakenOver, scoreCatchUp } from '../../../server/flows/assist/qualification/try-conversation.ts';
import { scoreFix, scoreTranslation } from '../../../server/flows/assist/qualification/try-text.ts';
import { DETAIL_CASES } from '../details-cases.ts';
import {
  type MoreCorrected,
  type MoreTakenOver,
  type MoreTranslated,
  readTakenOvers,
  readTexts,
} from './read-cases.ts';

const PAGE = 'docs/assist.md';
const TABLE = /(<!-- texts table -->\n)[\s\S]*?(<!-- end of texts table -->)/;
const NOW = new Date('2026-11-24T09:00:00Z');
const CASES = GOLDEN_LANGUAGES.map((language) => ({
  language,
  ...readTexts(language),
  takenOver: readTakenOvers(language),
}));
type Shown = 'refused' | 'marked' | 'clean';

/** Returns what a member would see of a text: refused, with marks, or as it is. */
const shownOf = ({ refused, findings }: ReturnType<typeof checkText>): Shown =>
  refused ? 'refused' : findings.length > 0 ? 'marked' : 'clean';

const checkFix = (given: string, text: string) =>
  checkText(text, {
    ...{ given, use: 'reply', isSameLanguage: true, language: null, now: NOW },
    prompt: editPrompt('fix', ''),
  });
const checkTranslation = ({ text: given, to }: MoreTranslated, text: string) =>
  checkText(text, { given, use: 'reply', language: to, now: NOW, prompt: translatePrompt('', to) });

/** Returns the summary of a conversation with some of its lines; the first is what the customer wants. */
function summaryOf(one: MoreTakenOver, lines: MoreTakenOver['right']) {
  const [wants = { at: 0, text: '' }, ...said] = lines.map(([at, text]) => ({ at, text }));
  return checkedSummary(readTakenOver(one).messages, { wants, said, open: [] });
}

/** Returns whether the check leaves a line of a summary out. */
function isDropped(one: MoreTakenOver): boolean {
  return summaryOf(one, [...one.right, one.wrong])?.said.length === one.right.length - 1;
}

/** One row: what becomes of the right texts and of the tempting wrong ones. */
function rowOf(feature: string, language: GoldenLanguage, right: readonly Shown[], wrong: readonly Shown[]) {
  const count = (list: readonly Shown[], is: Shown) => list.filter((one) => one === is).length;
  const cells = [right.length, count(right, 'clean'), count(right, 'marked'), count(right, 'refused')];
  const tempting = [wrong.length, count(wrong, 'refused'), count(wrong, 'marked'), count(wrong, 'clean')];
  return `| ${[feature, language, ...cells, ...tempting].join(' | ')} |`;
}

function table(): string {
  const rows = CASES.flatMap(({ language, unchanged, corrected, translated, takenOver }) => [
    rowOf(
      'Fix spelling',
      language,
      [
        ...unchanged.map(({ text }) => checkFix(text, text)),
        ...corrected.map(({ text, right }) => checkFix(text, right)),
      ].map(shownOf),
      corrected.map(({ text, wrong }) => shownOf(checkFix(text, wrong))),
    ),
    rowOf(
      'Translate a reply',
      language,
      translated.map((one) => shownOf(checkTranslation(one, one.right))),
      translated.map((one) => shownOf(checkTranslation(one, one.wrong))),
    ),
    rowOf(
      'Summaries',
      language,
      takenOver.map((one) => (summaryOf(one, one.right)?.said.length === 2 ? 'clean' : 'refused')),
      takenOver.map((one) => (isDropped(one) ? 'refused' : 'clean')),
    ),
  ]);
  return [
    '| feature | language | cases | right, shown | right, marked | right, refused | wrong ones | refused | marked | left to the model |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

/** `GOLDEN=write npx vitest run test/golden` writes the table into the page. */
describe('the golden set of texts and summaries', () => {
  if (process.env.GOLDEN === 'write') {
    const page = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      page.replace(TABLE, (_, before: string, after: string) => `${before}${table()}\n${after}`),
    );
  }
  if (process.env.GOLDEN) console.log(table());

  it('has its table in docs/assist.md (GOLDEN=write writes it)', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(table());
  });

  it('has the planned size, with the cases of a run, as many in each language', () => {
    const languages = CASES.map(({ unchanged, corrected, translated, takenOver, language }) => {
      const ofRun = <Case extends { language: string }>(cases: readonly Case[]) =>
        cases.filter((one) => one.language === language);
      return {
        unchanged: unchanged.length + ofRun(UNCHANGED).length,
        corrected: corrected.length + ofRun(CORRECTED).length,
        translated: translated.length + ofRun(TRANSLATED).length,
        takenOver: takenOver.length + ofRun(TAKEN_OVER).length,
        details: DETAIL_CASES.filter(([of]) => of === language).length,
      };
    });
    for (const one of languages) {
      expect(one).toMatchObject({ unchanged: 15, corrected: 15, translated: 30, takenOver: 15 });
      expect(one.details).toBeGreaterThanOrEqual(40);
    }
    const texts = CASES.flatMap(({ unchanged, corrected, translated }) => [
      ...[...unchanged, ...corrected, ...translated].map(({ text }) => text),
    ]);
    expect(new Set([...texts, ...UNCHANGED.map(({ text }) => text)]).size).toBe(texts.length + 10);
  });

  const unchanged = CASES.flatMap((one) => one.unchanged.map((each) => [each.text, each] as const));
  it.each(unchanged)('%s: nothing may change', (text, one) => {
    expect(shownOf(checkFix(text, text))).toBe('clean');
    expect(scoreFix(one, text)).toBe('right');
    expect(scoreFix(one, `${text} `)).toBe('wrong');
  });

  const corrected = CASES.flatMap((one) => one.corrected.map((each) => [each.text, each] as const));
  it.each(corrected)(
    '%s: its corrected text is right, and its rewritten one is not',
    (text, one: MoreCorrected) => {
      expect(checkFix(text, one.right)).toMatchObject({ refused: null });
      expect(scoreFix(one, one.right)).toBe('right');
      expect(scoreFix(one, text)).toBe('wrong');
      expect(scoreFix(one, one.wrong)).toBe('wrong');
    },
  );

  const translated = CASES.flatMap((one) => one.translated.map((each) => [each.text, each] as const));
  it.each(translated)(
    '%s: its translation is right, and one that says something else is not',
    (text, one) => {
      expect(checkTranslation(one, one.right)).toMatchObject({ refused: null });
      expect(scoreTranslation(one, one.right)).toBe('right');
      expect(scoreTranslation(one, text)).not.toBe('right');
      expect(scoreTranslation(one, one.wrong)).toBe('wrong');
    },
  );

  const takenOver = CASES.flatMap((one) => one.takenOver.map((each) => [each.customer, each] as const));
  it.each(takenOver)('the conversation with %s: right lines stand, a wrong one is no summary', (_, one) => {
    expect(summaryOf(one, one.right)?.said).toHaveLength(one.right.length - 1);
    expect(scoreCatchUp(one, summaryOf(one, one.right))).toBe('right');
    if (!isDropped(one))
      expect(scoreCatchUp(one, summaryOf(one, [...one.right, one.wrong]))).toBe('invented');
  });
});
