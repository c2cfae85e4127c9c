import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { placeholderPath } from '../../server/inference/models/model-path.ts';
import requests from './client-requests.json' with { type: 'json' };
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const Usage = z.object({ prompt_tokens: z.number().min(1), completion_tokens: z.number() });
const Text = z.looseObject({ type: z.string() });
/** What a client reads of an answer in one piece. */
const WHOLE = {
  list: z.object({ object: z.literal('list'), data: z.array(z.object({ id: z.string() })).min(1) }),
  chat: z.object({
    object: z.literal('chat.completion'),
    choices: z.array(z.object({ message: z.object({ role: z.literal('assistant') }) })).length(1),
    usage: Usage,
  }),
  text: z.object({
    object: z.literal('text_completion'),
    choices: z.array(z.object({ text: z.string() })).length(1),
    usage: Usage,
  }),
  response: z.object({
    object: z.literal('response'),
    created_at: z.number(),
    output: z.array(z.looseObject({ type: z.literal('message'), content: z.array(Text) })).length(1),
    usage: z.object({ input_tokens: z.number().min(1), output_tokens: z.number() }),
  }),
  embeddings: z.object({
    object: z.literal('list'),
    data: z.array(z.object({ embedding: z.union([z.string().min(1), z.array(z.number()).min(1)]) })).min(1),
  }),
} as const;
type Kind = keyof typeof WHOLE;

interface Recorded {
  client: string;
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: { stream?: boolean } | null;
  answer: string;
}

/**
 * The requests that clients send when they are set up and when they are used, word for word. They were recorded from
 * the packages, or are what their sources send.
 */
describe('the first requests of real clients', () => {
  let worker: TestInference;
  let key: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-clients-'));
    const path = placeholderPath(folder);
    worker = await startInference({ env: { EMBEDDING_MODEL_PATH: path } });
    key = (await worker.key(await worker.tenant())).key;
  });
  afterAll(async () => {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(requests as unknown as Recorded[])('$client: $what', async (recorded) => {
    const { method, path, headers, body, answer } = recorded;
    const response = await fetch(worker.url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
    if (body?.stream) expectStream(answer as Kind, response.headers.get('content-type') ?? '', text);
    else WHOLE[answer as Kind].parse(JSON.parse(text));
    if (answer === 'list') expect(JSON.parse(text).data[0].id).toBe(MODEL);
  });
});

function expectStream(kind: Kind, type: string, text: string): void {
  expect(type).toContain('text/event-stream');
  const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  if (kind === 'response') {
    const [first, last] = [events[0] ?? '', events.at(-1) ?? ''];
    expect(first).toMatch(/^event: response\.created\ndata: \{"type":"response\.created"/);
    expect(last).toMatch(/^event: response\.(completed|incomplete)\ndata: /);
    return;
  }
  expect(events.at(-1)).toBe('data: [DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)));
  expect(new Set(chunks.map(({ object }) => object))).toEqual(
    new Set([kind === 'chat' ? 'chat.completion.chunk' : 'text_completion']),
  );
  const reasons = chunks.flatMap(({ choices }) => choices.map((choice: Choice) => choice.finish_reason));
  expect(reasons.filter((reason: string | null) => reason !== null)).toHaveLength(1);
}

interface Choice {
  finish_reason: string | null;
}
