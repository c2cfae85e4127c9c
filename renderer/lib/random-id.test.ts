import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomId } from './random-id.ts';

describe('randomId', () => {
  it('returns a UUID when the browser has no randomUUID, as on plain http', () => {
    const source = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    const ids = Array.from({ length: 200 }, () => randomId(source));
    for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
    expect(new Set(ids).size).toBe(200);
  });
});
