import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorableJson, makeStorableJson } from './storable-json.ts';

const halves = fc
  .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 6 })
  .map((units) => String.fromCharCode(...units));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 40, withCrossShrink: true },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), halves, fc.string()),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(halves, fc.constantFrom('__proto__', 'a')), tie('value'), { maxKeys: 3 }),
  ),
}));

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('third-party JSON', () => {
  it('is storable after conversion; conversion does not change storable JSON', () => {
    fc.assert(
      fc.property(value, (value) => {
        const was = JSON.stringify(value);
        const couldBe = isStorableJson(value);
        expect(JSON.stringify(value), 'the check does not change the value').toBe(was);
        const made = makeStorableJson(value);
        expect(isStorableJson(made)).toBe(true);
        expect(depthOf(made)).toBeLessThan(32);
        expect(JSON.stringify(made)).not.toMatch(/\\ud[89a-f]/i);
        if (couldBe) expect(JSON.stringify(made)).toBe(was);
      }),
    );
  });

  it('may be nested deeper than the call stack allows', () => {
    for (const [open, close, core] of [
      ['[', ']', ''],
      ['{"a":', '}', '1'],
    ] as const) {
      const deep = JSON.parse(open.repeat(100_000) + core + close.repeat(100_000));
      expect(isStorableJson(deep)).toBe(false);
      expect(depthOf(makeStorableJson(deep))).toBeLessThan(32);
    }
  });

  it('keeps fields whose names are special in JavaScript', () => {
    const made = makeStorableJson(JSON.parse('{"__proto__":{"x":"\\ud800"},"constructor":"\\udc00"}'));
    expect(JSON.stringify(made)).toBe('{"__proto__":{"x":"\ufffd"},"constructor":"\ufffd"}');
  });
});
