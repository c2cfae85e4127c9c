import { describe, expect, it } from 'vitest';
import { RESULT_OUTCOMES, type ResultOutcome } from './features.ts';
import { measuresOf } from './measures.ts';

const outcomes = (given: Partial<Record<ResultOutcome, number>>) =>
  ({ ...Object.fromEntries(RESULT_OUTCOMES.map((one) => [one, 0])), ...given }) as Record<
    ResultOutcome,
    number
  >;

describe('what the counts of a feature say', () => {
  it('sets what was taken, changed and refused beside what was offered, and that beside what was possible', () => {
    const counts = outcomes({
      ...{ eligible: 200, gated: 150, shown: 50, unedited: 10, light: 5, medium: 3, heavy: 2 },
      ...{ ignored: 20, dismissed: 10 },
    });
    expect(measuresOf('replies', counts, false)).toEqual({
      ...{ offered: 50, coverage: 0.25, accepted: 0.3, edited: 0.1, dismissed: 0.2 },
      corrected: null,
    });
  });

  it('sets what was corrected beside what was sent', () => {
    expect(measuresOf('words', outcomes({ shown: 9, sent: 8, corrected: 2 }), false).corrected).toBe(0.25);
    expect(measuresOf('words', outcomes({ shown: 9 }), false).corrected).toBeNull();
  });

  it('a share that is too large is not hidden', () => {
    expect(measuresOf('replies', outcomes({ eligible: 2, shown: 3, unedited: 6 }), false)).toMatchObject({
      coverage: 1.5,
      accepted: 2,
    });
  });

  it('in test mode counts what was ready, and compares it only where people act without it', () => {
    const counts = outcomes({ eligible: 10, ready: 5, unedited: 2, heavy: 1, dismissed: 1 });
    const test = { offered: 5, coverage: 0.5, dismissed: null, corrected: null };
    expect(measuresOf('drafts', counts, true)).toEqual({ ...test, accepted: 0.4, edited: 0.2 });
    expect(measuresOf('afterHours', counts, true)).toEqual({ ...test, accepted: null, edited: null });
    expect(measuresOf('proposals', counts, true)).toMatchObject({ coverage: null, accepted: null });
  });

  it('what is only read has coverage and no acceptance, and does not lower that of what can be taken', () => {
    expect(measuresOf('ask', outcomes({ eligible: 4, read: 3 }), false)).toMatchObject({
      ...{ offered: 3, coverage: 0.75, accepted: null, edited: null, dismissed: null },
    });
    expect(
      measuresOf('translate', outcomes({ eligible: 10, read: 8, shown: 2, unedited: 1 }), false),
    ).toMatchObject({ offered: 10, coverage: 1, accepted: 0.5 });
  });

  it('says nothing where nothing was possible or offered', () => {
    expect(measuresOf('check', outcomes({}), false)).toEqual({
      ...{ offered: 0, coverage: null, accepted: null, edited: null, dismissed: null, corrected: null },
    });
  });
});
