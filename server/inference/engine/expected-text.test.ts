import type { Token } from 'node-llama-cpp';
import { describe, expect, it } from 'vitest';
import { ExpectedText } from './expected-text.ts';

const tokens = (text: string) => [...text].map((letter) => letter.charCodeAt(0) as Token);
const text = (guess: readonly Token[]) => String.fromCharCode(...guess);

/** Writes a text as an engine would that checks guesses; returns the steps it took. */
function stepsFor(answer: string, expected: string): number {
  const guesses = new ExpectedText(tokens(expected));
  let rest = tokens(answer);
  let steps = 0;
  while (rest.length > 0) {
    const guess = guesses.guess(16);
    let right = 0;
    while (right < guess.length && right < rest.length - 1 && guess[right] === rest[right]) right += 1;
    guesses.note(rest.slice(0, right + 1), guess.length);
    rest = rest.slice(right + 1);
    steps += 1;
  }
  return steps;
}

describe('the guesses of an answer that repeats a text', () => {
  it('begin with the text, and grow while they are right', () => {
    const expected = new ExpectedText(tokens('abcdefghijklmnopqrstuvwxyz'));
    expect(text(expected.guess(16))).toBe('abcd');
    expected.note(tokens('abcde'), 4);
    expect(text(expected.guess(16))).toBe('fghijklm');
    expect(text(expected.guess(3))).toBe('fgh');
    expect(expected.guess(0)).toEqual([]);
  });

  it('go on after a token that was replaced, left out or added', () => {
    for (const written of ['abX', 'ab', 'abXY']) {
      const expected = new ExpectedText(tokens('abcdefghij'));
      expected.note(tokens(`${written}fg`), 0);
      expect(text(expected.guess(2)), written).toBe('hi');
    }
  });

  it('are none while the answer is about something else, and return with the text', () => {
    const expected = new ExpectedText(tokens('abcdefghij'));
    expected.note(tokens('XYZ'), 0);
    expect(expected.guess(16)).toEqual([]);
    expected.note(tokens('cd'), 0);
    expect(text(expected.guess(16))).toBe('efgh');
  });

  it('end with the text', () => {
    const expected = new ExpectedText(tokens('abc'));
    expected.note(tokens('abc'), 0);
    expect(expected.guess(16)).toEqual([]);
  });

  it('save most steps of a correction, and cost none of another text', () => {
    const sentence = 'Your bike is reddy on Friday, you can pick it up untill six in the evening.';
    const fixed = sentence.replace('reddy', 'ready').replace('untill', 'until');
    expect(stepsFor(sentence, sentence)).toBeLessThan(sentence.length / 8);
    expect(stepsFor(fixed, sentence)).toBeLessThan(sentence.length / 4);
    expect(stepsFor('0123456789', sentence)).toBe(10);
  });
});
