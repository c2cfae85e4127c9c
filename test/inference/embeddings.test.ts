import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenAIEmbeddings } from '@langchain/openai';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inferenceKeyUsage } from '../../server/features/inference/keys/inference-keys.service.ts';
import {
  changePromptLog,
  listPrompts,
  openPrompt,
} from '../../server/features/inference/prompt-log/prompt-log.service.ts';
import { createEmbedTexts } from '../../server/flows/assist/call-embeddings.ts';
import { placeholderPath } from '../../server/inference/models/model-path.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { startInference, type TestInference } from './inference-rig.ts';

const EMBEDDINGS = 'tiny-test';
const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);

describe('embeddings', () => {
  let worker: TestInference;
  let client: OpenAI;
  let key: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-embeddings-'));
    const path = placeholderPath(folder);
    worker = await startInference({ env: { EMBEDDING_MODEL_PATH: path } });
    key = (await worker.key(await worker.tenant())).key;
    client = worker.client(key);
  });
  afterAll(async () => {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are vectors of length 1, in the order of the texts, the same for the same text', async () => {
    const { data, model, usage } = await client.embeddings.create({
      model: 'default',
      input: ['Hello', 'Something else', 'Hello'],
    });
    expect(model).toBe(EMBEDDINGS);
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    const [one, other, again] = data.map(({ embedding }) => embedding);
    expect(one?.length).toBeGreaterThan(8);
    expect(lengthOf(one ?? [])).toBeCloseTo(1, 4);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(usage.prompt_tokens).toBeGreaterThan(10);
  });

  it('have the same values as base64 and as numbers, and fewer on request', async () => {
    const asked = { model: EMBEDDINGS, input: 'Hello' };
    // The package asks for base64 by default, and decodes it.
    const decoded = (await client.embeddings.create(asked)).data[0]?.embedding ?? [];
    const plain = (await client.embeddings.create({ ...asked, encoding_format: 'float' })).data[0]?.embedding;
    for (const [index, value] of decoded.entries()) expect(value).toBeCloseTo(plain?.[index] ?? 0, 5);
    const short = (await client.embeddings.create({ ...asked, dimensions: 4 })).data[0]?.embedding ?? [];
    expect([short.length, lengthOf(short).toFixed(4)]).toEqual([4, '1.0000']);
  });

  it('come from LangChain as n8n uses it', async () => {
    const embeddings = new OpenAIEmbeddings({
      model: EMBEDDINGS,
      apiKey: key,
      configuration: { baseURL: worker.url },
      maxRetries: 0,
    });
    const [one] = await embeddings.embedDocuments(['A page', 'Another page']);
    expect(one).toHaveLength((await embeddings.embedQuery('A page')).length);
  });

  it('count as calls with their tokens, and are in the prompt log', async () => {
    const scope = await worker.tenant();
    const ctx = worker.contextFor(scope);
    await changePromptLog(ctx, { keeps: true, days: 1 });
    const mine = worker.client((await worker.key(scope, { quota: 1 })).key);
    const { usage } = await mine.embeddings.create({ model: EMBEDDINGS, input: 'Hello' });
    await expect
      .poll(async () => (await inferenceKeyUsage(ctx, 1)).data[0])
      .toMatchObject({ calls: 1, promptTokens: usage.prompt_tokens, completionTokens: 0 });
    await expect(mine.embeddings.create({ model: EMBEDDINGS, input: 'x' })).rejects.toMatchObject({
      code: 'insufficient_quota',
    });
    const entries = async () => (await listPrompts(ctx, { limit: 5 })).data;
    await expect.poll(async () => (await entries()).length).toBe(1);
    const { prompt } = await openPrompt(ctx, (await entries())[0]?.id ?? '');
    expect(JSON.parse(prompt)).toEqual([{ role: 'user', content: 'Hello' }]);
  });

  it('are made for the assistant as background work and while a person waits, and count for no key', async () => {
    const scope = await worker.tenant();
    const ctx = worker.contextFor(scope);
    await expect
      .poll(() => createEmbedTexts({ db: worker.database, clock: systemClock }).modelNow())
      .toBe(EMBEDDINGS);
    const { embed } = createEmbedTexts({ db: worker.database, clock: systemClock });
    const texts = ['Do you ship abroad?', 'Are you open?', 'Do you ship abroad?'];
    const made = await embed(ctx, texts, { isWaiting: false, deadlineMs: 30_000 });
    expect(made?.model).toBe(EMBEDDINGS);
    const [one, other, again] = made?.vectors.map((vector) => Array.from(vector)) ?? [];
    expect([lengthOf(one ?? []).toFixed(3), again]).toEqual(['1.000', one]);
    expect(other).not.toEqual(one);
    const waited = await embed(ctx, ['Are you open?'], { isWaiting: true, deadlineMs: 30_000 });
    for (const [at, value] of Array.from(waited?.vectors[0] ?? []).entries())
      expect(value).toBeCloseTo(other?.[at] ?? 0, 5);
    expect(await embed(ctx, texts, { isWaiting: true, deadlineMs: 0 })).toBeNull();
    expect(await listPrompts(ctx, { limit: 5 })).toMatchObject({ data: [] });
  });

  it('are computed while answers are written, for many callers at once', async () => {
    const asked = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? client.embeddings
            .create({ model: EMBEDDINGS, input: `Text ${index}` })
            .then(({ data }) => data.length)
        : client.chat.completions
            .create({ model: EMBEDDINGS, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 8 })
            .then(({ choices }) => choices.length),
    );
    expect(await Promise.all(asked)).toEqual(Array(12).fill(1));
  });

  it('of as many texts as OpenAI takes come in their order, and others have their turn meanwhile', async () => {
    const other = worker.client((await worker.key(await worker.tenant())).key);
    const ended: string[] = [];
    const note =
      (name: string) =>
      <T>(answer: T): T => {
        ended.push(name);
        return answer;
      };
    const input = Array.from({ length: 2_048 }, (_, index) => `Text ${index} of many`);
    const large = client.embeddings.create({ model: EMBEDDINGS, input }).then(note('large'));
    // It is being computed by the time the other one arrives.
    await client.models.list();
    const small = await other.embeddings
      .create({ model: EMBEDDINGS, input: 'Text 7 of many' })
      .then(note('small'));
    const { data, usage } = await large;
    expect(ended).toEqual(['small', 'large']);
    expect(data.map(({ index }) => index)).toEqual(input.map((_, index) => index));
    expect(data[7]?.embedding).toEqual(small.data[0]?.embedding);
    expect(data[2_047]?.embedding).not.toEqual(data[7]?.embedding);
    expect(usage.prompt_tokens).toBeGreaterThan(2_048 * 3);
  });

  it('report each error with its status and field', async () => {
    const ask = (body: object) =>
      client.embeddings.create({ model: EMBEDDINGS, input: 'x', ...body } as never).catch((error) => error);
    expect(await ask({ model: 'text-embedding-3-small' })).toMatchObject({ status: 404, param: 'model' });
    expect(await ask({ input: [1, 2] })).toMatchObject({ status: 400, param: 'input' });
    expect(await ask({ input: [''] })).toMatchObject({ status: 400, param: 'input' });
    expect(await ask({ input: Array(2_049).fill('x') })).toMatchObject({ status: 400, param: 'input' });
    expect(await ask({ dimensions: 100_000 })).toMatchObject({ status: 400, param: 'dimensions' });
    const long = await ask({ input: 'word '.repeat(3_000) });
    expect(long).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'input' });
    expect(long.message).toMatch(/A text has \d+ tokens; this model reads 2047/);
  });

  it('say how to set a model where there is none', async () => {
    const bare = await startInference();
    const other = bare.client((await bare.key(await bare.tenant())).key);
    await expect(other.embeddings.create({ model: 'default', input: 'x' })).rejects.toMatchObject({
      status: 404,
      code: 'embeddings_not_set_up',
      message: expect.stringContaining('EMBEDDING_MODEL_PATH'),
    });
    await bare.stop();
  });
});
