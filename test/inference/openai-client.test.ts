import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [
  { role: 'system', content: 'You are a friendly assistant.' },
  { role: 'user', content: 'Hello! Schöne Grüße 👋' },
] as const;

describe('the openai package', () => {
  let worker: TestInference;
  let client: OpenAI;
  beforeAll(async () => {
    worker = await startInference();
    client = worker.client((await worker.key(await worker.tenant())).key);
  });
  afterAll(() => worker.stop());

  it('chats', async () => {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      max_tokens: 40,
      seed: 7,
    });
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: MODEL,
      choices: [{ index: 0, message: { role: 'assistant', refusal: null }, logprobs: null }],
    });
    expect(answer.id).toMatch(/^chatcmpl-/);
    const [choice] = answer.choices;
    expect(choice?.message.content).toMatch(/[a-z]{3}/);
    expect(['stop', 'length']).toContain(choice?.finish_reason);
    const usage = answer.usage;
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
    expect(usage?.prompt_tokens).toBeGreaterThan(60);
    expect(usage?.completion_tokens).toBeLessThanOrEqual(40);
  });

  it('returns the same text for the same seed, and another one for a different seed', async () => {
    const ask = async (seed: number) =>
      (await client.chat.completions.create({ model: MODEL, messages: [...messages], max_tokens: 24, seed }))
        .choices[0]?.message.content;
    const [first, again, other] = [await ask(1), await ask(1), await ask(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('streams with usage at the end', async () => {
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      max_tokens: 20,
      seed: 1,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    const last = chunks.at(-1);
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.completion_tokens).toBeGreaterThan(0);
    const end = chunks.at(-2)?.choices[0];
    expect(end?.delta).toEqual({});
    expect(['stop', 'length']).toContain(end?.finish_reason);
    for (const chunk of chunks.slice(0, -2)) {
      expect(chunk.choices[0]?.finish_reason).toBeNull();
      expect(chunk.usage).toBeNull();
    }
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text.length).toBeGreaterThan(0);
  });

  it('stops at max_tokens', async () => {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      max_completion_tokens: 1,
    });
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.usage?.completion_tokens).toBe(1);
  });

  it('stops at a stop sequence without returning any of it', async () => {
    const free = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      max_tokens: 60,
      seed: 3,
    });
    const text = free.choices[0]?.message.content ?? '';
    const stop = text.slice(12, 15);
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages: [...messages],
      max_tokens: 60,
      seed: 3,
      stop,
    });
    const cut = await stream.finalChatCompletion();
    expect(cut.choices[0]?.message.content).toBe(text.slice(0, text.indexOf(stop)));
    expect(cut.choices[0]?.finish_reason).toBe('stop');
  });

  it('calls a required tool, and accepts its result', async () => {
    const tools: OpenAI.ChatCompletionTool[] = [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'The weather in a city',
          parameters: {
            type: 'object',
            properties: { unit: { type: 'string', enum: ['c', 'f'] }, isExact: { type: 'boolean' } },
            required: ['unit'],
          },
        },
      },
    ];
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      tools,
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
      seed: 1,
    });
    const [choice] = answer.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(choice?.message.content).toBeNull();
    const [call] = choice?.message.tool_calls ?? [];
    if (call?.type !== 'function') throw new Error('no call');
    expect(call.function.name).toBe('get_weather');
    expect(JSON.parse(call.function.arguments)).toMatchObject({ unit: expect.stringMatching(/^[cf]$/) });

    const follow = await client.chat.completions.create({
      model: MODEL,
      messages: [
        ...messages,
        { role: 'assistant', content: null, tool_calls: choice?.message.tool_calls ?? [] },
        { role: 'tool', tool_call_id: call.id, content: '{"degrees":21}' },
      ],
      tools,
      max_tokens: 8,
    });
    expect(follow.usage?.prompt_tokens).toBeGreaterThan(answer.usage?.prompt_tokens ?? 0);
  });

  it('calls only the tools that a request allows', async () => {
    const tools = ['weather', 'time', 'news'].map((name) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', properties: {} } },
    }));
    const allowed = (name: string) => ({
      type: 'allowed_tools' as const,
      allowed_tools: { mode: 'required' as const, tools: [{ type: 'function', function: { name } }] },
    });
    for (const name of ['weather', 'time', 'news']) {
      const asked = { model: MODEL, messages: [...messages], tools, tool_choice: allowed(name), seed: 1 };
      const { choices } = await client.chat.completions.create({ ...asked, parallel_tool_calls: false });
      expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name } }]);
    }
    const unknown = { model: MODEL, messages: [...messages], tools, tool_choice: allowed('stocks') };
    await expect(client.chat.completions.create(unknown)).rejects.toMatchObject({
      ...{ status: 400, param: 'tool_choice' },
    });
  });

  it('streams a tool call in pieces that the package assembles', async () => {
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages: [...messages],
      tools: [
        { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
      ],
      tool_choice: 'required',
    });
    const answer = await stream.finalChatCompletion();
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    expect(answer.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      type: 'function',
      function: { name: 'now', arguments: '{}' },
    });
  });

  it('follows a JSON schema', async () => {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      seed: 5,
      max_tokens: 400,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'order',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              size: { enum: ['small', 'large'] },
              isPaid: { type: 'boolean' },
              note: { type: 'string', maxLength: 12 },
              items: { type: 'array', items: { $ref: '#/$defs/item' }, maxItems: 2, minItems: 1 },
            },
            required: ['size', 'isPaid', 'note', 'items'],
            additionalProperties: false,
            $defs: {
              item: { type: 'object', properties: { kind: { enum: ['a', 'b'] } }, required: ['kind'] },
            },
          },
        },
      },
    });
    const value = JSON.parse(answer.choices[0]?.message.content ?? '');
    expect(Object.keys(value)).toEqual(['size', 'isPaid', 'note', 'items']);
    expect(['small', 'large']).toContain(value.size);
    expect(value.note.length).toBeLessThanOrEqual(12);
    expect(['a', 'b']).toContain(value.items[0].kind);
  });

  it('follows a strict recursive schema with keywords that a grammar cannot express', async () => {
    const next = { anyOf: [{ $ref: '#' }, { type: 'null' }] };
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      seed: 5,
      max_tokens: 400,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'steps',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              at: { type: 'integer', minimum: 0, multipleOf: 2 },
              kind: { type: 'string', pattern: '^[a-z]+$', maxLength: 4 },
              on: { type: 'string', format: 'date' },
              next,
            },
            required: ['at', 'kind', 'on', 'next'],
            additionalProperties: false,
          },
        },
      },
    });
    let step = JSON.parse(answer.choices[0]?.message.content ?? '');
    for (; step !== null; step = step.next) {
      expect(Object.keys(step)).toEqual(['at', 'kind', 'on', 'next']);
      expect(Number.isInteger(step.at)).toBe(true);
      expect(step.on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('reports probabilities', async () => {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      max_tokens: 5,
      temperature: 0,
      logprobs: true,
      top_logprobs: 3,
    });
    const content = answer.choices[0]?.logprobs?.content ?? [];
    expect(content.map((one) => one.token).join('')).toBe(answer.choices[0]?.message.content);
    for (const one of content) {
      expect(one.top_logprobs).toHaveLength(3);
      expect(one.top_logprobs[0]?.token).toBe(one.token);
      expect(one.logprob).toBeLessThanOrEqual(0);
    }
  });

  it('lists and describes the model', async () => {
    expect((await client.models.list()).data.map((model) => model.id)).toEqual([MODEL]);
    const model = await client.models.retrieve(MODEL);
    expect(model).toMatchObject({ object: 'model', owned_by: 'switchboard' });
    expect((model as unknown as { description: string }).description).toContain('no meaning');
  });

  it('frees its slot when it is aborted', async () => {
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      ...ENDLESS,
      stream: true,
    });
    let pieces = 0;
    for await (const _ of stream) {
      pieces += 1;
      if (pieces === 5) stream.controller.abort();
    }
    const { counts } = worker.inference.scheduler;
    await expect.poll(counts, { timeout: 2_000 }).toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  it('reports each error with its status, code and parameter', async () => {
    const ask = (body: object, key?: string) => {
      const asking = key === undefined ? client : worker.client(key);
      return asking.chat.completions.create({ model: MODEL, messages: [...messages], ...body } as never);
    };
    const errorOf = async (promise: Promise<unknown>) => {
      const error = await promise.then(
        () => null,
        (thrown) => thrown,
      );
      if (!(error instanceof OpenAI.APIError)) throw new Error(`not an API error: ${error}`);
      return { status: error.status, code: error.code, param: error.param, type: error.type };
    };
    expect(await errorOf(ask({ model: 'gpt-9' }))).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(await errorOf(ask({}, 'sk-svc-wrong'))).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
      type: 'authentication_error',
    });
    expect(await errorOf(ask({ temperature: 3 }))).toMatchObject({ status: 400, param: 'temperature' });
    expect(await errorOf(ask({ n: 5 }))).toMatchObject({ status: 400, param: 'n', code: 'invalid_value' });
    expect(await errorOf(ask({ messages: [] }))).toMatchObject({ status: 400, param: 'messages' });
    const image = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.test/a' } }] },
    ];
    expect(await errorOf(ask({ messages: image }))).toMatchObject({
      status: 400,
      param: 'messages[0].content[0]',
    });
    const long = [{ role: 'user', content: 'word '.repeat(2_000) }];
    expect(await errorOf(ask({ messages: long }))).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    });
    expect(await errorOf(ask({ messages: long, stream: true }))).toMatchObject({ status: 400 });
    const schema = {
      type: 'json_schema',
      json_schema: { name: 'x', strict: true, schema: { type: 'fancy' } },
    };
    expect(await errorOf(ask({ response_format: schema }))).toMatchObject({
      status: 400,
      param: 'response_format.json_schema.schema',
    });
  });
});
