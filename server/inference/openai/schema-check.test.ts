import { describe, expect, it } from 'vitest';
import { isSoak } from '../../../test/helpers/lane.ts';
import { problemOf } from './schema-check.ts';

const node = {
  $ref: '#/$defs/n',
  $defs: { n: { type: 'object', properties: { v: { type: 'integer' }, next: { $ref: '#/$defs/n' } } } },
};

describe('checking a value', () => {
  it.each<[object, unknown, unknown, string]>([
    [{ type: 'integer', multipleOf: 5 }, 15, 16, 'the value must be a multiple of 5'],
    [{ multipleOf: 0.1 }, 0.3, 0.35, 'the value must be a multiple of 0.1'],
    [{ minimum: 1.5, exclusiveMaximum: 2 }, 1.5, 2, 'the value must be less than 2'],
    [{ properties: { a: { maximum: 3 } } }, { a: 3 }, { a: 4 }, '/a must be at most 3'],
    [{ pattern: '^(?=a)' }, 'ab', 'b', 'must match the pattern'],
    [{ format: 'email' }, 'Ana@x.example', 'ana', 'must be of the format email'],
    [{ maxLength: 1 }, '👋', 'ab', 'at most 1 characters'],
    [{ uniqueItems: true }, [1, 2], [1, 1], 'must not have equal items'],
    [{ contains: { const: 1 } }, [0, 1], [0], 'must contain'],
    [{ items: [{ type: 'null' }], additionalItems: false }, [null], [null, 1], '/1 must not be there'],
    [{ not: { type: 'string' } }, 1, 'a', 'must not match'],
    [
      JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}'),
      { a: 1, b: 2 },
      { a: 1 },
      'the property "b"',
    ],
    [
      { patternProperties: { '^x': { type: 'null' } } },
      { x: null, y: 1 },
      { x1: 1 },
      '/x1 must be of type null',
    ],
    [{ propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }, 'the name of /ab'],
    [{ dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }, '"b" beside "a"'],
    [{ minProperties: 1 }, { a: 1 }, {}, 'at least 1 properties'],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 2, 3, 'at most 2'],
    [{ anyOf: [{ type: 'null' }, { minimum: 5 }] }, null, 3, 'none of the choices'],
    [{ type: 'string', nullable: true }, null, 1, 'must be of type string'],
    [{ enum: ['a', { b: 1 }] }, { b: 1 }, 'b', 'must be one of'],
    [node, { v: 1, next: { v: 2 } }, { v: 1, next: { v: 'x' } }, '/next/v must be of type integer'],
    [{ additionalProperties: false, properties: { a: {} } }, { a: 1 }, { b: 1 }, '/b must not be there'],
  ])('%j', (schema, good, bad, message) => {
    expect(problemOf(good, schema)).toBeNull();
    expect(problemOf(bad, schema)).toContain(message);
  });

  it('takes bounded time for many patterns of which none is too slow', () => {
    const value = `${'a'.repeat(22)}!`;
    const schema = { allOf: Array.from({ length: 2_000 }, () => ({ pattern: '^(?:(a+)+b|a*!)$' })) };
    const before = process.cpuUsage().user;
    expect(problemOf(value, schema)).toBeNull();
    // Each takes some 20 ms: together, more than half a minute in which no other answer was sent.
    expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(3_000);
  });

  it('takes bounded time for patterns and for references that multiply', () => {
    const startedAt = performance.now();
    const slow = { items: { pattern: '^(?!b)(a+)+$' } };
    expect(problemOf(Array(50).fill(`${'a'.repeat(60)}!`), slow)).toBeNull();
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    );
    problemOf(1, { $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'null' } } });
    problemOf(1, { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } });
    // Without the limits it would take years. Durations count only if the machine does nothing else.
    if (isSoak) expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
