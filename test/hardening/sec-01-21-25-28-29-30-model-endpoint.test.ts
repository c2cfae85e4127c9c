import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createInferenceKey, revokeInferenceKey } from '../../server/features/inference/keys/index.ts';
import { addToDay } from '../../server/features/inference/keys/inference-keys.repository.ts';
import { inferenceUsageRetention } from '../../server/features/inference/keys/usage-retention.repository.ts';
import {
  listWorkers,
  workerHistory,
} from '../../server/features/inference/workers/inference-workers.service.ts';
import { startDownload } from '../../server/inference/models/model-download.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { inferenceWorkersContract } from '../../shared/contract/inference/inference-workers.contract.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { type Answer, call } from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from '../inference/inference-rig.ts';

const ORIGIN = 'https://chat.example.test';
const PER_MINUTE = 60;
/** What a server has in its environment and no child may see. */
const SECRETS = {
  SECRET_KEY: 'marker of the secret key, long enough for it',
  DATABASE_URL: 'mysql://marker:marker@127.0.0.1/marker',
  S3_SECRET_ACCESS_KEY: 'marker of the bucket',
  METRICS_TOKEN: 'marker of the metrics token',
  INFERENCE_UPSTREAM_KEY: 'marker of the upstream',
};

let worker: TestInference;
let scope: TenantScope;
let key: string;
const before = { ...process.env };
beforeAll(async () => {
  Object.assign(process.env, SECRETS);
  worker = await startInference({
    queue: { total: 16, perTenant: 8, perKey: 4 },
    env: { INFERENCE_CORS_ORIGINS: ORIGIN, RATE_LIMIT_INFERENCE_PER_MINUTE: String(PER_MINUTE) },
  });
  scope = await worker.tenant();
  key = (await worker.key(scope)).key;
});
afterAll(async () => {
  for (const name of Object.keys(SECRETS)) delete process.env[name];
  Object.assign(process.env, before);
  await worker.stop();
});

const brief = { model: MODEL, messages: [{ role: 'user', content: 'hi' }], max_tokens: 8 };
const ask = (more: object = {}, by = key): Promise<Answer> =>
  call(`${worker.url}/chat/completions`, {
    method: 'POST',
    body: { ...brief, ...more },
    headers: { authorization: `Bearer ${by}` },
  });
const inSchema = (schema: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
});
const errorOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];
const idle = () =>
  expect.poll(() => worker.inference.scheduler.counts()).toEqual({ waiting: 0, running: 0, leaving: 0 });

describe('SEC-01 and SEC-21: no request keeps the endpoint busy', () => {
  it('answers a schema whose types double on every level, and others meanwhile', async () => {
    let schema: object = { type: 'null' };
    for (let level = 0; level < 15; level += 1)
      schema = { type: ['object', 'object', 'object'], properties: { a: schema } };
    // 3^15 conversions before: minutes, in which /health did not answer.
    const bombs = Array.from({ length: 2 }, () => ask(inSchema(schema)));
    expect((await call(`${worker.root}/health`)).status).toBe(200);
    for (const { status } of await Promise.all(bombs)) expect(status).toBe(200);
  });

  it('refuses bombs before the engine', async () => {
    const values = Array.from({ length: 2_001 }, (_, index) => index);
    const texts = Array.from({ length: 101 }, (_, index) => [
      `p${index}`,
      { type: 'string', maxLength: 999 },
    ]);
    const biases = Object.fromEntries(Array.from({ length: 1_025 }, (_, index) => [index, 1]));
    const param = 'response_format.json_schema.schema';
    expect(errorOf(await ask(inSchema({ enum: values })))).toEqual([400, 'invalid_value', param]);
    const long = inSchema({ type: 'object', properties: Object.fromEntries(texts) });
    expect((await ask(long)).body.error.message).toContain('add up to more than 100,000');
    expect(errorOf(await ask({ logit_bias: biases }))).toEqual([400, 'invalid_value', 'logit_bias']);
    const messages = [{ role: 'user', content: 'x'.repeat(70_000) }];
    expect(errorOf(await ask({ messages }))).toEqual([400, 'context_length_exceeded', 'messages']);
    expect(worker.inference.scheduler.engine.restarts).toBe(0);
  });

  // Restarts the engine twice. The unit test of the quarantine does it with a stand-in.
  onlyInSoak(it)(
    'refuses a request that was running when the engine was killed twice, for its key only',
    async () => {
      const bomb = { ...ENDLESS, messages: [{ role: 'user', content: 'a bomb' }] };
      for (const restarts of [1, 2]) {
        const asked = ask(bomb);
        await expect.poll(() => worker.inference.scheduler.counts().running).toBe(1);
        process.kill(worker.enginePid(), 'SIGKILL');
        expect(errorOf(await asked)).toEqual([503, 'engine_unavailable', null]);
        await expect
          .poll(() => worker.inference.scheduler.engine)
          .toMatchObject({ state: 'ready', restarts });
      }
      expect(errorOf(await ask(bomb))).toEqual([400, 'request_quarantined', null]);
      expect((await ask()).status).toBe(200);
      const other = (await worker.key(scope)).key;
      expect((await ask({ ...bomb, max_tokens: 4 }, other)).status).toBe(200);
      await idle();
    },
  );
});

const onLinux = it.skipIf(process.platform !== 'linux');
const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
/** Returns the children of this process that run one of our files. */
const childrenOf = (entry: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isOurs =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${process.pid}`;
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry);
      } catch {
        return false;
      }
    })
    .map(Number);

describe('SEC-25: the processes of the model', () => {
  onLinux('get none of the secrets, and what they need', async () => {
    const source = createServer();
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    const model = { id: 'm', name: 'm', file: 'm.gguf', source: `http://127.0.0.1:${port}/m.gguf` };
    const download = startDownload(join(process.cwd(), 'dist/server/model-download.js'), {
      model: { ...model, approximateBytes: 1, contextSize: 1, memoryBytes: 1, license: '', strengths: '' },
      folder: worker.dataDir,
      freeBytes: null,
      bytes: 0,
    });
    try {
      const pids = [worker.enginePid(), ...childrenOf('inference-host'), ...childrenOf('model-download')];
      expect(pids.length).toBeGreaterThanOrEqual(3);
      for (const pid of pids) {
        const environment = environmentOf(pid);
        expect(environment.filter((line) => line.includes('marker'))).toEqual([]);
        expect(environment).toContain(`PATH=${process.env.PATH}`);
      }
    } finally {
      await download.stop();
      source.closeAllConnections();
      source.close();
    }
  });
});

describe('SEC-28: the model is shared by workspaces, not by keys', () => {
  it('lets a workspace have 50 keys that work, however many are created at once', async () => {
    const mine = await worker.tenant();
    const ctx = worker.contextFor(mine);
    const create = (expiresAt: Date | null = null) =>
      createInferenceKey(ctx, { name: 'one of many', quota: null, expiresAt }).then(
        ({ inferenceKey }) => inferenceKey.id,
        (error) => error.code,
      );
    const created = [];
    for (let round = 0; round < 8; round += 1)
      created.push(...(await Promise.all(Array.from({ length: 7 }, () => create()))));
    expect(created.filter((one) => one === 'inference_key_limit_reached')).toHaveLength(6);
    const [first] = created;
    await revokeInferenceKey(ctx, first);
    expect(await create(new Date(Date.now() + 60_000))).toMatch(/^ik_/);
    expect(await create()).toBe('inference_key_limit_reached');
  });

  it('keeps the usage of keys for 400 days', async () => {
    const mine = await worker.tenant();
    const ctx = worker.contextFor(mine);
    const id = decodeId((await worker.key(mine)).id);
    for (const days of [399, 401]) {
      const at = new Date(ctx.clock.now().getTime() - days * 86_400_000);
      await addToDay(ctx, id, at, { calls: 1, promptTokens: 1, completionTokens: 1 });
    }
    let removed = 0;
    for await (const rows of inferenceUsageRetention(worker.database).sweep()) removed += rows;
    expect(removed).toBe(1);
  });

  it('gives the next slot to the workspace without one, and keeps places for it', async () => {
    const crowd = await worker.tenant();
    const keys = await Promise.all(Array.from({ length: 6 }, () => worker.key(crowd)));
    const modest = (await worker.key(await worker.tenant())).key;
    const [abort, first] = [new AbortController(), new AbortController()];
    const open = (by: string, { signal } = abort) =>
      fetch(`${worker.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...brief, ...ENDLESS, stream: true }),
        signal,
      }).catch(() => null);
    onTestFinished(() => {
      first.abort();
      abort.abort();
    });
    const held = keys.slice(0, 4).map(({ key: one }, index) => open(one, index === 0 ? first : abort));
    const counts = () => worker.inference.scheduler.counts();
    await expect.poll(counts).toMatchObject({ running: 4 });
    // Two requests of each of the six keys: eight wait, the others are refused.
    for (const { key: one } of [...keys, ...keys]) held.push(open(one));
    await expect.poll(counts).toMatchObject({ waiting: 8 });
    for (const { key: one } of keys) expect((await ask({}, one)).status).toBe(429);
    const asked = ask({}, modest);
    await expect.poll(counts).toMatchObject({ waiting: 9 });
    // Two of the six keys have nothing running, and all of them have waited longer.
    first.abort();
    const answer = await asked;
    expect([answer.status, answer.headers.get('x-queue-position')]).toEqual([200, '1']);
    abort.abort();
    await Promise.all(held);
    await idle();
  });
});

it('SEC-29: a limited client learns when the minute ends', async () => {
  const limited = (await worker.key(await worker.tenant())).key;
  const models = () => call(`${worker.url}/models`, { headers: { authorization: `Bearer ${limited}` } });
  let answer = await models();
  for (let count = 0; count < PER_MINUTE && answer.status === 200; count += 1) answer = await models();
  expect(answer.status).toBe(429);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.body.error.message).toContain(`Wait ${seconds} s`);
});

it('SEC-30: where workspaces share the model, each sees its state but not its load', async () => {
  const ctx = { db: worker.database };
  const list = (rule: 'one-workspace' | 'always') => listWorkers(ctx, { inferenceUrl: worker.url, rule });
  await expect.poll(async () => (await list('always')).data[0]?.status.state).toBe('ready');
  const shared = await list('one-workspace');
  const schema = inferenceWorkersContract.list['~orpc'].outputSchema;
  expect((await schema?.['~standard'].validate(shared))?.issues).toBeUndefined();
  const [seen] = shared.data;
  expect(seen).toMatchObject({ isOnline: true, status: { state: 'ready', model: { id: MODEL } } });
  expect(seen?.details).toBeNull();
  expect(seen?.status.model?.measuredTokensPerSecond).toBeNull();
  expect((await workerHistory(ctx, 'one-workspace', 'week')).data).toEqual([]);
  expect((await list('always')).data[0]?.details?.slots).toHaveLength(4);
});

describe('requests of common clients', () => {
  it('holdout-13: strict schemas with limits, patterns and recursion are accepted', async () => {
    const number = { type: 'integer', minimum: 1, maximum: 9, multipleOf: 1, exclusiveMinimum: 0 };
    const text = { type: 'string', pattern: '^[A-Z]+$', format: 'email' };
    const properties = { number, text, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } };
    const required = Object.keys(properties);
    const answer = await ask(inSchema({ type: 'object', properties, required, additionalProperties: false }));
    expect(answer.status).toBe(200);
    expect(answer.body.choices[0].message.content).toMatch(/^\{/);
  });

  it('holdout-16: pages of the configured origins may call the endpoint, others may not', async () => {
    const preflight = (origin: string) =>
      call(`${worker.url}/chat/completions`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-stainless-os',
        },
      });
    const allowed = await preflight(ORIGIN);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-stainless-os');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await preflight('https://elsewhere.example.test');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([401, null]);
    const headers = { authorization: `Bearer ${key}`, origin: ORIGIN };
    const models = await call(`${worker.url}/models`, { headers });
    expect([models.status, models.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
    expect(models.headers.get('vary')).toContain('Origin');
    // A page must be able to read why it was refused.
    const refused = await call(`${worker.url}/models`, { headers: { origin: ORIGIN } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
  });

  it('holdout-18: -1 and null mean what fits, empty functions are ignored, equal names are refused', async () => {
    const tool = (name: string) => ({ type: 'function', function: { name } });
    const stop = { stop: ['a'], logit_bias: ENDLESS.logit_bias };
    for (const limit of [-1, null]) expect((await ask({ ...stop, max_tokens: limit })).status).toBe(200);
    expect((await ask({ functions: [] })).status).toBe(200);
    expect(errorOf(await ask({ functions: [{}] }))).toEqual([400, 'invalid_value', 'functions[0].name']);
    const twins = await ask({ tools: [tool('look'), tool('find'), tool('look')] });
    expect(errorOf(twins)).toEqual([400, 'invalid_value', 'tools[2].function.name']);
    // 0 reads the prompt and writes nothing (decision 0331).
    const read = await ask({ max_tokens: 0 });
    expect([read.status, read.body.choices[0].message.content]).toEqual([200, '']);
    expect(errorOf(await ask({ max_tokens: -2 }))).toEqual([400, 'invalid_value', 'max_tokens']);
    expect(errorOf(await ask({ n: 5 }))).toEqual([400, 'invalid_value', 'n']);
  });
});

it('SEC-31: cached tokens are not shared between values of cache_salt', async () => {
  const messages = [{ role: 'user', content: 'a long prompt '.repeat(20) }];
  const cachedOf = async (salt: string) =>
    (await ask({ messages, cache_salt: createHash('sha256').update(salt).digest('hex') })).body.usage
      .prompt_tokens_details.cached_tokens;
  expect(await cachedOf('one')).toBe(0);
  expect(await cachedOf('one')).toBeGreaterThan(100);
  expect(await cachedOf('other')).toBe(0);
});
