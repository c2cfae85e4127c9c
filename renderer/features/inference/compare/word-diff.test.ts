import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPARED_WORDS_MAX, diffWords, type Piece } from './word-diff.ts';

const textOf = (pieces: readonly Piece[] = []) => pieces.map(({ text }) => text).join('');
const own = (pieces: readonly Piece[] = []) => textOf(pieces.filter(({ isShared }) => !isShared));

it('marks the words that only one of two texts has', () => {
  const diff = diffWords('We open at nine on Monday.', 'We open at ten on every Monday.');
  expect(diff?.left.filter(({ isShared }) => !isShared)).toEqual([{ text: 'nine ', isShared: false }]);
  expect(diff?.right.map(({ text, isShared }) => (isShared ? text : `[${text}]`)).join('')).toBe(
    'We open at [ten ]on [every ]Monday.',
  );
});

it('marks nothing in equal texts, and everything in texts without a common word', () => {
  expect(own(diffWords('the same', 'the same')?.left)).toBe('');
  expect(own(diffWords('one two', 'three four')?.right)).toBe('three four');
  expect(own(diffWords('', 'three')?.right)).toBe('three');
});

it('keeps both texts, and the shared words are the same in both', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '  '), { maxLength: 40 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const diff = diffWords(left, right);
      expect([textOf(diff?.left), textOf(diff?.right)]).toEqual([left, right]);
      const shared = (pieces: readonly Piece[] = []) =>
        textOf(pieces.filter(({ isShared }) => isShared))
          .split(/\s+/)
          .filter(Boolean)
          .join('');
      expect(shared(diff?.left)).toBe(shared(diff?.right));
    }),
  );
});

it('does not compare texts that are too long', () => {
  expect(diffWords('word '.repeat(COMPARED_WORDS_MAX + 1), 'word')).toBeNull();
});
