import { describe, expect, it } from 'vitest';
import { changeOf, editDistance } from './edit-distance.ts';

describe('how much of a suggestion was changed', () => {
  it.each([
    ['Your order left today.', 'Your  order left\ntoday.', 'unedited'],
    ['Your order left today.', 'Your order left today!', 'light'],
    ['Your order left today.', 'Hi Ana, your order left today.', 'medium'],
    ['Your order left today.', 'Sorry, we are closed on Sundays.', 'heavy'],
    ['', '', 'unedited'],
    ['', 'Hello', 'heavy'],
  ])('%j → %j: %s', (suggested, sent, expected) => {
    expect(changeOf(editDistance(suggested, sent))).toBe(expected);
  });

  it('is the same in both directions, and between 0 and 1', () => {
    expect(editDistance('kitten', 'sitting')).toBeCloseTo(3 / 7);
    expect(editDistance('sitting', 'kitten')).toBeCloseTo(3 / 7);
    expect(editDistance('abc', 'xyz')).toBe(1);
  });
});
