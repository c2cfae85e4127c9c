import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { APICallError, generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeInferenceKey } from '../../server/features/inference/keys/index.ts';
import { isSoak } from '../helpers/lane.ts';
import { ENDLESS, MODEL, startInference, type TestInference } from './inference-rig.ts';

/** A request of a client. */
interface Ask {
  url: string;
  key: string;
  model?: string;
  text?: string;
  /** Fields added to the body, for which clients have no option. */
  more?: object;
}

/** A client library: a response in one piece, and the pieces of a streamed one. */
interface Client {
  whole(ask: Ask): Promise<unknown>;
  stream(ask: Ask): AsyncIterable<unknown>;
}

/** Returns a fetch that adds fields to the body. */
const fetchWith =
  (more: object = {}): typeof fetch =>
  (url, init) =>
    fetch(url, { ...init, body: JSON.stringify({ ...JSON.parse(String(init?.body)), ...more }) });

const openai = ({ url, key, more }: Ask) =>
  new OpenAI({ apiKey: key, baseURL: url, maxRetries: 0, fetch: fetchWith(more) });
const langchain = ({ url, key, model = MODEL, more }: Ask) =>
  new ChatOpenAI({
    model,
    apiKey: key,
    configuration: { baseURL: url, fetch: fetchWith(more) },
    maxRetries: 0,
    maxTokens: 20,
  });
const aiSdk = ({ url, key, model = MODEL, more }: Ask) =>
  createOpenAICompatible({ name: 'switchboard', baseURL: url, apiKey: key, fetch: fetchWith(more) })(model);
const chat = ({ model = MODEL, text = 'hi' }: Ask) => ({
  model,
  messages: [{ role: 'user' as const, content: text }],
  max_tokens: 20,
});

const CLIENTS: Readonly<Record<string, Client>> = {
  openai: {
    whole: (ask) => openai(ask).chat.completions.create(chat(ask)),
    stream: async function* (ask) {
      yield* await openai(ask).chat.completions.create({ ...chat(ask), stream: true });
    },
  },
  'Vercel AI SDK': {
    whole: (ask) => generateText({ model: aiSdk(ask), prompt: ask.text ?? 'hi', maxRetries: 0 }),
    stream: async function* (ask) {
      const options = {
        model: aiSdk(ask),
        prompt: ask.text ?? 'hi',
        maxRetries: 0,
        onError: () => undefined,
      };
      for await (const part of streamText(options).fullStream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'text-delta') yield part.text;
      }
    },
  },
  LangChain: {
    whole: (ask) => langchain(ask).invoke([new HumanMessage(ask.text ?? 'hi')]),
    stream: async function* (ask) {
      yield* await langchain(ask).stream([new HumanMessage(ask.text ?? 'hi')]);
    },
  },
};

/** Returns the status and message that a client reports. */
async function errorOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => null,
    (thrown) => thrown,
  );
  if (error === null) return 'no error';
  const status = APICallError.isInstance(error) ? error.statusCode : error.status;
  return `${status} ${error.message}`;
}

async function read(pieces: AsyncIterable<unknown>, onPiece: () => void = () => undefined): Promise<number> {
  let count = 0;
  for await (const _ of pieces) {
    count += 1;
    onPiece();
  }
  return count;
}

let worker: TestInference;
beforeAll(async () => {
  worker = await startInference({ queue: { total: 1, perTenant: 1, perKey: 1 } });
});
afterAll(() => worker.stop());

for (const [name, client] of Object.entries(CLIENTS)) {
  describe(`every error, as ${name} reports it`, () => {
    const key = async (limits = {}) => (await worker.key(await worker.tenant(), limits)).key;
    /** Expects the same error with and without streaming. */
    async function expectBoth(ask: Ask, expected: RegExp): Promise<void> {
      expect(await errorOf(client.whole(ask))).toMatch(expected);
      expect(await errorOf(read(client.stream(ask)))).toMatch(expected);
    }

    it('of the key: unknown, revoked, expired, quota used up', async () => {
      const { url } = worker;
      await expectBoth({ url, key: 'sk-svc-wrong' }, /^401 .*No key of the model matches/);
      const scope = await worker.tenant();
      const revoked = await worker.key(scope);
      await revokeInferenceKey(worker.contextFor(scope), revoked.id);
      await expectBoth({ url, key: revoked.key }, /^401 .*revoked/);
      const brief = await key({ expiresAt: new Date(Date.now() + 50) });
      await new Promise((resolve) => setTimeout(resolve, 60));
      await expectBoth({ url, key: brief }, /^401 .*expired/);
      const spent = await key({ quota: 1 });
      await client.whole({ url, key: spent });
      await expectBoth({ url, key: spent }, /^429 .*used its quota/);
    });

    it('of the request: an unknown model, an invalid value, too long, a schema that cannot be followed', async () => {
      const [{ url }, known] = [worker, await key()];
      await expectBoth({ url, key: known, model: 'gpt-9' }, /^404 .*'gpt-9' is not served here/);
      await expectBoth({ url, key: known, more: { temperature: 9 } }, /^400 .*temperature/);
      await expectBoth({ url, key: known, more: { n: 5 } }, /^400 /);
      await expectBoth({ url, key: known, text: 'word '.repeat(2_000) }, /^400 .*messages have \d+ tokens/);
      const schema = { $ref: '#/$defs/nowhere' };
      const format = { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } };
      await expectBoth({ url, key: known, more: { response_format: format } }, /^400 .*\$defs/);
      await expectBoth({ url, key: known, text: 'x'.repeat(4_300_000) }, /^413 .*larger than 4mb/);
    });

    it('of the load: the queue is full', async () => {
      const [{ url }, known] = [worker, await key()];
      const abort = new AbortController();
      const body = JSON.stringify({ ...chat({ url, key: known }), ...ENDLESS, stream: true });
      const headers = { authorization: `Bearer ${known}`, 'content-type': 'application/json' };
      const busy = Array.from({ length: 5 }, () =>
        fetch(`${url}/chat/completions`, { method: 'POST', headers, body, signal: abort.signal }).catch(
          () => null,
        ),
      );
      await expect.poll(() => worker.inference.scheduler.counts()).toMatchObject({ running: 4, waiting: 1 });
      await expectBoth({ url, key: known }, /^429 .*Too many requests are waiting/);
      abort.abort();
      await Promise.all(busy);
    });

    // Kills two engines per client, so the loop does it for one client only.
    if (name !== 'openai' && !isSoak) return;
    it('of the engine: it ends before the first token, or during the stream', async () => {
      const [{ url }, known] = [worker, await key()];
      const ask = { url, key: known, more: ENDLESS };
      const { scheduler } = worker.inference;
      // The wait before an engine starts again grows with each death, and those of the other clients count.
      const restarted = () => expect.poll(() => scheduler.engine.state, { timeout: 60_000 }).toBe('ready');
      const asking = errorOf(client.whole(ask));
      await expect.poll(() => scheduler.counts().running).toBe(1);
      process.kill(worker.enginePid(), 'SIGKILL');
      expect(await asking).toMatch(/^503 .*engine ended/);
      await restarted();
      let isKilled = false;
      const streaming = read(client.stream(ask), () => {
        if (!isKilled) process.kill(worker.enginePid(), 'SIGKILL');
        isKilled = true;
      });
      // Never mistaken for a complete response: the error message gets through.
      await expect(streaming).rejects.toThrow(/engine ended/i);
      await restarted();
      await client.whole({ url, key: known });
    }, 180_000);
  });
}
