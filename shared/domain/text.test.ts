import { describe, expect, it } from 'vitest';
import { cutText } from './text.ts';

describe('cutText', () => {
  it('keeps a text that is short enough', () => {
    expect(cutText('Olá 👍', 6)).toBe('Olá 👍');
    expect(cutText('', 0)).toBe('');
  });

  it.each([
    [5, 'Olá '],
    [4, 'Olá '],
    [3, 'Olá'],
    [0, ''],
  ])('cuts between two characters at %i', (max, expected) => {
    expect(cutText('Olá 👍!', max)).toBe(expected);
  });

  it('never leaves half a character', () => {
    for (let max = 0; max <= 12; max += 1) {
      const cut = cutText('👍👍a👍👍', max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
