import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const messages = [
  {
    role: 'system' as const,
    content: 'You help the staff of a bicycle shop. Use only what is written here.',
  },
  { role: 'user' as const, content: `A chat. ${'1 Ana: When is my bicycle ready? '.repeat(20)}` },
];
const schemaOf = (name: string) => ({
  type: 'json_schema' as const,
  json_schema: {
    name,
    schema: {
      type: 'object',
      properties: { [name]: { enum: ['yes', 'no'] } },
      required: [name],
      additionalProperties: false,
    },
  },
});

describe('a chat that was read once', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference();
  });
  afterAll(() => worker.stop());

  it('is not read again for an answer in another form', async () => {
    const client = worker.client((await worker.key(await worker.tenant())).key);
    const ask = (more: object) => client.chat.completions.create({ model: MODEL, messages, ...more });
    const text = await ask({ max_tokens: 4, stream: false });
    const chat = text.usage?.prompt_tokens ?? 0;
    expect(chat).toBeGreaterThan(300);
    for (const name of ['ready', 'urgent']) {
      const { usage } = await ask({ response_format: schemaOf(name), max_tokens: 40, stream: false });
      // All but the end of the last turn.
      expect(usage?.prompt_tokens_details?.cached_tokens).toBeGreaterThan(chat * 0.9);
      expect(usage?.prompt_tokens).toBeGreaterThan(chat);
    }
  });

  it('is read without an answer by max_tokens 0, streamed or not, also with a schema', async () => {
    const client = worker.client((await worker.key(await worker.tenant())).key);
    for (const more of [{}, { response_format: schemaOf('ready') }]) {
      const own = [...messages, { role: 'user' as const, content: JSON.stringify(more) }];
      const ask = (limit: number) =>
        client.chat.completions.create({ model: MODEL, messages: own, max_tokens: limit, ...more });
      const read = await ask(0);
      expect(read.choices).toMatchObject([{ message: { content: '' }, finish_reason: 'length' }]);
      expect(read.usage?.completion_tokens).toBe(0);
      const prompt = read.usage?.prompt_tokens ?? 0;
      const answer = await ask(20);
      expect(answer.usage?.prompt_tokens).toBe(prompt);
      // Its last token is processed again: what it leads to is the first token of the answer.
      expect(answer.usage?.prompt_tokens_details?.cached_tokens).toBe(prompt - 1);
    }
    const stream = await client.chat.completions.create({
      ...{ model: MODEL, messages, max_tokens: 0, stream: true },
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('');
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(0);
    const plain = await client.completions.create({
      model: MODEL,
      prompt: 'Once upon a time',
      max_tokens: 0,
    });
    expect(plain.usage?.completion_tokens).toBe(0);
  });
});
