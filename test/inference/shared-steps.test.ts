import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

let worker: TestInference;
beforeAll(async () => {
  worker = await startInference();
});
afterAll(() => worker.stop());

/** A figure of `/metrics`. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${worker.root}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

it('four answers share each step of the model, and each step one pass over its weights', async () => {
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
  // Were they not in the order of their sequences, it would be as many as there are answers.
  expect(await figure('inference_passes_per_step')).toBeLessThan(1.5);
  abort.abort();
});
