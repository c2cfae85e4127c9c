import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

describe("LangChain's client", () => {
  let worker: TestInference;
  let key: string;
  beforeAll(async () => {
    worker = await startInference();
    key = (await worker.key(await worker.tenant())).key;
  });
  afterAll(() => worker.stop());

  const modelWith = (fields: object = {}, apiKey = key) =>
    new ChatOpenAI({
      model: MODEL,
      apiKey,
      configuration: { baseURL: worker.url },
      maxRetries: 0,
      maxTokens: 20,
      ...fields,
    });
  const weather = {
    name: 'weather',
    description: 'The weather in a city',
    schema: z.object({ unit: z.enum(['c', 'f']) }),
  };
  const question = [new SystemMessage('You are friendly.'), new HumanMessage('Hello')];

  it('chats', async () => {
    const answer = await modelWith().invoke(question);
    expect(answer.text).toMatch(/[a-z]/);
    expect(answer.usage_metadata?.output_tokens).toBeGreaterThan(0);
  });

  it('streams', async () => {
    let text = '';
    let tokens = 0;
    for await (const piece of await modelWith().stream(question)) {
      text += piece.text;
      tokens += piece.usage_metadata?.output_tokens ?? 0;
    }
    expect(text).toMatch(/[a-z]/);
    expect(tokens).toBeGreaterThan(0);
  });

  it('calls tools and returns their results', async () => {
    const model = modelWith({ maxTokens: 200 });
    const answer = await model.bindTools([weather], { tool_choice: 'weather' }).invoke(question);
    const [call] = answer.tool_calls ?? [];
    expect(call).toMatchObject({ name: 'weather', args: { unit: expect.stringMatching(/^[cf]$/) } });
    const result = new ToolMessage({ content: '21', tool_call_id: call?.id ?? '' });
    const next = await modelWith({ maxTokens: 8 })
      .bindTools([weather])
      .invoke([...question, answer, result]);
    expect(next.usage_metadata?.input_tokens).toBeGreaterThan(answer.usage_metadata?.input_tokens ?? 0);
  });

  it('follows a JSON schema', async () => {
    const schema = z.object({ size: z.enum(['small', 'large']), isPaid: z.boolean() });
    const model = modelWith({ maxTokens: 200 }).withStructuredOutput(schema, { method: 'jsonSchema' });
    expect(schema.safeParse(await model.invoke(question)).success).toBe(true);
  });

  it('works with the Responses API, set up as n8n does it', async () => {
    const options = {
      useResponsesApi: true,
      supportsStrictToolCalling: false,
      timeout: 60_000,
      modelKwargs: {},
    };
    const model = modelWith({ ...options, maxTokens: 200 });
    const answer = await model.invoke(question);
    expect(answer.text).toMatch(/[a-z]/);
    expect(answer.usage_metadata?.output_tokens).toBeGreaterThan(0);
    let text = '';
    for await (const piece of await modelWith(options).stream(question)) text += piece.text;
    expect(text).toMatch(/[a-z]/);
    const called = await model.bindTools([weather], { tool_choice: 'weather' }).invoke(question);
    const [call] = called.tool_calls ?? [];
    expect(call).toMatchObject({ name: 'weather', args: { unit: expect.stringMatching(/^[cf]$/) } });
    const result = new ToolMessage({ content: '21', tool_call_id: call?.id ?? '' });
    const next = await modelWith({ ...options, maxTokens: 8 })
      .bindTools([weather])
      .invoke([...question, called, result]);
    expect(next.usage_metadata?.input_tokens).toBeGreaterThan(called.usage_metadata?.input_tokens ?? 0);
    await expect(modelWith({ ...options, model: 'gpt-9' }).invoke(question)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('aborts', async () => {
    const abort = new AbortController();
    const reading = (async () => {
      const stream = await modelWith({ maxTokens: 3_000 }).stream(question, { signal: abort.signal });
      for await (const _ of stream) abort.abort();
    })();
    await expect(reading).rejects.toThrow();
    const { counts } = worker.inference.scheduler;
    await expect.poll(counts, { timeout: 2_000 }).toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  it('reports each error with its status', async () => {
    const ask = (model: ChatOpenAI, text = 'Hello') => model.invoke([new HumanMessage(text)]);
    await expect(ask(modelWith({}, 'sk-svc-wrong'))).rejects.toMatchObject({ status: 401 });
    await expect(ask(modelWith({ model: 'gpt-9' }))).rejects.toMatchObject({ status: 404 });
    await expect(ask(modelWith(), 'word '.repeat(2_000))).rejects.toMatchObject({ status: 400 });
  });
});
