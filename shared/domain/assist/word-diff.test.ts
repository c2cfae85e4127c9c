import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges, changedShare, diffWords } from './word-diff.ts';

describe('what has changed between two texts', () => {
  it('is shown word by word', () => {
    expect(diffWords('we deliver on friday', 'We deliver on Friday.')).toEqual([
      { is: 'change', before: 'we', after: 'We' },
      { is: 'same', text: ' deliver on ' },
      { is: 'change', before: 'friday', after: 'Friday.' },
    ]);
    expect(diffWords('a b', 'a b')).toEqual([{ is: 'same', text: 'a b' }]);
    expect(diffWords('', '')).toEqual([]);
    expect(diffWords('one two three', 'uno dos three')).toEqual([
      { is: 'change', before: 'one two', after: 'uno dos' },
      { is: 'same', text: ' three' },
    ]);
  });

  it('can be taken in part', () => {
    const parts = diffWords('we deliver on friday', 'We deliver on Friday.');
    expect(applyChanges(parts, (change) => change === 1)).toBe('we deliver on Friday.');
  });

  it('gives back both texts, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (before, after) => {
        const parts = diffWords(before, after);
        expect(applyChanges(parts, () => false)).toBe(before);
        expect(applyChanges(parts, () => true)).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it('says how much of the words was changed', () => {
    expect(changedShare(diffWords('redy on friday', 'Ready on Friday.'))).toBe(0);
    expect(changedShare(diffWords('we are going home now', 'we are leaving home now'))).toBeCloseTo(0.2);
    expect(changedShare(diffWords('we are closed', 'Unfortunately nobody is here'))).toBe(1);
    expect(changedShare(diffWords('same', 'same'))).toBe(0);
  });
});
