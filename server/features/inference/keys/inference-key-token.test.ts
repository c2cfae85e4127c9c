import { describe, expect, it } from 'vitest';
import { isInferenceKey, makeInferenceKey, prefixOf } from './inference-key-token.ts';

describe('an inference key', () => {
  it('is rejected without a database query when any character is wrong', () => {
    const key = makeInferenceKey();
    expect(isInferenceKey(key)).toBe(true);
    for (let index = 0; index < key.length; index += 1) {
      const wrong = key[index] === 'a' ? 'b' : 'a';
      expect(isInferenceKey(key.slice(0, index) + wrong + key.slice(index + 1)), `position ${index}`).toBe(
        false,
      );
    }
  });

  it('is shown in lists by its first characters only', () => {
    expect(prefixOf(makeInferenceKey())).toMatch(/^sk-svc-[0-9A-Za-z]{4}$/);
  });
});
