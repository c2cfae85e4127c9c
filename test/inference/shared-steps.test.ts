import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

let worker: TestInference;
beforeAll(async () => {
  worker = await startInference();
});
afterAll(() => worker.stop());

/** Returns a value of `/metrics`. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${worker.root}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

it('four responses share each step of the model, and each step is one pass over its weights', async () => {
  const { key } = await worker.key(await worker.tenant());
  const abort = new AbortController();
  const answers = Array.from({ length: 4 }, () =>
    worker
      .client(key)
      .chat.completions.create(
        { model: MODEL, messages: [{ role: 'user', content: 'hi' }], stream: true, ...ENDLESS },
        { signal: abort.signal },
      ),
  );
  await Promise.all(answers);
  await expect.poll(() => figure('inference_busy_slots_per_step')).toBeGreaterThan(3.5);
  // If they were not ordered by sequence, there would be as many passes as responses.
  expect(await figure('inference_passes_per_step')).toBeLessThan(1.5);
  abort.abort();
});
