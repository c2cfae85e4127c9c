import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inferenceKeyUsage,
  listInferenceKeys,
} from '../../server/features/inference/keys/inference-keys.service.ts';
import {
  changePromptLog,
  listPrompts,
  openPrompt,
} from '../../server/features/inference/prompt-log/prompt-log.service.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const look: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'look',
  description: 'Looks at a page',
  parameters: {
    type: 'object',
    properties: { page: { type: 'integer', minimum: 100, maximum: 999 } },
    required: ['page'],
    additionalProperties: false,
  },
  strict: true,
};

let worker: TestInference;
let client: OpenAI;
beforeAll(async () => {
  worker = await startInference();
  client = worker.client((await worker.key(await worker.tenant())).key);
});
afterAll(() => worker.stop());

describe('the Responses API, as the openai package calls it', () => {
  it('answers a text, and counts it like a chat', async () => {
    const scope = await worker.tenant();
    const ctx = worker.contextFor(scope);
    await changePromptLog(ctx, { keeps: true, days: 1 });
    const mine = worker.client((await worker.key(scope, { quota: 1 })).key);
    const response = await mine.responses.create({
      model: MODEL,
      instructions: 'Be brief.',
      input: 'Hello',
      max_output_tokens: 12,
      metadata: { order: '7' },
    });
    expect(response).toMatchObject({
      object: 'response',
      model: MODEL,
      error: null,
      instructions: 'Be brief.',
      metadata: { order: '7' },
      store: false,
      previous_response_id: null,
      tools: [],
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', annotations: [] }] }],
    });
    expect(response.id).toMatch(/^resp_/);
    expect(response.output_text).toMatch(/[a-z]/);
    const used = response.usage;
    expect(used?.total_tokens).toBe((used?.input_tokens ?? 0) + (used?.output_tokens ?? 0));
    await expect
      .poll(async () => (await inferenceKeyUsage(ctx, 1)).data[0])
      .toMatchObject({ calls: 1, promptTokens: used?.input_tokens, completionTokens: used?.output_tokens });
    await expect(mine.responses.create({ model: MODEL, input: 'Hello' })).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    });
    const { data } = await listPrompts(ctx, { limit: 5 });
    const kept = await openPrompt(ctx, data[0]?.id ?? '');
    expect(JSON.parse(kept.prompt)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ]);
    expect(kept.answer).toBe(response.output_text);
  });

  it('streams the events of a text in their order', async () => {
    const stream = await client.responses.create({
      model: MODEL,
      input: 'Hello',
      // Without chance: this model may also end its text by itself.
      temperature: 0,
      max_output_tokens: 2,
      stream: true,
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type !== 'response.output_text.delta')).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.incomplete',
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    const text = events
      .map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
      .join('');
    const last = events.at(-1);
    if (last?.type !== 'response.incomplete') throw new Error('no end');
    expect(last.response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ content: [{ text }], status: 'incomplete' }],
      usage: { output_tokens: 2 },
    });
  });

  it('calls functions, streamed or not, and reads their results', async () => {
    const asked = { model: MODEL, input: 'Look', tools: [look], tool_choice: 'required' as const };
    const { output, status } = await client.responses.create(asked);
    expect(status).toBe('completed');
    const [call] = output;
    if (call?.type !== 'function_call') throw new Error('no call');
    expect(JSON.parse(call.arguments).page).toBeGreaterThanOrEqual(100);
    const streamed = await client.responses
      .stream({ ...asked, tool_choice: { type: 'function', name: 'look' } })
      .finalResponse();
    const [parsed] = streamed.output;
    if (parsed?.type !== 'function_call') throw new Error('no call');
    expect(parsed).toMatchObject({ name: 'look', status: 'completed' });
    expect(JSON.parse(parsed.arguments).page).toBeLessThan(1_000);
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'look' }] };
    const two = [{ ...look, name: 'leap' }, look];
    const limited = await client.responses.create({ ...asked, tools: two, tool_choice: allowed as never });
    expect(limited.output).toContainEqual(expect.objectContaining({ type: 'function_call', name: 'look' }));
    expect(JSON.stringify(limited.output)).not.toContain('"leap"');
    const before = await client.responses.create({ ...asked, tool_choice: 'none', max_output_tokens: 4 });
    const after = await client.responses.create({
      model: MODEL,
      max_output_tokens: 4,
      tools: [look],
      tool_choice: 'none',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
        call,
        { type: 'function_call_output', call_id: call.call_id, output: 'A long page' },
      ],
    });
    expect(after.usage?.input_tokens).toBeGreaterThan((before.usage?.input_tokens ?? 0) + 20);
  });

  it('follows a JSON schema', async () => {
    const response = await client.responses.parse({
      model: MODEL,
      input: 'An order',
      text: {
        format: {
          type: 'json_schema',
          name: 'order',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              count: { type: 'integer', minimum: 1, maximum: 9 },
              code: { pattern: '^[A-Z]{3}$' },
            },
            required: ['count', 'code'],
            additionalProperties: false,
          },
        },
      },
    });
    const { count, code } = JSON.parse(response.output_text);
    expect([count >= 1 && count <= 9, /^[A-Z]{3}$/.test(code)]).toEqual([true, true]);
  });

  it('says what it does not offer', async () => {
    const ask = (body: object) => client.responses.create({ model: MODEL, input: 'Hello', ...body } as never);
    const cases: [object, string, RegExp][] = [
      [{ previous_response_id: 'resp_1' }, 'previous_response_id', /not stored here/],
      [{ tools: [{ type: 'web_search' }] }, 'tools[0]', /web_search/],
      [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input[0]', /store: false/],
      [
        { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] },
        'input[0].content[0]',
        /text only/,
      ],
      [{ background: true }, 'background', /not supported/],
      [{ input: [] }, 'input', /at least one item/],
    ];
    for (const [body, param, message] of cases) {
      const error = await ask(body).catch((thrown) => thrown);
      expect([error.status, error.param], param).toEqual([400, param]);
      expect(error.message).toMatch(message);
    }
  });

  onlyInSoak(it)(
    'reports an engine that ends in the middle, and frees the slot of a caller who leaves',
    async () => {
      const asked = {
        model: MODEL,
        input: 'Hello',
        max_output_tokens: 3_500,
        logit_bias: ENDLESS.logit_bias,
      };
      const stream = await client.responses.create({
        ...asked,
        stream: true,
      } as OpenAI.Responses.ResponseCreateParamsStreaming);
      const reading = (async () => {
        for await (const event of stream)
          if (event.type === 'response.output_text.delta') process.kill(worker.enginePid(), 'SIGKILL');
      })();
      await expect(reading).rejects.toThrow(/engine ended/i);
      const { scheduler } = worker.inference;
      await expect.poll(() => scheduler.engine.state, { timeout: 20_000 }).toBe('ready');
      const left = await client.responses.create({
        ...asked,
        stream: true,
      } as OpenAI.Responses.ResponseCreateParamsStreaming);
      for await (const event of left) if (event.type === 'response.output_text.delta') break;
      await expect.poll(() => scheduler.counts()).toEqual({ waiting: 0, running: 0, leaving: 0 });
    },
  );
});

describe('text completions, as the openai package calls them', () => {
  it('continue a text, repeat it on request, and report probabilities', async () => {
    const asked = { model: MODEL, prompt: 'Once upon', max_tokens: 6, seed: 1 };
    const plain = await client.completions.create(asked);
    expect(plain).toMatchObject({ object: 'text_completion', model: MODEL, usage: { completion_tokens: 6 } });
    expect(plain.id).toMatch(/^cmpl-/);
    // The prompt is the text alone: no template of a chat is around it.
    expect(plain.usage?.prompt_tokens).toBeLessThan(12);
    expect(plain.choices[0]).toMatchObject({ index: 0, finish_reason: 'length', logprobs: null });
    const echoed = await client.completions.create({ ...asked, echo: true, logprobs: 2 });
    expect(echoed.choices[0]?.text).toBe(`Once upon${plain.choices[0]?.text}`);
    const logprobs = echoed.choices[0]?.logprobs;
    expect(logprobs?.tokens?.join('')).toBe(plain.choices[0]?.text);
    expect(logprobs?.text_offset?.[0]).toBe('Once upon'.length);
    expect(Object.keys(logprobs?.top_logprobs?.[0] ?? {})).toHaveLength(2);
  });

  it('stream, with several prompts in one request', async () => {
    const scope = await worker.tenant();
    const mine = worker.client((await worker.key(scope)).key);
    const asked = { model: MODEL, prompt: ['One', 'Two'], max_tokens: 5, seed: 3 };
    const whole = await mine.completions.create(asked);
    const texts = ['', ''];
    let used = 0;
    const options = { stream: true, stream_options: { include_usage: true } } as const;
    for await (const chunk of await mine.completions.create({ ...asked, ...options })) {
      for (const { index, text } of chunk.choices) texts[index] += text;
      used += chunk.usage?.total_tokens ?? 0;
    }
    expect(texts).toEqual(whole.choices.map(({ text }) => text));
    expect(used).toBe(whole.usage?.total_tokens);
    const calls = async () => (await listInferenceKeys(worker.contextFor(scope))).data[0]?.calls;
    await expect.poll(calls).toBe(4);
  });

  it('stop at a stop sequence, and reuse the tokens of the prompt', async () => {
    const prompt = 'The quick brown fox jumps over the lazy dog. '.repeat(4);
    const asked = { model: MODEL, prompt, max_tokens: 60, seed: 5 };
    const free = await client.completions.create(asked);
    const text = free.choices[0]?.text ?? '';
    const cut = await client.completions.create({ ...asked, stop: text.slice(10, 13) });
    expect(cut.choices[0]).toMatchObject({
      text: text.slice(0, text.indexOf(text.slice(10, 13))),
      finish_reason: 'stop',
    });
    const details = cut.usage as unknown as { prompt_tokens_details: { cached_tokens: number } };
    expect(details.prompt_tokens_details.cached_tokens).toBe((cut.usage?.prompt_tokens ?? 0) - 1);
  });

  it('report what they cannot do', async () => {
    const ask = (body: object) =>
      client.completions.create({ model: MODEL, prompt: 'x', ...body } as never).catch((error) => error);
    expect(await ask({ prompt: [1, 2, 3] })).toMatchObject({ status: 400, param: 'prompt' });
    // It was never answered, and counted no call.
    expect(await ask({ prompt: [] })).toMatchObject({ status: 400, param: 'prompt', code: 'invalid_value' });
    // Nothing to read: the engine cannot begin.
    for (const prompt of ['', ['a', '']])
      expect(await ask({ prompt })).toMatchObject({ status: 400, param: 'prompt', code: 'invalid_value' });
    expect(await ask({ suffix: 'end' })).toMatchObject({ status: 400, param: 'suffix' });
    expect(await ask({ prompt: ['a', 'b', 'c'], n: 2 })).toMatchObject({ status: 400, param: 'n' });
    expect(await ask({ prompt: 'word '.repeat(2_000) })).toMatchObject({
      ...{ code: 'context_length_exceeded', param: 'prompt' },
      message: expect.stringContaining('The prompt has'),
    });
    expect(await ask({ model: 'gpt-9' })).toMatchObject({ status: 404 });
  });
});
