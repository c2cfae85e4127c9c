import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import {
  inferenceKeyUsage,
  listInferenceKeys,
  revokeInferenceKey,
} from '../../server/features/inference/keys/inference-keys.service.ts';
import { createMetering } from '../../server/inference/http/metering.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { callAs } from '../helpers/call-as.ts';
import { isSoak, onlyInSoak } from '../helpers/lane.ts';
import { call } from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const chat = (more: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 8,
  ...more,
});

describe('the inference endpoint', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference({ queue: { total: 6, perTenant: 6, perKey: 4 } });
  });
  afterAll(() => worker.stop());

  const post = (key: string, body: unknown, headers: object = {}) =>
    call(`${worker.url}/chat/completions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const idle = () =>
    expect.poll(() => worker.inference.scheduler.counts()).toEqual({ waiting: 0, running: 0, leaving: 0 });

  it('rejects malformed requests in one error format, with the invalid field', async () => {
    const { key } = await worker.key(await worker.tenant());
    const cases: [unknown, number, string | null][] = [
      ['{"model":', 400, null],
      ['[]', 400, null],
      ['null', 400, null],
      [chat({ messages: [{ role: 'user', content: 5 }] }), 400, 'messages[0].content'],
      [chat({ messages: [{ role: 'king', content: 'x' }] }), 400, 'messages[0].role'],
      [chat({ stop: Array(33).fill('a') }), 400, 'stop'],
      [chat({ max_tokens: -2 }), 400, 'max_tokens'],
      [chat({ logit_bias: { '97': 1 }, response_format: { type: 'json_object' } }), 400, 'logit_bias'],
      [chat({ response_format: { type: 'json_schema' } }), 400, 'response_format.json_schema'],
    ];
    for (const [body, status, param] of cases) {
      const answer = await post(key, body);
      expect([answer.status, answer.body.error.param], JSON.stringify(body)).toEqual([status, param]);
      expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message', 'param', 'type']);
    }
    expect((await post(key, chat(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(key, `"${'x'.repeat(4_300_000)}"`)).status).toBe(413);
    const get = await call(`${worker.url}/chat/completions`, { headers: { authorization: `Bearer ${key}` } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    for (const path of ['completions', 'responses', 'embeddings']) {
      const wrong = await call(`${worker.url}/${path}`, { headers: { authorization: `Bearer ${key}` } });
      expect([wrong.status, wrong.headers.get('allow')], path).toEqual([405, 'POST']);
    }
  });

  it('ignores unknown fields', async () => {
    const { key } = await worker.key(await worker.tenant());
    const body = chat({
      user: 'u',
      metadata: { a: 'b' },
      store: true,
      reasoning: {},
      verbosity: 'low',
      foo: 1,
    });
    const answer = await post(key, body);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('openai-processing-ms'))).toBeGreaterThan(0);
  });

  it('rejects requests that would cost too much work, with the field and the limit', async () => {
    const { key } = await worker.key(await worker.tenant());
    const schema = (of: object) => ({ type: 'json_schema', json_schema: { name: 'x', schema: of } });
    const many = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);
    const nested = JSON.parse(`${'{"minItems":9,"items":'.repeat(9)}{}${'}'.repeat(9)}`);
    const cases: [object, string, string, RegExp][] = [
      [
        { response_format: schema({ type: 'array', prefixItems: many(5_001).map(() => ({})) }) },
        'response_format.json_schema.schema',
        'invalid_value',
        /more than 5,000 subschemas/,
      ],
      [
        { response_format: schema({ enum: many(2_001) }) },
        'response_format.json_schema.schema',
        'invalid_value',
        /more than 2,000 enum values/,
      ],
      [
        {
          tools: [{ type: 'function', function: { name: 'f', parameters: { properties: nested, type: 5 } } }],
        },
        'tools[0].function.parameters',
        'unsupported_value',
        /schema/i,
      ],
      [
        { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { a: nested } } } }] },
        'messages',
        'context_length_exceeded',
        /holds at most/,
      ],
      [
        { logit_bias: Object.fromEntries(many(1_025).map((_, id) => [id, 1])) },
        'logit_bias',
        'invalid_value',
        /more than 1,024 entries/,
      ],
      [
        { messages: [{ role: 'user', content: 'x'.repeat(65_537) }] },
        'messages',
        'context_length_exceeded',
        /65537 bytes/,
      ],
    ];
    for (const [more, param, code, message] of cases) {
      const { status, body } = await post(key, chat(more));
      expect([status, body.error.param, body.error.code], param).toEqual([400, param, code]);
      expect(body.error.message).toMatch(message);
    }
    expect((await post(key, chat())).status).toBe(200);
  });

  onlyInSoak(it)('stays fast for others while costly schemas arrive', async () => {
    const [bomber, other] = [
      (await worker.key(await worker.tenant())).key,
      (await worker.key(await worker.tenant())).key,
    ];
    let bomb: object = { type: 'null' };
    for (let level = 0; level < 15; level += 1)
      bomb = { type: ['object', 'object', 'object'], properties: { a: bomb } };
    const parameters = { type: 'object', properties: { a: bomb } };
    const tools = Array.from({ length: 20 }, (_, index) => ({
      type: 'function',
      function: { name: `f${index}`, parameters },
    }));
    const bombs = Array.from({ length: 50 }, () => post(bomber, chat({ tools, tool_choice: 'auto' })));
    const times: number[] = [];
    const timed = async (ask: () => Promise<{ status: number }>, status: number) => {
      const startedAt = performance.now();
      expect((await ask()).status).toBe(status);
      times.push(performance.now() - startedAt);
    };
    for (let round = 0; round < 10; round += 1) {
      await timed(() => call(`${worker.root}/health`), 200);
      await timed(() => call(`${worker.url}/models`, { headers: { authorization: `Bearer ${other}` } }), 200);
    }
    // Durations count only if the machine does nothing else.
    if (isSoak) expect(times.sort((a, b) => a - b)[times.length / 2]).toBeLessThan(100);
    const statuses = new Set((await Promise.all(bombs)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
    await idle();
  });

  it('requires a key except for /health and /metrics', async () => {
    for (const path of ['/v1/models', `/v1/models/${MODEL}`, '/v1/nothing', '/v1']) {
      const answer = await call(worker.root + path);
      expect([answer.status, answer.body.error.code], path).toEqual([401, 'invalid_api_key']);
      expect(answer.headers.get('link'), path).toMatch(/^<http.*\/docs\/inference#errors>; rel="help"$/);
    }
    expect((await call(`${worker.root}/health`)).body).toMatchObject({ status: 'ok', isTestModel: true });
    expect((await call(`${worker.root}/metrics`)).body).toContain('inference_predicted_tokens_total');
    const rebound = await callAs(`${worker.root}/metrics`, { headers: { host: 'evil.example' } });
    expect([rebound.status, rebound.body.error.code]).toEqual([403, 'host_not_allowed']);
    expect((await callAs(`${worker.root}/health`, { headers: { host: 'evil.example' } })).status).toBe(200);
  });

  it('counts calls and tokens exactly under concurrency, and stops at the quota', async () => {
    const scope = await worker.tenant();
    const { id, key } = await worker.key(scope, { quota: 5 });
    const answers = [];
    for (let wave = 0; wave < 3; wave += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 4 }, () => post(key, chat())))));
    }
    const good = answers.filter((answer) => answer.status === 200);
    const rejected = answers.filter((answer) => answer.status === 429);
    expect([good.length, rejected.length]).toEqual([5, 7]);
    expect(new Set(rejected.map((answer) => answer.body.error.code))).toEqual(
      new Set(['insufficient_quota']),
    );
    await expect.poll(async () => (await listInferenceKeys(worker.contextFor(scope))).counters.calls).toBe(5);
    const { data, counters } = await listInferenceKeys(worker.contextFor(scope));
    expect(data[0]).toMatchObject({ id, calls: 5, quota: 5, status: 'exhausted' });
    expect(counters).toEqual({ total: 1, active: 0, calls: 5 });
    const sum = (name: string) => good.reduce((total, answer) => total + answer.body.usage[name], 0);
    expect((await inferenceKeyUsage(worker.contextFor(scope), 1)).data).toMatchObject([
      {
        keyId: id,
        calls: 5,
        promptTokens: sum('prompt_tokens'),
        completionTokens: sum('completion_tokens'),
      },
    ]);
  });

  it('counts the calls for several answers together: all of them or none', async () => {
    const scope = await worker.tenant();
    const { id } = await worker.key(scope, { quota: 5 });
    const ctx = worker.contextFor(scope);
    let count = 0;
    // The database is lost after the first transaction.
    const transaction = ((...given: Parameters<Database['transaction']>) => {
      count += 1;
      if (count > 1) throw new Error('the connection was lost');
      return worker.database.transaction(...given);
    }) as Database['transaction'];
    const metering = createMetering({ ...ctx, db: { ...ctx.db, transaction } }, () => undefined);
    const actor = { id, key: decodeId(id), isInternal: false, scope, models: [] };
    await metering.take(actor, 4).catch(() => undefined);
    const { counters } = await listInferenceKeys(ctx);
    expect(counters.calls).toBe(4);
  });

  it('says that a quota has no room for as many answers as are wanted', async () => {
    const { key } = await worker.key(await worker.tenant(), { quota: 3 });
    const { status, body } = await post(key, chat({ n: 4 }));
    expect([status, body.error.code]).toEqual([429, 'insufficient_quota']);
    expect(body.error.message).toContain('no room for 4 answers');
    expect((await post(key, chat({ n: 3 }))).status).toBe(200);
  });

  it('counts no call when the log of prompts cannot be looked up', async () => {
    const scope = await worker.tenant();
    const { key } = await worker.key(scope);
    await worker.database.run('RENAME TABLE prompt_log_settings TO prompt_log_settings_away');
    try {
      expect((await post(key, chat())).status).toBeGreaterThanOrEqual(500);
    } finally {
      await worker.database.run('RENAME TABLE prompt_log_settings_away TO prompt_log_settings');
    }
    expect((await listInferenceKeys(worker.contextFor(scope))).counters.calls).toBe(0);
    expect((await post(key, chat())).status).toBe(200);
  });

  it('does not count rejected requests', async () => {
    const scope = await worker.tenant();
    const { key } = await worker.key(scope, { quota: 1 });
    expect((await post(key, chat({ model: 'other' }))).status).toBe(404);
    expect((await post(key, chat({ n: 9 }))).status).toBe(400);
    expect((await post(key, chat())).status).toBe(200);
  });

  it('rejects a key at once after it is revoked or expires', async () => {
    const scope = await worker.tenant();
    const { id, key } = await worker.key(scope);
    expect((await post(key, chat())).status).toBe(200);
    await revokeInferenceKey(worker.contextFor(scope), id);
    expect((await post(key, chat())).body.error.code).toBe('invalid_api_key');
    const brief = await worker.key(scope, { expiresAt: new Date(Date.now() + 60_000) });
    expect((await post(brief.key, chat())).status).toBe(200);
    await worker.database.run(
      'UPDATE inference_keys SET expires_at = UTC_TIMESTAMP(3) WHERE tenant_id = :id AND expires_at IS NOT NULL',
      { id: scope.key },
    );
    expect((await post(brief.key, chat())).body.error.message).toContain('expired');
    expect((await listInferenceKeys(worker.contextFor(scope))).data.map((one) => one.status).sort()).toEqual([
      'expired',
      'revoked',
    ]);
  });

  it('reuses the prompt cache within a tenant, and never of another one', async () => {
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(8);
    const ask = async (key: string) =>
      (await post(key, chat({ messages: [{ role: 'user', content: long }] }))).body.usage;
    const [one, other] = [await worker.tenant(), await worker.tenant()];
    const [a, b] = [(await worker.key(one)).key, (await worker.key(one)).key];
    const c = (await worker.key(other)).key;
    expect((await ask(a)).prompt_tokens_details.cached_tokens).toBe(0);
    const again = await ask(b);
    expect(again.prompt_tokens_details.cached_tokens).toBe(again.prompt_tokens - 1);
    expect((await ask(c)).prompt_tokens_details.cached_tokens).toBe(0);
  });

  it('never stores a prompt or a key in its log or its tables', async () => {
    const scope = await worker.tenant();
    const { key } = await worker.key(scope);
    const secret = 'XYZZY-the-customer-said';
    await post(key, chat({ messages: [{ role: 'user', content: secret }] }));
    await post(key, chat({ messages: [{ role: 'user', content: secret.repeat(400) }] }));
    await post(key, chat({ stop: secret, temperature: 9 }));
    expect(worker.logs.join('\n')).not.toContain('XYZZY');
    expect(worker.logs.join('\n')).not.toContain(key);
    const rows = await worker.database.select<{ status: string }>(
      'SELECT CAST(status AS CHAR) AS status FROM inference_workers UNION SELECT CAST(sample AS CHAR) FROM inference_samples',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('XYZZY');
  });
});
