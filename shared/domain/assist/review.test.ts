import { expect, it } from 'vitest';
import { isReviewerTrusted } from './review.ts';

it('a model is trusted until a fifth of what it found was wrong, of ten or more', () => {
  expect(isReviewerTrusted({ right: 0, wrong: 9 })).toBe(true);
  expect(isReviewerTrusted({ right: 7, wrong: 3 })).toBe(false);
  expect(isReviewerTrusted({ right: 8, wrong: 2 })).toBe(true);
  expect(isReviewerTrusted({ right: 79, wrong: 21 })).toBe(false);
});
