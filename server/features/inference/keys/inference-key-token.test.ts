import { describe, expect, it } from 'vitest';
import { isInferenceKey, makeInferenceKey, prefixOf } from './inference-key-token.ts';

describe("a key of the model's endpoint", () => {
  it('is recognised as mistyped without a database, whichever character is wrong', () => {
    const key = makeInferenceKey();
    expect(isInferenceKey(key)).toBe(true);
    for (let index = 0; index < key.length; index += 1) {
      const wrong = key[index] === 'a' ? 'b' : 'a';
      expect(isInferenceKey(key.slice(0, index) + wrong + key.slice(index + 1)), `position ${index}`).toBe(
        false,
      );
    }
  });

  it('shows no more of itself than its beginning', () => {
    expect(prefixOf(makeInferenceKey())).toMatch(/^sk-svc-[0-9A-Za-z]{4}$/);
  });
});
