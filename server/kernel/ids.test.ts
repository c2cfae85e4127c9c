import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeId, encodeId, encodeTenantId, newId, newKey, tryDecodeId, tryDecodeTenantId } from './ids.ts';

const key = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));

describe('ids', () => {
  it('decode to the 128 bits that were encoded', () => {
    fc.assert(
      fc.property(key, (bytes) => {
        expect(decodeId(encodeId('contact', bytes))).toEqual(bytes);
        expect(tryDecodeTenantId(encodeTenantId(bytes))).toEqual(bytes);
      }),
    );
  });

  it('have the same order as text and as bytes', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        const asText =
          encodeTenantId(a) < encodeTenantId(b) ? -1 : encodeTenantId(a) > encodeTenantId(b) ? 1 : 0;
        expect(asText).toBe(Buffer.compare(a, b));
      }),
    );
  });

  it('are unique, and later ones sort after earlier ones', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('message'));
    expect(new Set(ids).size).toBe(1_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it('decode to null when they are invalid or of another kind', () => {
    const id = encodeId('contact', newKey());
    for (const other of [
      `msg_${id.slice(3)}`,
      id.slice(3),
      `${id}0`,
      id.toUpperCase(),
      'ct_',
      '',
      `ct_8${id.slice(4)}`,
    ]) {
      expect(tryDecodeId('contact', other), other).toBeNull();
    }
  });
});
