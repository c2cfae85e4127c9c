import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../helpers/test-server.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

/** Predicted outputs: an answer that repeats a text is written in fewer steps, and is the same answer. */
let worker: TestInference;
let key: string;
beforeAll(async () => {
  worker = await startInference();
  ({ key } = await worker.key(await worker.tenant()));
});
afterAll(() => worker.stop());

const ask = async (content: string, more: object = {}) => {
  const { status, body } = await call(`${worker.url}/chat/completions`, {
    method: 'POST',
    body: {
      ...{ model: MODEL, messages: [{ role: 'user', content }], max_tokens: 40, temperature: 0, seed: 7 },
      ...more,
    },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return {
    text: body.choices[0].message.content as string,
    reason: body.choices[0].finish_reason,
    usage: body.usage,
  };
};
const predicted = (content: string) => ({ prediction: { type: 'content', content } });
const steps = () => worker.inference.scheduler.engine.pulse?.steps ?? 0;
/** The model repeats one letter. */
const LETTERS = { logit_bias: { ['a'.charCodeAt(0)]: 100 } };

it('gives the answer that it gives without a prediction, right or wrong', async () => {
  for (const question of ['Write something.', 'And something else?']) {
    const plain = await ask(question);
    expect(plain.usage.completion_tokens_details).toBeUndefined();
    const middle = plain.text.slice(5, 20);
    for (const content of [
      plain.text,
      `${middle} and ${middle}`,
      'nothing of the kind',
      plain.text.slice(10),
    ]) {
      const { text, reason, usage } = await ask(question, predicted(content));
      expect([text, reason, usage.completion_tokens]).toEqual([
        ...[plain.text, plain.reason, plain.usage.completion_tokens],
      ]);
    }
  }
});

it('writes several tokens in a step, and counts which were right', async () => {
  const measure = async (more: object) => {
    const before = steps();
    const { usage } = await ask('Repeat the letters.', { ...LETTERS, max_tokens: 120, ...more });
    let after = before;
    await expect
      .poll(
        () => {
          // The worker reports its steps now and then: those of this answer are all there when no more come.
          const isSettled = after > before && steps() === after;
          after = steps();
          return isSettled;
        },
        { interval: 500, timeout: 15_000 },
      )
      .toBe(true);
    return { usage, steps: after - before };
  };
  await measure({});
  const plain = await measure({});
  const right = await measure(predicted('a'.repeat(120)));
  expect(right.usage.completion_tokens).toBe(120);
  expect(right.usage.completion_tokens_details.accepted_prediction_tokens).toBeGreaterThan(100);
  expect(right.steps).toBeLessThan(plain.steps / 4);
  const wrong = await measure(predicted('b'.repeat(120)));
  expect(wrong.usage.completion_tokens).toBe(120);
  expect(wrong.usage.completion_tokens_details).toEqual({
    ...{ accepted_prediction_tokens: 0, rejected_prediction_tokens: 4 },
  });
});

it('ends at a stop sequence and at the limit, and leaves a slot that can go on', async () => {
  const messages = [{ role: 'user', content: 'Repeat the letters once more.' }];
  const stopped = await ask('', { ...LETTERS, ...predicted('a'.repeat(40)), messages, stop: 'aaaaaaaaaa' });
  expect([stopped.text, stopped.reason]).toEqual(['', 'stop']);
  const cut = await ask('', { ...LETTERS, ...predicted('a'.repeat(40)), messages, max_tokens: 3 });
  expect([cut.text, cut.reason]).toEqual(['aaa', 'length']);
  const again = await ask('', { ...LETTERS, messages, max_tokens: 5 });
  expect(again.text).toBe('aaaaa');
  expect(again.usage.prompt_tokens_details.cached_tokens).toBe(again.usage.prompt_tokens - 1);
});

it('guesses nothing beside other answers, and in forms that are not text alone', async () => {
  const all = await Promise.all(
    Array.from({ length: 3 }, (_, index) =>
      ask(`Repeat the letters, number ${index}.`, {
        ...LETTERS,
        ...predicted('a'.repeat(200)),
        max_tokens: 200,
      }),
    ),
  );
  for (const { text } of all) expect(text).toBe('a'.repeat(200));
  const schema = {
    type: 'object',
    properties: { a: { const: 'x' } },
    required: ['a'],
    additionalProperties: false,
  };
  const json = await ask('Answer.', {
    ...predicted('{"a": "x"}'),
    response_format: { type: 'json_schema', json_schema: { name: 'one', schema } },
  });
  expect(JSON.parse(json.text)).toEqual({ a: 'x' });
  expect(json.usage.completion_tokens_details).toBeUndefined();
});

it('rejects a prediction that is no text', async () => {
  const { status, body } = await call(`${worker.url}/chat/completions`, {
    method: 'POST',
    body: {
      ...{ model: MODEL, messages: [{ role: 'user', content: 'x' }] },
      prediction: { type: 'content', content: [{ type: 'image_url' }] },
    },
    headers: { authorization: `Bearer ${key}` },
  });
  expect([status, body.error.param]).toEqual([400, 'prediction.content[0]']);
});
