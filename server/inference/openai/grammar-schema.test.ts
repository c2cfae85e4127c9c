import { describe, expect, it } from 'vitest';
import { grammarSchema } from './grammar-schema.ts';

const loose = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: false });
const strict = (schema: unknown) => grammarSchema(schema, { param: 'p', isStrict: true });

describe('a schema for a grammar', () => {
  it('is said in the words that grammars have', () => {
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

  it('keeps definitions, and moves references to where they are', () => {
    expect(loose({ $ref: '#/definitions/n', definitions: { n: { type: 'null' } } })).toEqual({
      $ref: '#/$defs/n',
      $defs: { n: { type: 'null' } },
    });
  });

  it('names what a strict schema asks in vain, and passes over it otherwise', () => {
    expect(() => strict({ type: 'string', pattern: '^a' })).toThrow('"pattern" is not supported');
    expect(loose({ type: 'string', pattern: '^a' })).toEqual({ type: 'string' });
    expect(
      strict({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    ).toEqual({
      type: 'integer',
    });
  });

  it('joins parts that are all objects, and refuses what it cannot join', () => {
    const parts = [{ properties: { a: { type: 'null' } } }, { properties: { b: { type: 'null' } } }];
    expect(loose({ type: 'object', allOf: parts })).toMatchObject({ properties: { a: {}, b: {} } });
    expect(() => loose({ allOf: [{ type: 'string' }, { minLength: 2 }] })).toThrow(
      'allOf is supported for objects',
    );
    expect(() => loose({ type: 'fancy' })).toThrow('unknown type "fancy"');
    expect(() => loose({ enum: [{}] })).toThrow('const and enum');
  });

  it('ends in schemas without an end', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 60; depth += 1) schema = { type: 'array', items: schema };
    expect(() => loose(schema)).toThrow('nested deeper than 32');
  });
});
