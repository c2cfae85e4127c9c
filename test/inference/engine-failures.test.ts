import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { listInferenceKeys } from '../../server/features/inference/keys/index.ts';
import { startDatabaseProxy } from '../campaign/database-proxy.ts';
import { onlyInSoak, sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [{ role: 'user' as const, content: 'hi' }];
const endless = { ...ENDLESS, model: MODEL, messages };

describe('when the engine fails', () => {
  let worker: TestInference | undefined;
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });

  it('kill -9: running requests fail, waiting ones are answered, and the engine restarts automatically', async () => {
    worker = await startInference();
    const { scheduler } = worker.inference;
    const scope = await worker.tenant();
    const client = worker.client((await worker.key(scope)).key);
    const stream = await client.chat.completions.create({ ...endless, stream: true });
    const streaming = (async () => {
      for await (const _ of stream);
    })();
    const outcome = (asked: Promise<unknown>) =>
      asked.then(
        () => 200,
        (error) => error.status,
      );
    const broken = expect(streaming).rejects.toThrow('The engine ended');
    const running = Array.from({ length: 3 }, () => outcome(client.chat.completions.create(endless)));
    await expect.poll(() => scheduler.counts().running).toBe(4);
    const waiting = Array.from({ length: 5 }, () =>
      client.chat.completions.create({ model: MODEL, messages, max_tokens: 5 }),
    );
    await expect.poll(() => scheduler.counts()).toMatchObject({ running: 4, waiting: 5 });
    const before = worker.enginePid();
    process.kill(before, 'SIGKILL');
    await broken;
    expect(await Promise.all(running)).toEqual([503, 503, 503]);
    for (const one of await Promise.all(waiting)) expect(one.usage?.completion_tokens).toBeGreaterThan(0);
    expect(worker.enginePid()).not.toBe(before);
    expect(scheduler.engine.restarts).toBe(1);
    // Three got nothing and do not count; the stream had started, and the five were answered.
    const ctx = worker.contextFor(scope);
    await expect.poll(async () => (await listInferenceKeys(ctx)).counters.calls).toBe(6);
  });

  it('the engine ends with its parent, also when the parent ends before the engine is ready', async () => {
    const entry = join(process.cwd(), 'dist/server/inference-engine.js');
    const engine = spawn(process.execPath, [entry], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    engine.disconnect();
    const [code] = await once(engine, 'exit');
    expect(code).toBe(0);
  });

  onlyInSoak(it)('an engine that hangs is killed and restarted', async () => {
    worker = await startInference({ engineLimits: { stallMs: 1_500, watchMs: 100 } });
    const { scheduler } = worker.inference;
    const client = worker.client((await worker.key(await worker.tenant())).key);
    const asking = client.chat.completions.create(endless).catch((error) => error);
    await expect.poll(() => scheduler.counts().running).toBe(1);
    process.kill(worker.enginePid(), 'SIGSTOP');
    const error = await asking;
    expect(error instanceof OpenAI.APIError && error.status).toBe(503);
    await eventually(async () => scheduler.engine.state === 'ready');
    const next = await client.chat.completions.create({ model: MODEL, messages, max_tokens: 5 });
    expect(next.choices).toHaveLength(1);
  });

  onlyInSoak(it)('with an invalid model file, the endpoint responds that no model is loaded', async () => {
    const path = new URL('../../package.json', import.meta.url).pathname;
    worker = await startInference({ env: { MODEL_PATH: path }, untilState: 'failed' });
    const client = worker.client((await worker.key(await worker.tenant())).key);
    const asked = client.chat.completions.create({ model: 'package.json', messages });
    await expect(asked).rejects.toMatchObject({ status: 503, code: 'model_not_loaded' });
  });

  onlyInSoak(it)(
    'with a database that does not answer, calls get 503 and may be repeated; then they are answered again',
    async () => {
      const own = await createTestDatabase();
      const proxy = await startDatabaseProxy(own.url);
      worker = await startInference({ apiServer: { databaseUrl: proxy.url } });
      const { key } = await worker.key(await worker.tenant());
      const ask = () =>
        fetch(`${worker?.url}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: MODEL, messages, max_tokens: 3 }),
        });
      expect((await ask()).status).toBe(200);
      for (const cut of ['before', 'after', 'answer'] as const) {
        const left = proxy.cutNext(/inference_keys|COMMIT/, cut, 20);
        const answer = await ask();
        expect(answer.status, cut).toBe(503);
        expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', type: 'server_error' } });
        expect(answer.headers.get('retry-after')).toBe('2');
        expect(left()).toBeLessThan(20);
        proxy.cutNext(/never/, cut, 0);
        expect((await ask()).status).toBe(200);
      }
      await worker.stop();
      worker = undefined;
      await proxy.close();
      await own.drop();
    },
  );

  onlyInSoak(it)('a request past its deadline ends, and its slot is free', async () => {
    worker = await startInference({ deadlineMs: 400 });
    const client = worker.client((await worker.key(await worker.tenant())).key);
    await expect(client.chat.completions.create(endless)).rejects.toMatchObject({
      status: 503,
      code: 'deadline_exceeded',
    });
    const { counts } = worker.inference.scheduler;
    await expect.poll(counts, { timeout: 2_000 }).toEqual({ waiting: 0, running: 0, leaving: 0 });
  });

  onlyInSoak(it)(
    'with 64 clients of which a third disconnect and a tenth send garbage, nothing leaks and the rest are served fairly',
    async () => {
      worker = await startInference();
      const { url } = worker;
      const keys = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const scope = await (worker as TestInference).tenant();
          return (await (worker as TestInference).key(scope)).key;
        }),
      );
      const outcomes = new Map<string, number>();
      /** The keys of completed requests, in order. */
      const order: number[] = [];
      // One key makes more requests than all others together, and before them.
      const keyOf = (index: number) => (index < 36 ? 0 : 1 + (index % 3));
      const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const request = async (index: number) => {
        const abort = new AbortController();
        const isGarbage = index % 10 === 9;
        const leaves = !isGarbage && index % 3 === 0;
        const body = leaves
          ? { ...endless, stream: true }
          : { model: MODEL, messages, max_tokens: 30, stream: index % 2 === 0 };
        const answer = await fetch(`${url}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys[keyOf(index)]}`, 'content-type': 'application/json' },
          body: isGarbage ? '{"model": [' : JSON.stringify(body),
          signal: abort.signal,
        }).catch(() => null);
        if (!answer) return note('left');
        if (!leaves) {
          await answer.text();
          if (answer.status === 200) order.push(keyOf(index));
          return note(String(answer.status));
        }
        await answer.body?.getReader().read();
        abort.abort();
        return note('left');
      };
      const round = async () => {
        outcomes.clear();
        order.length = 0;
        await Promise.all(Array.from({ length: 64 }, (_, index) => request(index)));
        await expect
          .poll(() => worker?.inference.scheduler.counts())
          .toEqual({ waiting: 0, running: 0, leaving: 0 });
        // 6 send garbage, 20 disconnect, 38 stay; the queue has room for all.
        expect(Object.fromEntries(outcomes)).toEqual({ '200': 38, '400': 6, left: 20 });
        // The other keys were served although the greedy one was first: it still has requests left.
        const lastOfOthers = order.findLastIndex((who) => who > 0);
        expect(order.slice(lastOfOthers + 1).length, order.join('')).toBeGreaterThanOrEqual(4);
      };
      await round();
      const first = residentBytes(worker.enginePid());
      for (let more = 0; more < sized(1, 2); more += 1) await round();
      expect(residentBytes(worker.enginePid()) / first).toBeLessThan(1.2);
      expect(worker.inference.scheduler.engine.restarts).toBe(0);
    },
    60_000,
  );
});

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
