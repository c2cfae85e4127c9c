import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateObject, generateText, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

describe("the Vercel AI SDK's openai-compatible provider", () => {
  let worker: TestInference;
  let key: string;
  beforeAll(async () => {
    worker = await startInference();
    key = (await worker.key(await worker.tenant())).key;
  });
  afterAll(() => worker.stop());

  const modelWith = (apiKey: string, id = MODEL) =>
    createOpenAICompatible({
      name: 'switchboard',
      baseURL: worker.url,
      apiKey,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })(id);
  const weather = tool({
    description: 'The weather in a city',
    inputSchema: z.object({ unit: z.enum(['c', 'f']) }),
  });

  it('chats', async () => {
    const answer = await generateText({
      model: modelWith(key),
      system: 'You are friendly.',
      prompt: 'Hello',
      maxOutputTokens: 20,
    });
    expect(answer.text).toMatch(/[a-z]/);
    expect(['stop', 'length']).toContain(answer.finishReason);
    expect(answer.usage.inputTokens).toBeGreaterThan(10);
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
  });

  it('streams', async () => {
    const answer = streamText({ model: modelWith(key), prompt: 'Hello', maxOutputTokens: 20 });
    let text = '';
    for await (const piece of answer.textStream) text += piece;
    expect(text).toBe(await answer.text);
    expect((await answer.usage).outputTokens).toBeGreaterThan(0);
  });

  it('calls tools, unstreamed and streamed', async () => {
    const options = {
      model: modelWith(key),
      prompt: 'How warm is it?',
      tools: { weather },
      toolChoice: 'required',
    } as const;
    const answer = await generateText(options);
    expect(answer.finishReason).toBe('tool-calls');
    expect(answer.toolCalls[0]).toMatchObject({
      toolName: 'weather',
      input: { unit: expect.stringMatching(/^[cf]$/) },
    });
    const streamed = streamText(options);
    expect((await streamed.toolCalls)[0]?.toolName).toBe('weather');
    expect(await streamed.finishReason).toBe('tool-calls');
  });

  it('does not have to call a tool', async () => {
    const answer = await generateText({
      model: modelWith(key),
      prompt: 'How warm is it?',
      tools: { weather },
      maxOutputTokens: 20,
    });
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
  });

  it('follows a JSON schema', async () => {
    const schema = z.object({
      size: z.enum(['small', 'large']),
      isPaid: z.boolean(),
      note: z.string().max(8),
    });
    const { object } = await generateObject({ model: modelWith(key), schema, prompt: 'An order', seed: 4 });
    expect(schema.parse(object)).toEqual(object);
  });

  it('aborts', async () => {
    const abort = new AbortController();
    const answer = streamText({
      model: modelWith(key),
      prompt: 'Hello',
      maxOutputTokens: 3_000,
      abortSignal: abort.signal,
      onError: () => undefined,
    });
    for await (const part of answer.fullStream) {
      if (part.type === 'text-delta') abort.abort();
    }
    const { counts } = worker.inference.scheduler;
    await expect.poll(counts, { timeout: 2_000 }).toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  it('reports each error with its status and message', async () => {
    const ask = (model: ReturnType<typeof modelWith>, prompt = 'Hello') =>
      generateText({ model, prompt, maxRetries: 0 }).then(
        () => null,
        (error) => (APICallError.isInstance(error) ? `${error.statusCode} ${error.message}` : error),
      );
    expect(await ask(modelWith('sk-svc-wrong'))).toMatch(/^401 No key of the model matches/);
    expect(await ask(modelWith(key, 'gpt-9'))).toMatch(/^404 The model 'gpt-9' is not served here/);
    expect(await ask(modelWith(key), 'word '.repeat(2_000))).toMatch(/^400 The messages have \d+ tokens/);
  });
});
