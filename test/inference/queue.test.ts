import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInferenceKeys } from '../../server/features/inference/keys/index.ts';
import { type Answer, call } from '../helpers/test-server.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const chat = (more: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 8,
  ...more,
});

describe('the queue of the inference endpoint', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference({ queue: { total: 6, perTenant: 6, perKey: 4 } });
  });
  afterAll(() => worker.stop());

  const post = (key: string, body: unknown) =>
    call(`${worker.url}/chat/completions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}` },
    });
  const positioned = ({ status, headers }: Answer) => [status, headers.get('x-queue-position')];
  const idle = () =>
    expect.poll(() => worker.inference.scheduler.counts()).toEqual({ waiting: 0, running: 0, leaving: 0 });

  /** Starts responses that only an abort ends. `begun` has their statuses; null if aborted before. */
  function endless(key: string, count: number) {
    const aborts = Array.from({ length: count }, () => new AbortController());
    // Keeps the responses, because an unread one would be aborted by garbage collection.
    const answers: Response[] = [];
    const begun = aborts.map(({ signal }) =>
      fetch(`${worker.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(chat({ ...ENDLESS, stream: true })),
        signal,
      }).then(
        (answer) => {
          answers.push(answer);
          return answer.status;
        },
        () => null,
      ),
    );
    return { begun, answers, abort: (index: number) => aborts[index]?.abort() };
  }
  const waiting = (count: number) =>
    expect.poll(() => worker.inference.scheduler.counts().waiting).toBe(count);

  it('limits how many requests wait, returns their position, and 429 with Retry-After beyond the limit', async () => {
    const scope = await worker.tenant();
    const { key } = await worker.key(scope);
    const running = endless(key, 4);
    expect(await Promise.all(running.begun)).toEqual([200, 200, 200, 200]);
    const first = post(key, chat());
    await waiting(1);
    const second = post(key, chat());
    await waiting(2);
    const others = endless(key, 2);
    await waiting(4);
    const rejected = await post(key, chat());
    expect([rejected.status, rejected.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('x-queue-position')).toBeNull();
    for (const index of [0, 1]) others.abort(index);
    expect(await Promise.all(others.begun)).toEqual([null, null]);
    for (const index of [0, 1, 2, 3]) running.abort(index);
    expect((await Promise.all([first, second])).map(positioned)).toEqual([
      [200, '1'],
      [200, '2'],
    ]);
    await idle();
    expect(positioned(await post(key, chat()))).toEqual([200, null]);
  });

  it('limits how many wait when they arrive all at once, and counts only those', async () => {
    const scope = await worker.tenant();
    const { key } = await worker.key(scope);
    const filler = (await worker.key(await worker.tenant())).key;
    const running = endless(filler, 4);
    await Promise.all(running.begun);
    let rejected = 0;
    const burst = Array.from({ length: 12 }, async () => {
      const answer = await post(key, chat({ ...ENDLESS, max_tokens: 4 }));
      if (answer.status === 429) rejected += 1;
      return answer;
    });
    await expect.poll(() => rejected).toBe(8);
    for (const index of [0, 1, 2, 3]) running.abort(index);
    const statuses = (await Promise.all(burst)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
    // The count of rejected calls is corrected after their responses.
    await expect.poll(async () => (await listInferenceKeys(worker.contextFor(scope))).data[0]?.calls).toBe(4);
    await idle();
  });

  it('lets a key have its turn although another one has filled the queue', async () => {
    const greedy = (await worker.key(await worker.tenant())).key;
    const modest = (await worker.key(await worker.tenant())).key;
    const running = endless(greedy, 4);
    await Promise.all(running.begun);
    const order: string[] = [];
    const ask = (key: string, name: string) =>
      post(key, chat()).then((answer) => {
        order.push(name);
        return positioned(answer);
      });
    const all = Array.from({ length: 4 }, () => ask(greedy, 'greedy'));
    await waiting(4);
    all.push(ask(modest, 'modest'));
    await waiting(5);
    // The free slot is given to the modest key, although others have waited longer.
    running.abort(0);
    const answers = await Promise.all(all);
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[4]).toEqual([200, '1']);
    expect(order[0]).toBe('modest');
    for (const index of [1, 2, 3]) running.abort(index);
    await idle();
  });

  it('starts a response while others are streamed, also when a cached conversation must be evicted first', async () => {
    const before = (await worker.key(await worker.tenant())).key;
    await Promise.all(Array.from({ length: 4 }, () => post(before, chat())));
    const busy = endless((await worker.key(await worker.tenant())).key, 3);
    await Promise.all(busy.begun);
    const { key } = await worker.key(await worker.tenant());
    for (let turn = 0; turn < 3; turn += 1) expect((await post(key, chat())).status).toBe(200);
    expect(worker.inference.scheduler.counts().running).toBe(3);
    for (const index of [0, 1, 2]) busy.abort(index);
    await idle();
  });
});
