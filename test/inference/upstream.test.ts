import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inferenceKeyUsage,
  listInferenceKeys,
  revokeInferenceKey,
} from '../../server/features/inference/keys/inference-keys.service.ts';
import { listWorkers } from '../../server/features/inference/workers/inference-workers.service.ts';
import { eventually } from '../helpers/platform.ts';
import { startScriptedEngine } from '../helpers/scripted-engine.ts';
import { call } from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [{ role: 'user' as const, content: 'hi' }];
const brief = { model: MODEL, messages, max_tokens: 6 };

/** The upstream is another of our own endpoints, with its own database and a key for the first one. */
describe('an endpoint that forwards to another engine', () => {
  let engine: TestInference;
  let front: TestInference;
  let engineKey: { id: string; key: string };
  let engineScope: Awaited<ReturnType<TestInference['tenant']>>;
  beforeAll(async () => {
    engine = await startInference();
    engineScope = await engine.tenant();
    engineKey = await engine.key(engineScope);
    front = await startInference({
      env: { INFERENCE_UPSTREAM: engine.url, INFERENCE_UPSTREAM_KEY: engineKey.key },
    });
    await eventually(async () => (await fetch(`${front.root}/health`)).ok);
  });
  afterAll(async () => {
    await front.stop();
    await engine.stop();
  });

  const statusOf = async (asked: Promise<unknown>) =>
    asked.then(
      () => 200,
      (error) => (error instanceof OpenAI.APIError ? [error.status, error.code] : error),
    );
  const used = async (scope: Awaited<ReturnType<TestInference['tenant']>>) =>
    (await inferenceKeyUsage(front.contextFor(scope), 1)).data[0];

  it('lists the engine’s models, and returns the same responses', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual([MODEL]);
    expect((await client.models.retrieve(MODEL)).id).toBe(MODEL);
    const whole = await client.chat.completions.create({ ...brief, seed: 1 });
    const direct = await engine.client(engineKey.key).chat.completions.create({ ...brief, seed: 1 });
    expect(whole.choices).toEqual(direct.choices);
    const tool = { type: 'function' as const, function: { name: 'look', parameters: { type: 'object' } } };
    const calls = await client.chat.completions.create({
      ...brief,
      max_tokens: 200,
      tools: [tool],
      tool_choice: 'required',
    });
    expect(calls.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'look' } });
  });

  it('counts calls and tokens, streamed or not, whether or not the caller asks for usage', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    const { usage: whole } = await client.chat.completions.create(brief);
    const texts: string[] = [];
    for (const options of [{}, { stream_options: { include_usage: true } }]) {
      const seen = [];
      const stream = await client.chat.completions.create({ ...brief, seed: 7, stream: true, ...options });
      for await (const chunk of stream) seen.push(chunk);
      texts.push(seen.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''));
      expect(seen.filter((chunk) => chunk.usage).length).toBe('stream_options' in options ? 1 : 0);
    }
    expect(texts[0]).toBe(texts[1]);
    await expect
      .poll(() => used(scope))
      .toMatchObject({
        calls: 3,
        promptTokens: 3 * (whole?.prompt_tokens ?? 0),
      });
    expect((await used(scope))?.completionTokens).toBeGreaterThan(3);
  });

  it('forwards the other APIs too, and counts their calls and tokens', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    const asked = { model: 'default', input: 'hi', max_output_tokens: 6 };
    const response = await client.responses.create(asked);
    expect(response.model).toBe(MODEL);
    let tokens = response.usage?.output_tokens ?? 0;
    let prompts = response.usage?.input_tokens ?? 0;
    const types: string[] = [];
    for await (const event of await client.responses.create({ ...asked, stream: true })) {
      types.push(event.type);
      if (event.type !== 'response.incomplete' && event.type !== 'response.completed') continue;
      tokens += event.response.usage?.output_tokens ?? 0;
      prompts += event.response.usage?.input_tokens ?? 0;
    }
    expect(types[0]).toBe('response.created');
    // The model may end by itself before the limit.
    expect(types.at(-1)).toMatch(/^response\.(incomplete|completed)$/);
    const text = await client.completions.create({ model: MODEL, prompt: ['a', 'b'], max_tokens: 4 });
    const several = await client.chat.completions.create({ ...brief, n: 2 });
    for (const { usage } of [text, several]) {
      tokens += usage?.completion_tokens ?? 0;
      prompts += usage?.prompt_tokens ?? 0;
    }
    await expect
      .poll(() => used(scope))
      .toMatchObject({ calls: 6, promptTokens: prompts, completionTokens: tokens });
    expect(await statusOf(client.embeddings.create({ model: MODEL, input: 'x' }))).toEqual([
      404,
      'embeddings_not_set_up',
    ]);
    await expect.poll(async () => (await used(scope))?.calls).toBe(6);
  });

  it('enforces its own keys: exhausted, revoked and unknown ones never reach the engine', async () => {
    const scope = await front.tenant();
    const { id, key } = await front.key(scope, { quota: 2 });
    const ask = () => statusOf(front.client(key).chat.completions.create(brief));
    const before = (await listInferenceKeys(engine.contextFor(engineScope))).counters.calls;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, [429, 'insufficient_quota']]);
    await revokeInferenceKey(front.contextFor(scope), id);
    expect(await ask()).toEqual([401, 'invalid_api_key']);
    expect(await statusOf(front.client(engineKey.key).chat.completions.create(brief))).toEqual([
      401,
      'invalid_api_key',
    ]);
    expect((await listInferenceKeys(engine.contextFor(engineScope))).counters.calls).toBe(before + 2);
  });

  it('passes on errors that the caller can fix, and does not count them', async () => {
    const scope = await front.tenant();
    const { key } = await front.key(scope);
    const ask = (more: object) => statusOf(front.client(key).chat.completions.create({ ...brief, ...more }));
    expect(await ask({ model: 'gpt-4' })).toEqual([404, 'model_not_found']);
    expect(await ask({ n: 9 })).toEqual([400, 'invalid_value']);
    const long = [{ role: 'user' as const, content: 'word '.repeat(5_000) }];
    expect(await ask({ messages: long })).toEqual([400, 'context_length_exceeded']);
    for (const body of ['[]', '{"messages":[]}', '{"model":']) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await call(`${front.url}/chat/completions`, { method: 'POST', body, headers });
      expect([answer.status, Object.keys(answer.body.error).length]).toEqual([400, 4]);
    }
    await expect.poll(async () => (await listInferenceKeys(front.contextFor(scope))).counters.calls).toBe(0);
  });

  it('frees the engine’s slot when a caller disconnects, and counts the tokens so far', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    const stream = await client.chat.completions.create({ ...brief, ...ENDLESS, stream: true });
    let pieces = 0;
    for await (const _ of stream) {
      pieces += 1;
      if (pieces === 5) break;
    }
    await expect
      .poll(() => engine.inference.scheduler.counts())
      .toEqual({ waiting: 0, running: 0, leaving: 0 });
    await expect.poll(async () => (await used(scope))?.completionTokens).toBeGreaterThanOrEqual(4);
    expect((await used(scope))?.calls).toBe(1);
  });

  it('leaves nothing behind on either side when a third of 30 callers disconnect', async () => {
    const keys = await Promise.all(
      Array.from({ length: 4 }, async () => (await front.key(await front.tenant())).key),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const client = front.client(keys[index % 4] ?? '');
        if (index % 3 > 0) return statusOf(client.chat.completions.create({ ...brief, max_tokens: 20 }));
        const stream = await client.chat.completions.create({ ...brief, ...ENDLESS, stream: true });
        for await (const _piece of stream) break;
        return 'left';
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 200).length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === 'left').length).toBe(10);
    await expect
      .poll(async () => (await call(`${front.root}/metrics`)).body)
      .toMatch(/^inference_requests_processing 0$/m);
    await expect
      .poll(() => engine.inference.scheduler.counts())
      .toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  it('shows the dashboard its upstream and state', async () => {
    // The endpoint reports its state every second or so.
    const worker = await eventually(async () => {
      const { data } = await listWorkers({ db: front.database }, { inferenceUrl: front.url, rule: 'always' });
      return data[0]?.status?.state === 'ready' ? data[0] : undefined;
    }, 15_000);
    expect(worker).toMatchObject({
      status: { model: { id: MODEL, isTestModel: true, contextSize: null } },
      details: { upstream: new URL(engine.url).host },
    });
    expect((await call(`${front.root}/metrics`)).body).toMatch(/inference_predicted_tokens_total [1-9]/);
    expect(front.logs.join('\n')).not.toContain(engineKey.key);
  });

  it('sends an error event without [DONE] when the engine crashes, and serves the next request', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    const stream = await client.chat.completions.create({ ...brief, ...ENDLESS, stream: true });
    const reading = (async () => {
      for await (const _ of stream) process.kill(engine.enginePid(), 'SIGKILL');
    })();
    await expect(reading).rejects.toThrow(OpenAI.APIError);
    await eventually(async () => (await statusOf(client.chat.completions.create(brief))) === 200, 15_000);
  });

  it('returns 503 and counts nothing when the engine rejects the key or is down', async () => {
    const scope = await front.tenant();
    const client = front.client((await front.key(scope)).key);
    await revokeInferenceKey(engine.contextFor(engineScope), engineKey.id);
    expect(await statusOf(client.chat.completions.create(brief))).toEqual([503, 'engine_unavailable']);
    await expect.poll(async () => (await fetch(`${front.root}/health`)).status).toBe(503);
    expect(await statusOf(client.chat.completions.create(brief))).toEqual([503, 'engine_unavailable']);
    await expect.poll(async () => (await listInferenceKeys(front.contextFor(scope))).counters.calls).toBe(0);
    await expect
      .poll(
        async () =>
          (await listWorkers({ db: front.database }, { inferenceUrl: front.url, rule: 'always' })).data[0]
            ?.status,
      )
      .toMatchObject({ state: 'restarting', error: expect.stringContaining('it answers 401') });
  });
});

it('passes on no more requests of a workspace at once than it has places, however many arrive together', async () => {
  let release: () => void = () => undefined;
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = await startScriptedEngine(() => ({ text: 'ok', after }));
  const front = await startInference({ env: { INFERENCE_UPSTREAM: engine.url } });
  try {
    await eventually(async () => (await fetch(`${front.root}/health`)).ok);
    const scope = await front.tenant();
    const { key } = await front.key(scope);
    const headers = { authorization: `Bearer ${key}` };
    const body = { model: engine.model, messages };
    const ends: string[] = [];
    const all = Array.from({ length: 160 }, async () => {
      const { status, body: answer } = await call(`${front.url}/chat/completions`, {
        method: 'POST',
        body,
        headers,
      });
      ends.push(status === 200 ? 'ok' : `${status} ${answer.error.code}`);
    });
    // None of those that were passed on has ended.
    await expect.poll(() => engine.calls.length + ends.length, { timeout: 30_000 }).toBe(160);
    expect(engine.calls).toHaveLength(128);
    expect(new Set(ends)).toEqual(new Set(['429 rate_limit_exceeded']));
    release();
    await Promise.all(all);
    // Those that were refused, and those that have ended, leave their places.
    const { calls } = (await listInferenceKeys(front.contextFor(scope))).counters;
    expect(calls).toBe(128);
    engine.answer(() => 'ok');
    expect((await call(`${front.url}/chat/completions`, { method: 'POST', body, headers })).status).toBe(200);
  } finally {
    await front.stop();
    await engine.stop();
  }
});

it('takes an answer for complete whose connection breaks after its end, and for broken off before', async () => {
  const engine = await startScriptedEngine(() => ({ text: 'all of it', breaks: 'after' }));
  const front = await startInference({ env: { INFERENCE_UPSTREAM: engine.url } });
  try {
    await eventually(async () => (await fetch(`${front.root}/health`)).ok);
    const client = front.client((await front.key(await front.tenant())).key);
    const read = async () => {
      let text = '';
      const stream = await client.chat.completions.create({ model: engine.model, messages, stream: true });
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      return text;
    };
    const ended = async (outcome: string) => {
      const metrics: string = (await call(`${front.root}/metrics`)).body;
      const line = new RegExp(
        `^inference_upstream_requests_total\\{.*outcome="${outcome}".*\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(metrics)?.[1] ?? 0);
    };
    expect(await read()).toBe('all of it');
    expect([await ended('answered'), await ended('broken')]).toEqual([1, 0]);
    engine.answer(() => ({ text: 'not all', breaks: 'before' }));
    await expect(read()).rejects.toThrow(OpenAI.APIError);
    expect([await ended('answered'), await ended('broken')]).toEqual([1, 1]);
  } finally {
    await front.stop();
    await engine.stop();
  }
});
