import { describe, expect, it } from 'vitest';
import { isSoak } from '../../../test/helpers/lane.ts';
import { grammarSchema } from './grammar-schema.ts';
import { createSchemaBudget, SCHEMA_LIMITS } from './schema-budget.ts';

const loose = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: false }).schema;
const strict = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: true }).schema;
/** Returns whether the engine enforces a schema, in an answer and in the description of a function. */
const enforced = (schema: unknown) => {
  const { isEnforced, isEnforcedInCalls } = grammarSchema(schema, { param: 'p', isStrict: true });
  return [isEnforced, isEnforcedInCalls];
};

describe('a schema for a grammar', () => {
  it('uses only keywords that grammars support', () => {
    expect(
      strict({
        type: 'object',
        properties: {
          a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          b: { type: ['integer', 'null'] },
        },
        required: ['a', 'b'],
        additionalProperties: false,
      }),
    ).toEqual({
      type: 'object',
      properties: {
        a: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        b: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
      },
    });
  });

  it('keeps definitions, and updates references to them', () => {
    expect(loose({ $ref: '#/definitions/n', definitions: { n: { type: 'null' } } })).toEqual({
      $ref: '#/$defs/n',
      $defs: { n: { type: 'null' } },
    });
  });

  it('enforces what a grammar can express, and leaves the rest to a check', () => {
    const cases: [object, object, boolean, boolean][] = [
      [{ type: 'integer', minimum: 1, maximum: 5 }, { enum: [1, 2, 3, 4, 5] }, true, true],
      [{ type: 'integer', minimum: 0, maximum: 20, multipleOf: 5 }, { enum: [0, 5, 10, 15, 20] }, true, true],
      [{ type: 'integer', minimum: 18 }, { type: 'integer', minimum: 18 }, true, false],
      [{ type: 'integer', multipleOf: 7 }, { type: 'integer' }, false, false],
      [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'number', minimum: 0, maximum: 1 }, true, false],
      [{ type: 'number', minimum: 0.5 }, { type: 'number', minimum: 0.5 }, false, false],
      [{ type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a+$' }, true, false],
      [{ pattern: '^a+$', maxLength: 3 }, { type: 'string', pattern: '^a+$', maxLength: 3 }, true, false],
      [{ pattern: '^(?=a)', maxLength: 3 }, { type: 'string', maxLength: 3 }, false, false],
      [{ type: 'string', format: 'email' }, { type: 'string', format: 'email' }, true, false],
      [{ type: 'string', format: 'date' }, { type: 'string', format: 'date' }, true, true],
      [{ type: 'string', format: 'color' }, { type: 'string' }, true, true],
      [
        { type: 'string', minLength: 2, maxLength: 4 },
        { type: 'string', minLength: 2, maxLength: 4 },
        true,
        true,
      ],
      [{ type: 'string', maxLength: 5_000 }, { type: 'string' }, false, false],
      [{ type: 'array', uniqueItems: true }, { type: 'array' }, false, false],
      [{ type: 'object' }, { type: 'object', properties: {}, additionalProperties: true }, true, true],
      [{ enum: ['a', 1, null] }, { enum: ['a', 1, null] }, true, true],
      [
        { enum: ['a', { b: [1] }] },
        {
          oneOf: [
            { const: 'a' },
            {
              type: 'object',
              properties: { b: { type: 'array', prefixItems: [{ const: 1 }], minItems: 1, maxItems: 1 } },
            },
          ],
        },
        true,
        true,
      ],
      [
        { type: 'array', items: [{ type: 'null' }] },
        { type: 'array', prefixItems: [{ type: 'null' }] },
        true,
        true,
      ],
      [
        { type: 'string', anyOf: [{ format: 'date' }, { maxLength: 2 }] },
        {
          oneOf: [
            { type: 'string', format: 'date' },
            { type: 'string', maxLength: 2 },
          ],
        },
        true,
        true,
      ],
    ];
    for (const [schema, converted, isEnforced, isEnforcedInCalls] of cases) {
      expect(strict(schema), JSON.stringify(schema)).toEqual(converted);
      expect(enforced(schema), JSON.stringify(schema)).toEqual([isEnforced, isEnforcedInCalls]);
    }
  });

  it.each([
    { not: { type: 'null' } },
    { if: {} },
    { patternProperties: { '^x': {} } },
    { propertyNames: { maxLength: 3 } },
    { type: 'array', contains: {} },
    { dependentRequired: { a: ['b'] } },
    { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { type: 'object', properties: {}, required: ['x'] },
  ])('accepts %j, and leaves it to a check', (schema) => {
    expect(enforced(schema)).toEqual([false, false]);
  });

  it('follows references to any part of the schema', () => {
    const address = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const given = { type: 'object', properties: { home: address, work: { $ref: '#/properties/home' } } };
    expect(strict(given)).toEqual({
      type: 'object',
      properties: {
        home: { type: 'object', properties: { city: { type: 'string' } } },
        work: { $ref: '#/$defs/home' },
      },
      $defs: { home: { type: 'object', properties: { city: { type: 'string' } } } },
    });
  });

  it('lets an optional property that leads back to its object be left out, and no other', () => {
    const given = {
      type: 'object',
      properties: { value: { type: 'integer' }, note: { type: 'string' }, next: { $ref: '#' } },
      required: ['value'],
    };
    expect(strict(given)).toMatchObject({ $defs: { root: { required: ['value', 'note'] } } });
    expect(enforced(given)).toEqual([true, false]);
    expect(strict({ ...given, required: ['value', 'next'] }).$defs).not.toHaveProperty('root.required');
  });

  it('allows a schema to refer to its own root', () => {
    const next = { anyOf: [{ $ref: '#' }, { type: 'null' }] };
    const list = {
      type: 'object',
      properties: { value: { type: 'integer' }, next },
      required: ['value', 'next'],
      $defs: { root: {} },
    };
    expect(strict(list)).toEqual({
      $ref: '#/$defs/root_',
      $defs: {
        root: {},
        root_: {
          type: 'object',
          properties: {
            value: { type: 'integer' },
            next: { oneOf: [{ $ref: '#/$defs/root_' }, { type: 'null' }] },
          },
        },
      },
    });
  });

  it('rejects dangling and circular references', () => {
    expect(() => strict({ $ref: '#/$defs/a', $defs: { b: {} } })).toThrow(
      'does not lead to any part of the schema',
    );
    expect(() => loose({ $ref: '#' })).toThrow('circular $ref');
    const [a, b] = [{ anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, { $ref: '#/$defs/a' }];
    expect(() => loose({ $ref: '#/$defs/a', $defs: { a, b } })).toThrow('refers to itself');
  });

  it('merges the parts of allOf', () => {
    const parts = [{ properties: { a: { type: 'null' } } }, { properties: { b: { type: 'null' } } }];
    expect(loose({ type: 'object', allOf: parts })).toMatchObject({ properties: { a: {}, b: {} } });
    expect(loose({ allOf: [{ type: 'string' }, { minLength: 2 }, { minLength: 3 }] })).toEqual({
      type: 'string',
      minLength: 3,
    });
    const $defs = { n: { type: 'null', description: 'none' } };
    expect(loose({ allOf: [{ $ref: '#/$defs/n' }], description: 'x', $defs })).toMatchObject({
      $ref: '#/$defs/n',
      description: 'x',
    });
    expect(enforced({ allOf: [{ type: 'string' }, { type: 'null' }] })).toEqual([false, false]);
    expect(() => loose({ type: 'fancy' })).toThrow('unknown type "fancy"');
  });

  it('rejects schemas that are nested too deeply', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 60; depth += 1) schema = { type: 'array', items: schema };
    expect(() => loose(schema)).toThrow('nested deeper than 32');
  });
});

/** Returns a schema with the given number of levels, each built from the one below it. */
function levels(count: number, level: (below: object) => object): object {
  let schema: object = { type: 'null' };
  for (let made = 0; made < count; made += 1) schema = level(schema);
  return schema;
}

describe('the work of converting a schema', () => {
  const below = (schema: object) => ({ properties: { a: schema } });

  it.each<[string, object]>([
    ['a type named three times', levels(11, (a) => ({ type: ['object', 'object', 'object'], ...below(a) }))],
    ['a type named twice', levels(15, (a) => ({ type: ['object', 'object'], ...below(a) }))],
    ['two types', levels(15, (a) => ({ type: ['object', 'array'], ...below(a), items: {} }))],
    ['nullable with definitions', levels(15, (a) => ({ nullable: true, ...below({}), $defs: { a } }))],
    ['definitions on every level', levels(15, (a) => ({ allOf: [below({})], definitions: { a } }))],
    ['nested parts', levels(15, (a) => ({ type: ['object', 'null'], allOf: [below(a)] }))],
  ])('is bounded for %s on every level', (_name, schema) => {
    const budget = createSchemaBudget();
    const startedAt = performance.now();
    try {
      grammarSchema(schema, { param: 'p', isStrict: false, budget });
    } catch (error) {
      expect(error).toMatchObject({ status: 400, param: 'p' });
    }
    expect(budget.nodes).toBeLessThanOrEqual(SCHEMA_LIMITS.nodes + 1);
    if (isSoak) expect(performance.now() - startedAt).toBeLessThan(50);
  });

  it('converts each subschema once, however types and definitions are given', () => {
    const budget = createSchemaBudget();
    const schema = levels(11, (a) => ({ type: ['object', 'object', 'object'], ...below(a) }));
    grammarSchema(schema, { param: 'p', isStrict: false, budget });
    expect(budget.nodes).toBeLessThan(30);
  });

  it.each<[string, object]>([
    ['5,000 subschemas', { prefixItems: Array.from({ length: 5_000 }, () => ({})) }],
    [
      '1,000 properties',
      { properties: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, {}])) },
    ],
    ['2,000 enum values', { anyOf: [{ enum: Array.from({ length: 2_001 }, (_, i) => i) }, {}] }],
    ['65,536 characters', { description: 'x'.repeat(65_536) }],
    ['250 definitions', { $defs: Object.fromEntries(Array.from({ length: 251 }, (_, i) => [i, {}])) }],
  ])('rejects a schema with more than %s and names the field', (what, part) => {
    const schema = { type: 'prefixItems' in part ? 'array' : 'object', ...part };
    expect(() => loose(schema)).toThrow(`The schema in 'p' has more than ${what}.`);
  });

  it('is limited for all schemas of a request together', () => {
    const budget = createSchemaBudget();
    const schema = { type: 'array', prefixItems: Array.from({ length: 4_900 }, () => ({})) };
    const convert = () => grammarSchema(schema, { param: 'p', isStrict: false, budget });
    for (let tool = 0; tool < 4; tool += 1) convert();
    expect(convert).toThrow('more than 20,000 subschemas combined');
  });

  it('accepts at most seven types, and only type names', () => {
    expect(() => loose({ type: Array(8).fill('null') })).toThrow('more than 7 entries');
    expect(() => loose({ type: [['object', 'array'], 'null'] })).toThrow('must be a type name');
  });

  it('rejects nesting that is too deep to serialize', () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(() => loose(deep)).toThrow('nested too deeply');
  });
});
