import { describe, expect, it } from 'vitest';
import { createThoughtFilter, withoutThoughts } from './thoughts.ts';

describe('an answer without thoughts', () => {
  it.each([
    ['We open at 9.', 'We open at 9.'],
    ['<think>They ask for hours.</think>\n\nWe open at 9.', 'We open at 9.'],
    ['<think>\n\n</think>\n\nWe open at 9.', 'We open at 9.'],
    ['\n<Thinking>one</Thinking>We open at 9.', 'We open at 9.'],
    ['[THINK]one[/THINK]We open at 9.', 'We open at 9.'],
    // The template began it.
    ['They ask for hours.</think>We open at 9.', 'We open at 9.'],
    ['<think>one</think><think>two</think>We open at 9.', 'We open at 9.'],
    // There was no room for its end.
    ['<think>They ask for', ''],
    ['<think>one</think><think>two', ''],
    ['2 < 3, and a <b>mark</b> stays', '2 < 3, and a <b>mark</b> stays'],
  ])('%j', (answer, text) => expect(withoutThoughts(answer)).toBe(text));

  it('is shown piece by piece, without a letter of a thought', () => {
    const shown = (answer: string, size: number) => {
      const filter = createThoughtFilter();
      const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      return pieces.map((piece) => filter(piece)).join('');
    };
    for (const size of [1, 3, 50]) {
      expect(shown('<think>Hm, hours.</think>\n\nWe open at 9.', size)).toBe('We open at 9.');
      expect(shown('<think>Hm, hours', size)).toBe('');
      expect(shown('<3 from all of us', size)).toBe('<3 from all of us');
      expect(shown('  We open at 9.', size)).toBe('  We open at 9.');
    }
  });
});
