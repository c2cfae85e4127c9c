import { describe, expect, it } from 'vitest';
import { newTenantId } from '../../kernel/ids.ts';
import { makeApiKey, parseApiKey } from './api-key-token.ts';

describe('an API key', () => {
  const tenantId = newTenantId();

  it('contains its tenant', () => {
    expect(parseApiKey(makeApiKey(tenantId))).toEqual({ tenantId });
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 500 }, () => makeApiKey(tenantId))).size).toBe(500);
  });

  it('is rejected without a database query when any character is wrong', () => {
    const key = makeApiKey(tenantId);
    for (let index = 0; index < key.length; index += 1) {
      const wrong = key[index] === 'a' ? 'b' : 'a';
      expect(parseApiKey(key.slice(0, index) + wrong + key.slice(index + 1)), `position ${index}`).toBeNull();
    }
    expect(parseApiKey(key.slice(0, -1))).toBeNull();
    expect(parseApiKey('')).toBeNull();
  });
});
