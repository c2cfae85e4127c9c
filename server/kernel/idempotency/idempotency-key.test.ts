import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, readIdempotencyKey } from './idempotency-key.ts';

describe('the header Idempotency-Key', () => {
  it('is the same key with and without quotes', () => {
    expect(readIdempotencyKey(undefined)).toBeNull();
    for (const key of ['a', 'order-17', '8e03978e-40d5-43dd-bc93-6894a57f9324', '~!#', 'x'.repeat(255)]) {
      expect(readIdempotencyKey(key)).toBe(key);
      expect(readIdempotencyKey(`"${key}"`)).toBe(key);
    }
    expect(readIdempotencyKey('"a\\"b\\\\c"')).toBe('a"b\\c');
  });

  it.each(['', '""', 'x'.repeat(256), 'two words', '"two words"', 'ümlaut', '"open', '"a"b"', 'a, b', '\t'])(
    'is rejected as %j, with an error that names the header',
    (header) => {
      expect(() => readIdempotencyKey(header)).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          details: [expect.objectContaining({ path: 'Idempotency-Key' })],
        }),
      );
    },
  );
});

describe('the fingerprint of a request', () => {
  const of = (body: unknown) => fingerprintOf('POST', '/api/v1/contacts', body).toString('hex');

  it('ignores the order of fields at any depth', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, part]) => [name, reversed(part)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(of(reversed(body))).toBe(of(body));
      }),
    );
  });

  it('changes with any other difference', () => {
    const bodies = [undefined, null, {}, [], '', '{}', { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }];
    expect(new Set(bodies.map(of)).size).toBe(bodies.length);
    expect(of({})).not.toBe(fingerprintOf('POST', '/api/v1/messages', {}).toString('hex'));
  });

  it('rejects bodies that are nested too deeply', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(() => of(deep)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
