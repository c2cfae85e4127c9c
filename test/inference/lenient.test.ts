import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInferenceKeys } from '../../server/features/inference/keys/index.ts';
import {
  changePromptLog,
  listPrompts,
  openPrompt,
} from '../../server/features/inference/prompt-log/prompt-log.service.ts';
import { call } from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [{ role: 'user' as const, content: 'Hello' }];
const ORIGIN = 'https://chat.example.com';

describe('what the endpoint accepts beyond the letter', () => {
  let worker: TestInference;
  let client: OpenAI;
  let key: string;
  beforeAll(async () => {
    worker = await startInference({ env: { INFERENCE_CORS_ORIGINS: ORIGIN } });
    key = (await worker.key(await worker.tenant())).key;
    client = worker.client(key);
  });
  afterAll(() => worker.stop());

  it('answers for the model "default", and for models that are not loaded now, with the one that is', async () => {
    for (const model of ['default', 'llama-3.2-3b-instruct-q4_k_m', 'Llama-3.2-3B-Instruct-Q4_K_M']) {
      const answer = await client.chat.completions.create({ model, messages, max_tokens: 4 });
      expect(answer.model).toBe(MODEL);
      expect((await client.models.retrieve(model)).id).toBe(MODEL);
    }
    await expect(client.chat.completions.create({ model: 'gpt-9', messages })).rejects.toThrow(
      /Available: tiny-test. The name 'default' always works/,
    );
  });

  it('answers without /v1 in the base address', async () => {
    const bare = new OpenAI({ apiKey: key, baseURL: worker.root, maxRetries: 0 });
    const answer = await bare.chat.completions.create({ model: MODEL, messages, max_tokens: 4 });
    expect(answer.choices).toHaveLength(1);
    expect((await bare.models.list()).data[0]?.id).toBe(MODEL);
    expect((await call(`${worker.root}/models`)).status).toBe(401);
    expect((await call(`${worker.root}/modelsx`)).status).toBe(404);
  });

  it('takes max_tokens of -1 and null as what fits', async () => {
    for (const limit of [-1, null]) {
      const answer = await client.chat.completions.create({
        model: MODEL,
        messages,
        max_tokens: limit,
        stop: ['e'],
      });
      expect(answer.choices[0]?.finish_reason).toBe('stop');
    }
  });

  it('lets pages of the configured origins call it, and no others', async () => {
    const ask = (origin: string, method: string, headers: object = {}) =>
      fetch(`${worker.url}/chat/completions`, { method, headers: { origin, ...headers } });
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const allowed = await ask(ORIGIN, 'OPTIONS', asked);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization');
    const refused = await ask('https://evil.example', 'OPTIONS', asked);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, null]);
    const models = await fetch(`${worker.url}/models`, {
      headers: { origin: ORIGIN, authorization: `Bearer ${key}` },
    });
    expect([models.status, models.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
    // An error must be readable by the page too.
    expect((await ask(ORIGIN, 'POST')).headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it('maps functions to tools, streamed or not, and reads their results', async () => {
    const asked = {
      model: MODEL,
      messages,
      functions: [{ name: 'look', parameters: { type: 'object', properties: { page: { enum: [1, 2] } } } }],
      function_call: { name: 'look' },
    };
    const { choices } = await client.chat.completions.create(asked);
    const [choice] = choices;
    expect(choice?.finish_reason).toBe('function_call');
    expect(choice?.message.tool_calls).toBeUndefined();
    expect(choice?.message.function_call?.name).toBe('look');
    expect([1, 2]).toContain(JSON.parse(choice?.message.function_call?.arguments ?? '').page);
    const stream = await client.chat.completions.create({ ...asked, stream: true });
    let [name, text] = ['', ''];
    let reason: string | null = null;
    for await (const { choices: pieces } of stream) {
      name += pieces[0]?.delta.function_call?.name ?? '';
      text += pieces[0]?.delta.function_call?.arguments ?? '';
      reason = pieces[0]?.finish_reason ?? reason;
    }
    expect([name, reason, [1, 2].includes(JSON.parse(text).page)]).toEqual(['look', 'function_call', true]);
    const follow = await client.chat.completions.create({
      model: MODEL,
      max_tokens: 4,
      messages: [
        ...messages,
        { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{"page":1}' } },
        { role: 'function', name: 'look', content: 'A long page' },
      ],
    });
    const plain = await client.chat.completions.create({ model: MODEL, max_tokens: 4, messages });
    expect(follow.usage?.prompt_tokens).toBeGreaterThan((plain.usage?.prompt_tokens ?? 0) + 20);
  });

  it('writes up to four answers, each of which counts as a call', async () => {
    const scope = await worker.tenant();
    const ctx = worker.contextFor(scope);
    await changePromptLog(ctx, { keeps: true, days: 1 });
    const mine = worker.client((await worker.key(scope, { quota: 9 })).key);
    const asked = { model: MODEL, messages, n: 4, max_tokens: 12, seed: 1 };
    const { choices, usage } = await mine.chat.completions.create(asked);
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    const texts = choices.map(({ message }) => message.content ?? '');
    expect(new Set(texts).size).toBeGreaterThan(1);
    const { usage: one } = await client.chat.completions.create({ ...asked, n: 1 });
    expect(usage?.prompt_tokens).toBe(one?.prompt_tokens);
    expect(usage?.completion_tokens).toBeGreaterThan(12);
    const counted = async () => (await listInferenceKeys(ctx)).data[0]?.calls;
    await expect.poll(counted).toBe(4);

    const streamed = ['', '', '', ''];
    const ends = new Set<number>();
    for await (const chunk of await mine.chat.completions.create({ ...asked, stream: true })) {
      for (const { index, delta, finish_reason: reason } of chunk.choices) {
        streamed[index] += delta.content ?? '';
        if (reason) ends.add(index);
      }
    }
    expect(streamed).toEqual(texts);
    expect(ends.size).toBe(4);
    // One is left of nine, and nothing is counted for a request that needs more.
    await expect(mine.chat.completions.create({ ...asked, n: 2 })).rejects.toMatchObject({
      code: 'insufficient_quota',
    });
    await expect.poll(counted).toBe(8);
    const { data } = await listPrompts(ctx, { limit: 10 });
    expect(data).toHaveLength(2);
    const { answer } = await openPrompt(ctx, data[0]?.id ?? '');
    for (const text of texts) expect(answer).toContain(text);
  });
});
