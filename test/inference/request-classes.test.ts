import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createInternalPass, listInferenceKeys } from '../../server/features/inference/keys/index.ts';
import { inferenceKeyUsage } from '../../server/features/inference/keys/inference-keys.service.ts';
import { modelUsage } from '../../server/features/insights/read.sql.ts';
import { budgetsOf } from '../../server/inference/engine/generate.ts';
import type { RequestClass } from '../../server/inference/request-class.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { call } from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const chat = (content: string, more: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user', content }],
  max_tokens: 8,
  ...more,
});
/** On a busy machine. */
const PATIENT = { timeout: 20_000 };
/** Long enough to run until it is stopped. */
const LONG = { ...ENDLESS, max_tokens: 3_000 };

describe('the classes of requests', () => {
  let worker: TestInference;
  let scope: TenantScope;
  let key: string;
  beforeAll(async () => {
    worker = await startInference();
    scope = await worker.tenant();
    ({ key } = await worker.key(scope));
  });
  afterAll(() => worker.stop());

  const pass = (of = scope) => createInternalPass(worker.contextFor(of), null);
  const send = (bearer: string, body: object, requestClass?: string, path = 'chat/completions') =>
    call(`${worker.url}/${path}`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(requestClass === undefined ? {} : { 'x-request-class': requestClass }),
      },
    });
  const ask = (requestClass: RequestClass, body: object, of = scope) =>
    send(pass(of), body, String(requestClass));
  const counts = () => worker.inference.scheduler.counts();
  const running = (count: number, waiting = 0) =>
    expect.poll(counts, PATIENT).toMatchObject({ running: count, waiting });
  const idle = () => expect.poll(counts, PATIENT).toEqual({ waiting: 0, running: 0, leaving: 0 });
  const figures = async () => {
    const text = await (await fetch(`${worker.root}/metrics`)).text();
    const of = (name: string) =>
      Number(
        new RegExp(`^inference_assist_requests_total\\{outcome="${name}"\\} (\\S+)$`, 'm').exec(text)?.[1] ??
          0,
      );
    return { answered: of('answered'), parked: of('parked'), shed: of('shed') };
  };

  /** Starts requests that only an abort ends. */
  function start(requestClass: RequestClass, count: number) {
    const abort = new AbortController();
    const all = Array.from({ length: count }, (_, index) =>
      fetch(`${worker.url}/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${requestClass === 0 ? key : pass()}`,
          'content-type': 'application/json',
          ...(requestClass === 0 ? {} : { 'x-request-class': String(requestClass) }),
        },
        body: JSON.stringify(
          chat(`class ${requestClass}, number ${index}`, { ...LONG, stream: requestClass === 0 }),
        ),
        signal: abort.signal,
      }).catch(() => null),
    );
    return { abort: () => abort.abort(), all };
  }

  it('features of the server get answers without thoughts, callers as the model writes them', async () => {
    const own = await worker.tenant();
    const caller = await worker.key(own);
    const submitted = vi.spyOn(worker.inference.scheduler, 'submit');
    await send(caller.key, chat('a caller'));
    await ask(0, chat('a feature'), own);
    const asked = submitted.mock.calls.map(([, generation]) => generation);
    submitted.mockRestore();
    expect(asked.map(({ withoutThought }) => withoutThought)).toEqual([false, true]);
    expect(asked.map(budgetsOf)).toEqual([{}, { budgets: { thoughtTokens: 0 } }]);
  });

  it('what features of the server use counts for the workspace, and for no key', async () => {
    const own = await worker.tenant();
    const ctx = worker.contextFor(own);
    const answer = await ask(1, chat('hi'), own);
    expect(answer.status).toBe(200);
    const { usage } = answer.body;
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await expect
      .poll(() => modelUsage(ctx, yesterday, today), PATIENT)
      .toEqual({
        ...{ requests: 1, promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
      });
    expect((await inferenceKeyUsage(ctx, 7)).data).toEqual([]);
  });

  it('are named by features of the server, and by nobody else', async () => {
    const foreign = await send(key, chat('hi'), '2');
    expect([foreign.status, foreign.body.error.code, foreign.body.error.param]).toEqual([
      400,
      'unsupported_value',
      'X-Request-Class',
    ]);
    for (const given of [undefined, '4', '']) {
      const { status, body } = await send(pass(), chat('hi'), given);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('0, 1, 2 or 3')]);
    }
    expect((await send(`${pass()}x`, chat('hi'), '2')).status).toBe(401);
    for (const one of [0, 1, 2, 3] as const)
      expect((await ask(one, chat('hi'))).body.usage.completion_tokens).toBeGreaterThan(0);
  });

  it('count for no key, and apart from the calls of keys', async () => {
    const before = await figures();
    const { status, body } = await ask(1, chat('count this'));
    expect([status, body.usage.prompt_tokens > 0]).toEqual([200, true]);
    await expect.poll(figures, PATIENT).toEqual({ ...before, answered: before.answered + 1 });
    expect((await listInferenceKeys(worker.contextFor(scope))).data[0]?.calls).toBe(0);
  });

  it('leave a slot to callers, two to what is ahead and one to background work', async () => {
    const [ahead, background] = [start(2, 2), start(3, 2)];
    await running(2, 2);
    const screen = start(1, 2);
    await running(3, 3);
    for (const one of [ahead, background, screen]) one.abort();
    await idle();
  });

  it('park what is ahead when a caller has no slot, and answer it afterwards from the beginning', async () => {
    const before = await figures();
    const callers = start(0, 2);
    await running(2);
    const texts = [1, 2].map((number) =>
      ask(2, chat(`ahead ${number}`, { max_tokens: 200, seed: 7, temperature: 0 })),
    );
    await running(4);
    // Nothing of it has been written, because callers are being answered.
    const { status } = await send(key, chat('me too'));
    expect(status).toBe(200);
    expect((await figures()).parked).toBeGreaterThan(before.parked);
    callers.abort();
    for (const [index, answer] of (await Promise.all(texts)).entries()) {
      const alone = await ask(2, chat(`ahead ${index + 1}`, { max_tokens: 200, seed: 7, temperature: 0 }));
      expect([answer.status, answer.body.choices[0].message.content]).toEqual([
        200,
        alone.body.choices[0].message.content,
      ]);
    }
    await idle();
  });

  onlyInSoak(it)('stop between two steps for a caller, and go on with what they have', async () => {
    const before = await figures();
    const ahead = ask(2, chat('go on', { ...LONG, max_tokens: 1_500 }));
    await running(1);
    const written = () => worker.inference.scheduler.engine.pulse?.slots.map(({ tokens }) => tokens) ?? [];
    await expect.poll(() => Math.max(...written()), PATIENT).toBeGreaterThan(100);
    const caller = start(0, 1);
    await running(2);
    await Promise.all(caller.all);
    // One step may have been under way. From then on only the caller's text grows.
    const grown: number[][] = [];
    for (let reading = 0; reading < 2; reading += 1) {
      const { pulse } = worker.inference.scheduler.engine;
      await expect.poll(() => worker.inference.scheduler.engine.pulse === pulse, PATIENT).toBe(false);
      grown.push(written());
    }
    const [first = [], second = []] = grown;
    expect(second.filter((tokens, index) => tokens !== first[index])).toHaveLength(1);
    caller.abort();
    const { status, body } = await ahead;
    expect([status, body.usage.completion_tokens]).toEqual([200, 1_500]);
    expect((await figures()).parked).toBe(before.parked);
    await idle();
  });

  it('shed what is over the bound of its queue, with a code of its own', async () => {
    const before = await figures();
    const callers = start(0, 3);
    await running(3);
    const background = Array.from({ length: 12 }, (_, number) => ask(3, chat(`later ${number}`)));
    await expect.poll(async () => (await figures()).shed - before.shed, PATIENT).toBe(3);
    callers.abort();
    const answers = await Promise.all(background);
    const shed = answers.filter(({ status }) => status === 429);
    expect(shed.map(({ body, headers }) => [body.error.code, headers.get('retry-after')])).toEqual(
      Array(3).fill(['shed', null]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(worker.logs.filter((line) => line.includes('later'))).toEqual([]);
    await idle();
  });

  it('never share cached tokens between workspaces', async () => {
    const text = 'Our customer Ana asks about the blue lamp that she ordered in May. '.repeat(6);
    const other = await worker.tenant();
    await ask(2, chat(text));
    expect((await ask(0, chat(text))).body.usage.prompt_tokens_details.cached_tokens).toBeGreaterThan(100);
    expect((await ask(0, chat(text), other)).body.usage.prompt_tokens_details.cached_tokens).toBe(0);
  });
});
