import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { beforeAll, describe, expect, it } from 'vitest';
import { integerRule, numberRule } from './number-rule.ts';
import { patternOfFormat, patternRule } from './pattern-rule.ts';
import { schemaGrammar } from './schema-grammar.ts';

/** Compiles a grammar; returns whether a text follows it, by the engine's own parser. */
let compile: (grammar: string) => Promise<(text: string) => boolean>;
beforeAll(async () => {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled });
  compile = async (grammar) => {
    const compiled = (await llama.createGrammar({ grammar })) as unknown as Tested;
    return (text) => compiled._testText(text);
  };
}, 60_000);
interface Tested {
  _testText(text: string): boolean;
}
const root = (rule: string | { rule: string } | null) => {
  if (rule === null) throw new Error('no rule');
  return `root ::= ${typeof rule === 'string' ? rule : rule.rule}`;
};

describe('rules of numbers', () => {
  it.each([
    [0, 9],
    [1, 5],
    [18, 130],
    [-7, 12],
    [-250, -98],
    [995, 2_004],
    [100, 999],
  ])('allow exactly the integers from %i to %i', async (minimum, maximum) => {
    const follows = await compile(root(integerRule({ minimum, maximum })));
    for (let value = minimum - 30; value <= maximum + 30; value += 1)
      expect([value, follows(String(value))]).toEqual([value, value >= minimum && value <= maximum]);
  });

  it('understand exclusive limits, and one limit alone', async () => {
    const isAbove = await compile(root(integerRule({ exclusiveMinimum: 17 })));
    expect([17, 18, 123_456].map((value) => isAbove(String(value)))).toEqual([false, true, true]);
    const isBelow = await compile(root(integerRule({ exclusiveMaximum: 0 })));
    expect([-12, -1, 0].map((value) => isBelow(String(value)))).toEqual([true, true, false]);
    expect(integerRule({ minimum: 2, maximum: 1 })).toBeNull();
  });

  it.each<[object, string[], string[]]>([
    [{ minimum: 0, maximum: 1 }, ['0', '0.5', '1', '1.0'], ['1.1', '-0.1', '2']],
    [{ exclusiveMinimum: 0 }, ['0.01', '1', '9.5'], ['0', '-1', '0.0']],
    [{ minimum: -2, maximum: 3 }, ['-2', '-1.9', '0', '2.99', '3'], ['-2.1', '3.1', '-3']],
    [{ minimum: -5, exclusiveMaximum: -1 }, ['-5', '-1.5'], ['-0.5', '-5.1', '1']],
  ])('allow decimals within %j', async (limits, good, bad) => {
    const found = numberRule(limits);
    const follows = await compile(root(found?.rule ?? null));
    for (const text of good) expect([text, follows(text)]).toEqual([text, true]);
    for (const text of bad) if (found?.isExact) expect([text, follows(text)]).toEqual([text, false]);
  });

  it('say when a limit has decimals, which a grammar only approximates', () => {
    expect(numberRule({ minimum: 0.5, maximum: 1 })?.isExact).toBe(false);
    expect(numberRule({ minimum: 0, maximum: 1 })?.isExact).toBe(true);
  });
});

describe('rules of patterns', () => {
  it.each<[string, string[], string[]]>([
    ['^[a-z]+$', ['a', 'abc'], ['', 'A', 'a1']],
    ['^\\d{3}-\\d{2,4}$', ['123-45', '123-4567'], ['12-45', '123-4', '123-45678']],
    ['^(foo|ba[rz])?$', ['', 'foo', 'bar', 'baz'], ['ba', 'foobar']],
    ['^\\+?[1-9]\\d{1,14}$', ['+15550100', '49'], ['+0', '+']],
    ['^#(?:[0-9a-fA-F]{3}){1,2}$', ['#fff', '#A0b1C2'], ['#ff', 'fff']],
    ['foo', ['foo', 'a foo b'], ['fo']],
    ['^a|b$', ['ax', 'xb'], ['xa']],
    ['^"\\\\$', ['\\"\\\\'], ['"\\']],
    ['^[^,]*,[\\s\\S]$', ['ab,x', ',,'], ['ab']],
    ['^[\\w.-]{2,}$', ['a.', 'x-y_z'], ['a', 'a b']],
    ['^(?<year>\\d{4})/\\u0041$', ['2024/A'], ['2024/B']],
  ])('allow what %s matches', async (pattern, good, bad) => {
    const follows = await compile(root(patternRule(pattern)));
    for (const text of good) {
      expect([text, follows(text)]).toEqual([text, true]);
      expect(JSON.parse(`"${text}"`)).toMatch(new RegExp(pattern));
    }
    for (const text of bad) expect([text, follows(text)]).toEqual([text, false]);
  });

  it('combine with lengths for a repeated character', async () => {
    const follows = await compile(root(patternRule('^[a-z]+$', { minLength: 2, maxLength: 3 })));
    expect(['a', 'ab', 'abc', 'abcd'].map((text) => follows(text))).toEqual([false, true, true, false]);
    expect(patternRule('^(ab)+$', { maxLength: 3 })).toBeNull();
  });

  it.each([
    '^(?=a)',
    '(a)\\1',
    '\\bword\\b',
    'a^b',
    '^(a{1000}){9}$',
    '(',
    '[z-a]',
    '\\p{L}',
    'x'.repeat(501),
    '^(a*)*$',
    '^(a?){9}$',
    '^(|a)+$',
    '^(a{1,20}){1,20}$',
  ])('do not exist for %s', (pattern) => expect(patternRule(pattern)).toBeNull());

  it.each<[string, string]>([
    ['date', '2024-02-28'],
    ['date-time', '2024-02-28T23:59:59.5+01:00'],
    ['time', '12:00:00Z'],
    ['email', 'ana.souza@example.com'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['ipv4', '192.168.0.255'],
    ['uri', 'https://www.example.com/a/b_c'],
    ['hostname', 'crm.example.com'],
  ])('allow the format %s', async (format, text) => {
    const follows = await compile(root(patternRule(patternOfFormat(format) ?? '(')));
    expect(follows(text)).toBe(true);
    expect(follows(`${text} `)).toBe(false);
  });
});

describe('the grammar of a schema', () => {
  it.each<[object, unknown[], unknown[]]>([
    [{}, [1, 'a', null, [1, { a: [] }], { a: 'b' }], []],
    [{ enum: ['a', 1, null, true] }, ['a', 1, null, true], ['b', 2]],
    [{ type: 'integer', minimum: 3, maximum: 200 }, [3, 200], [2, 201, 4.5]],
    [{ type: 'string', pattern: '^[ab]+$' }, ['ab'], ['c', '']],
    [{ type: 'string', format: 'uuid' }, ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'], ['x']],
    [{ type: 'string', minLength: 1, maxLength: 2 }, ['é', '"\\'], ['', 'abc']],
    [{ type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 2 }, [[null], [null, null]], [[], [1]]],
    [{ type: 'array', items: { type: 'null' } }, [[], [null, null, null]], [[1]]],
    [{ type: 'array', prefixItems: [{ const: 1 }, { type: 'boolean' }] }, [[1, true]], [[1], [true, 1]]],
    [{ type: 'array', maxItems: 0 }, [[]], [[1]]],
    [{ type: 'object', properties: {} }, [{}], [{ a: 1 }]],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, [{}, { a: 1, b: 2 }], [{ a: 'x' }]],
    [
      { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: { type: 'integer' } },
      [{ a: null }, { a: null, b: 2 }],
      [{}, { a: 1 }],
    ],
    [
      {
        $ref: '#/$defs/n',
        $defs: {
          n: {
            type: 'object',
            properties: { v: { type: 'integer' }, next: { $ref: '#/$defs/n' } },
            required: ['v'],
          },
        },
      },
      [{ v: 1 }, { v: 1, next: { v: 2, next: { v: 3 } } }],
      [{}, { v: 1, next: {} }],
    ],
    [
      {
        type: 'object',
        properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
        required: [],
      },
      [{}, { a: 1 }, { b: 2 }, { a: 1, c: 3 }, { a: 1, b: 2, c: 3 }],
      [{ a: 2 }],
    ],
  ])('%j', async (schema, good, bad) => {
    const follows = await compile(schemaGrammar(schema as never));
    for (const value of good) {
      expect([value, follows(JSON.stringify(value))]).toEqual([value, true]);
      expect(follows(JSON.stringify(value, null, 2))).toBe(true);
    }
    for (const value of bad) expect([value, follows(JSON.stringify(value))]).toEqual([value, false]);
  });
});
