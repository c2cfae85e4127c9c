import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inferenceKeyUsage } from '../../server/features/inference/keys/inference-keys.service.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [{ role: 'user' as const, content: 'An order' }];

/** The model writes random text, so what an answer follows is what was enforced. */
describe('JSON schemas as clients send them', () => {
  let worker: TestInference;
  let client: OpenAI;
  beforeAll(async () => {
    worker = await startInference();
    client = worker.client((await worker.key(await worker.tenant())).key);
  });
  afterAll(() => worker.stop());

  const ask = (schema: object, more: object = {}) =>
    client.chat.completions.create({
      model: MODEL,
      messages,
      max_tokens: 1_200,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'x', strict: true, schema: schema as Record<string, unknown> },
      },
      ...more,
    }) as Promise<OpenAI.ChatCompletion>;
  const jsonOf = (answer: OpenAI.ChatCompletion) => JSON.parse(answer.choices[0]?.message.content ?? '');

  it('are enforced during generation: limits, patterns, lengths, formats, enums and choices', async () => {
    const order = z.object({
      quantity: z.int().min(1).max(5),
      price: z.number().min(0).max(100),
      year: z.int().min(1990),
      code: z.string().regex(/^[A-Z]{2}-\d{3}$/),
      note: z.string().min(2).max(6),
      email: z.string().meta({ format: 'email' }),
      id: z.uuid(),
      on: z.iso.date(),
      level: z.union([z.literal('low'), z.literal(2), z.null(), z.literal(true)]),
      items: z
        .array(z.object({ kind: z.enum(['a', 'b']) }))
        .min(1)
        .max(2),
      extra: z.record(z.string(), z.boolean()).optional(),
    });
    const { $schema: _schema, ...schema } = z.toJSONSchema(order);
    // Free texts as names of properties have no end, and the model never stops on its own.
    const { extra: _extra, ...properties } = schema.properties ?? {};
    const good = await Promise.all(
      [1, 2, 3].map(async (seed) => jsonOf(await ask({ ...schema, properties }, { seed }))),
    );
    for (const value of good) expect(order.parse(value)).toEqual(value);
  });

  it('can be recursive, with properties that may be left out', async () => {
    const schema = {
      type: 'object',
      properties: {
        value: { type: 'integer', minimum: 0, maximum: 9 },
        next: { $ref: '#' },
      },
      required: ['value'],
      additionalProperties: false,
    };
    const depths = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (seed) => {
        let depth = 0;
        for (let node = jsonOf(await ask(schema, { seed })); node !== undefined; node = node.next) {
          expect(node.value).toBeLessThan(10);
          depth += 1;
        }
        return depth;
      }),
    );
    expect(Math.max(...depths)).toBeGreaterThan(1);
  });

  it('are checked afterwards where a grammar cannot enforce them, and the answer is generated once more', async () => {
    const plain = { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 1 };
    const checked = { ...plain, not: { const: ['a'] } };
    const scope = await worker.tenant();
    client = worker.client((await worker.key(scope)).key);
    const outcomes = { same: 0, again: 0 };
    let tokens = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const before = await ask(plain, { seed, temperature: 2 });
      const after = await ask(checked, { seed, temperature: 2 });
      const isAgain = jsonOf(before)[0] === 'a';
      const [one, two] = [before.usage?.prompt_tokens ?? 0, after.usage?.prompt_tokens ?? 0];
      tokens += one + two;
      if (isAgain) expect(two).toBeGreaterThan(2 * one);
      else expect([two, jsonOf(after)]).toEqual([one, ['b']]);
      outcomes[isAgain ? 'again' : 'same'] += 1;
    }
    expect(Math.min(outcomes.same, outcomes.again)).toBeGreaterThan(0);
    // Both attempts count as one call, with the tokens of both.
    await expect
      .poll(async () => (await inferenceKeyUsage(worker.contextFor(scope), 1)).data[0])
      .toMatchObject({ calls: 20, promptTokens: tokens });
  });

  it('are checked in streams too, which then send the text at the end', async () => {
    const schema = {
      type: 'array',
      items: { enum: ['a', 'b'] },
      minItems: 3,
      maxItems: 3,
      uniqueItems: true,
    };
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages,
      seed: 1,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    });
    const answer = await stream.finalChatCompletion();
    // Three of two values are never unique: the second answer is sent as it is, once.
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toHaveLength(3);
  });

  it('can be combined with tools: the answer is a call, or follows the schema', async () => {
    const tools: OpenAI.ChatCompletionTool[] = [
      {
        type: 'function',
        function: {
          name: 'look',
          parameters: { type: 'object', properties: { page: { type: 'integer', minimum: 100 } } },
        },
      },
    ];
    const schema = { type: 'object', properties: { size: { enum: ['s', 'm'] } }, required: ['size'] };
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12 && seen.size < 2; seed += 1) {
      const { choices } = await ask(schema, { seed, tools, temperature: 2 });
      const [choice] = choices;
      const [call] = choice?.message.tool_calls ?? [];
      if (call?.type === 'function') {
        expect(choice?.finish_reason).toBe('tool_calls');
        expect(JSON.parse(call.function.arguments).page).toBeGreaterThanOrEqual(100);
      } else {
        expect(choice?.finish_reason).toBe('stop');
        expect(['s', 'm']).toContain(JSON.parse(choice?.message.content ?? '').size);
      }
      seen.add(call ? 'call' : 'answer');
    }
    expect([...seen].sort()).toEqual(['answer', 'call']);
  });

  it('of required tools are enforced, and several calls are one answer', async () => {
    const tool = (name: string): OpenAI.ChatCompletionTool => ({
      type: 'function',
      function: {
        name,
        parameters: { type: 'object', properties: { code: { type: 'string', pattern: '^[0-9]{4}$' } } },
      },
    });
    const counts = new Set<number>();
    for (let seed = 1; seed <= 12 && counts.size < 2; seed += 1) {
      const { choices } = await client.chat.completions.create({
        model: MODEL,
        messages,
        seed,
        max_tokens: 1_500,
        tools: [tool('one'), tool('two')],
        tool_choice: 'required',
      });
      const calls = choices[0]?.message.tool_calls ?? [];
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
      for (const call of calls) {
        if (call.type !== 'function') throw new Error('not a function');
        expect(['one', 'two']).toContain(call.function.name);
        expect(JSON.parse(call.function.arguments).code).toMatch(/^[0-9]{4}$/);
      }
      counts.add(Math.min(2, calls.length));
    }
    expect(counts.has(2)).toBe(true);
    const single = await client.chat.completions.create({
      model: MODEL,
      messages,
      tools: [tool('one'), tool('two')],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    expect(single.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  it('never fail because of a keyword', async () => {
    const schemas = [
      { type: 'object', patternProperties: { '^x': { type: 'null' } }, maxProperties: 0 },
      { allOf: [{ type: 'string' }, { maxLength: 3 }] },
      { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
      { enum: ['a', 1, null, { b: [true] }] },
      { type: 'string', pattern: '^(?!x)', maxLength: 4 },
      { type: 'array', contains: { const: 1 }, items: { enum: [1, 2] }, maxItems: 3 },
      { oneOf: [{ type: 'null' }, { type: 'boolean' }], if: { type: 'null' } },
    ];
    for (const schema of schemas) {
      const { choices } = await ask(schema, { max_tokens: 100 });
      expect(choices[0]?.message.content, JSON.stringify(schema)).not.toBe('');
    }
  });
});
