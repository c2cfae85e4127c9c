import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInferenceKeys } from '../../server/features/inference/keys/index.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

const SLOTS = 4;

describe('the progress of a request', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference({ queue: { total: 6, perTenant: 6, perKey: 6 } });
  });
  afterAll(() => worker.stop());

  const ask = (key: string, more: object, headers: Record<string, string> = {}) => {
    const abort = new AbortController();
    const answer = fetch(`${worker.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }], ...more }),
      signal: abort.signal,
    });
    answer.catch(() => undefined);
    return { answer, abort: () => abort.abort() };
  };
  const waiting = (count: number) =>
    expect.poll(() => worker.inference.scheduler.counts().waiting).toBe(count);

  /** Occupies every slot until it is aborted. */
  async function fill(key: string) {
    const running = Array.from({ length: SLOTS }, () => ask(key, { ...ENDLESS, stream: true }));
    for (const { answer } of running) expect((await answer).status).toBe(200);
    return running;
  }

  /** Requests a stream with progress, and records the queue positions. */
  async function askWithProgress(key: string, more: object = { ...ENDLESS, max_tokens: 4 }) {
    const asked = ask(key, { ...more, stream: true }, { 'x-progress': 'true' });
    const answer = await asked.answer;
    const places: number[] = [];
    const seen = { ...asked, places, text: '', isOver: false };
    void (async () => {
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        seen.text += piece;
        for (const [, place] of piece.matchAll(/^: queue-position (\d+)$/gm)) places.push(Number(place));
      }
      seen.isOver = true;
    })().catch(() => undefined);
    return seen;
  }

  it('reports the position while it waits, and the response follows on the same stream', async () => {
    const { key } = await worker.key(await worker.tenant());
    const running = await fill(key);
    const first = await askWithProgress(key);
    await waiting(1);
    const second = await askWithProgress(key);
    await waiting(2);
    const third = await askWithProgress(key);
    await expect.poll(() => [first.places, second.places, third.places]).toEqual([[1], [2], [3]]);
    second.abort();
    await expect.poll(() => third.places).toEqual([3, 2]);
    // A client that does not know positions: the package ignores them.
    const whole = worker.client(key).chat.completions.create(
      {
        model: MODEL,
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
        ...ENDLESS,
        max_tokens: 4,
      },
      { headers: { 'x-progress': 'true' } },
    );
    await waiting(3);
    for (const { abort } of running) abort();
    await expect.poll(() => [first.isOver, third.isOver]).toEqual([true, true]);
    for (const { text } of [first, third]) {
      expect(text).toContain('"role":"assistant"');
      expect(text.trim().endsWith('data: [DONE]')).toBe(true);
    }
    const chunks = [];
    for await (const chunk of await whole) chunks.push(chunk);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('length');
  });

  it('is in a header of an unstreamed response, and absent if nothing had to wait', async () => {
    const { key } = await worker.key(await worker.tenant());
    const at = await ask(key, { max_tokens: 4, stream: true }, { 'x-progress': 'true' }).answer;
    expect(await at.text()).not.toContain('queue-position');
    const running = await fill(key);
    const plain = ask(key, { ...ENDLESS, max_tokens: 4 });
    await waiting(1);
    for (const { abort } of running) abort();
    const answer = await plain.answer;
    expect([answer.headers.get('x-queue-position'), (await answer.json()).usage.completion_tokens]).toEqual([
      '1',
      4,
    ]);
  });

  it('reports how much of a long prompt has been read', async () => {
    const { key } = await worker.key(await worker.tenant());
    const progressOf = async (question: string, headers: Record<string, string>) => {
      const messages = [{ role: 'user', content: question.repeat(80) }];
      const { answer } = ask(key, { messages, max_tokens: 4, stream: true }, headers);
      return [...(await (await answer).text()).matchAll(/^: prompt-read (\d+)\/(\d+)$/gm)];
    };
    const pieces = (await progressOf('Where is it? ', { 'x-progress': 'true' })).map(([, read, all]) => [
      Number(read),
      Number(all),
    ]);
    const all = pieces[0]?.[1] ?? 0;
    expect(all).toBeGreaterThan(1_000);
    expect(pieces).toEqual(
      Array.from({ length: Math.ceil(all / 256) - 1 }, (_, at) => [256 * (at + 1), all]),
    );
    expect(await progressOf('And who are you? ', {})).toEqual([]);
  });

  it('ends in an error event when the deadline passes in the queue, and the call is not counted', async () => {
    await worker.stop();
    worker = await startInference({ deadlineMs: 4_000 });
    const scope = await worker.tenant();
    const filler = await worker.key(await worker.tenant());
    const { key } = await worker.key(scope);
    const running = await fill(filler.key);
    // Keeps every slot busy, however slow this machine is.
    process.kill(worker.enginePid(), 'SIGSTOP');
    const late = await askWithProgress(key);
    try {
      await expect.poll(() => late.places).toEqual([1]);
      await expect.poll(() => late.isOver).toBe(true);
    } finally {
      process.kill(worker.enginePid(), 'SIGCONT');
    }
    expect(late.text).toContain('deadline_exceeded');
    expect(late.text).not.toContain('[DONE]');
    await expect.poll(async () => (await listInferenceKeys(worker.contextFor(scope))).data[0]?.calls).toBe(0);
    for (const { abort } of running) abort();
  });
});
