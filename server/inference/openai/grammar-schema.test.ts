import { describe, expect, it } from 'vitest';
import { isSoak } from '../../../test/helpers/lane.ts';
import { grammarSchema } from './grammar-schema.ts';
import { createSchemaBudget, SCHEMA_LIMITS } from './schema-budget.ts';

const loose = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: false });
const strict = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: true });

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

  it('rejects unsupported keywords in a strict schema, and ignores them otherwise', () => {
    expect(() => strict({ type: 'array', uniqueItems: true })).toThrow('"uniqueItems" is not supported');
    expect(loose({ type: 'array', uniqueItems: true })).toEqual({ type: 'array' });
  });

  it("ignores keywords that OpenAI's strict mode allows and a grammar cannot express", () => {
    const range = { minimum: 0, maximum: 9, exclusiveMinimum: -1, exclusiveMaximum: 10, multipleOf: 3 };
    expect(strict({ type: 'integer', ...range })).toEqual({ type: 'integer' });
    expect(strict({ type: 'string', pattern: '^a' })).toEqual({ type: 'string' });
    expect(strict({ type: 'string', format: 'email' })).toEqual({ type: 'string' });
    expect(strict({ type: 'string', format: 'date' })).toEqual({ type: 'string', format: 'date' });
  });

  it('allows a schema to refer to its own root', () => {
    const next = { anyOf: [{ $ref: '#' }, { type: 'null' }] };
    const list = { type: 'object', properties: { value: { type: 'integer' }, next }, $defs: { root: {} } };
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
      'does not match any entry in the root $defs',
    );
    expect(() => loose({ $ref: '#' })).toThrow('circular $ref');
    const [a, b] = [{ anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, { $ref: '#/$defs/a' }];
    expect(() => loose({ $ref: '#/$defs/a', $defs: { a, b } })).toThrow('refers to itself');
  });

  it('merges allOf parts that are objects, and rejects other parts', () => {
    const parts = [{ properties: { a: { type: 'null' } } }, { properties: { b: { type: 'null' } } }];
    expect(loose({ type: 'object', allOf: parts })).toMatchObject({ properties: { a: {}, b: {} } });
    expect(() => loose({ allOf: [{ type: 'string' }, { minLength: 2 }] })).toThrow(
      'allOf is supported for objects',
    );
    expect(() => loose({ type: 'fancy' })).toThrow('unknown type "fancy"');
    expect(() => loose({ enum: [{}] })).toThrow('const and enum');
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
    expect(() => loose({ allOf: [null] })).toThrow('allOf is supported for objects');
  });

  it('rejects nesting that is too deep to serialize', () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(() => loose(deep)).toThrow('nested too deeply');
  });
});
