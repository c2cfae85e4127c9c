import { describe, expect, it } from 'vitest';
import { GOLDEN_LANGUAGES, type Reached, readGolden, tryGolden, WORDINGS } from './retrieval.ts';

/**
 * The right saved reply on the golden set. The floors are a little below what was reached (docs/assist.md); a change that
 * falls under one makes the product worse.
 */
type Floors = Record<(typeof WORDINGS)[number], Partial<Reached>>;
const FLOORS: Record<(typeof GOLDEN_LANGUAGES)[number], Floors> = {
  en: {
    ordinary: {
      rightFirst: 0.94,
      rightAmongThree: 0.97,
      coverageAt80: 0.95,
      shown: 0.88,
      precision: 0.92,
      outOfScopeShown: 0.15,
    },
    unusual: { rightFirst: 0.33, rightAmongThree: 0.5, shown: 0.2, precision: 0.65, outOfScopeShown: 0.15 },
  },
  'pt-BR': {
    ordinary: {
      rightFirst: 0.94,
      rightAmongThree: 0.97,
      coverageAt80: 0.95,
      shown: 0.9,
      precision: 0.92,
      outOfScopeShown: 0.15,
    },
    unusual: { rightFirst: 0.27, rightAmongThree: 0.5, shown: 0.2, precision: 0.62, outOfScopeShown: 0.15 },
  },
};

describe.each(GOLDEN_LANGUAGES)('the right saved reply in %s', (language) => {
  const golden = readGolden(language);
  const reached = tryGolden(golden);
  const percent = (value: number) => `${Math.round(value * 100)} %`;
  for (const wording of WORDINGS) {
    const of = reached[wording];
    const cells = [
      of.rightFirst,
      of.rightAmongThree,
      of.coverageAt80,
      of.shown,
      of.precision,
      of.outOfScopeShown,
    ];
    // The row of the table in docs/assist.md.
    process.stdout.write(`| ${language} | ${wording} | ${cells.map(percent).join(' | ')} |\n`);
  }

  it('is written for at least thirty intents, with messages that no reply answers', () => {
    expect(golden.replies.length).toBeGreaterThanOrEqual(30);
    expect(golden.outOfScope).toHaveLength(40);
    for (const reply of golden.replies.keys()) {
      for (const wording of WORDINGS) {
        expect(golden.heldOut[wording].filter((one) => one.reply === reply)).toHaveLength(4);
      }
    }
    const seen = new Set(golden.history.map(({ text }) => text));
    for (const wording of WORDINGS) {
      expect(golden.heldOut[wording].filter(({ text }) => seen.has(text))).toEqual([]);
    }
  });

  it.each(WORDINGS)('is found for %s wording', (wording) => {
    const { outOfScopeShown, ...least } = FLOORS[language][wording];
    for (const [name, floor] of Object.entries(least)) {
      expect(reached[wording][name as keyof Reached], name).toBeGreaterThanOrEqual(floor);
    }
    expect(reached[wording].outOfScopeShown).toBeLessThanOrEqual(outOfScopeShown ?? 0);
  });
});
