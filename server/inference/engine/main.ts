import { lowerPriority } from '../../kernel/priority.ts';
import type { FromEngine, KeptConversation, LoadedModel, Pulse, ToEngine, TokenUsage } from '../protocol.ts';
import { removeCacheFolder } from './cache-folder.ts';
import { generate } from './generate.ts';
import { createGrammars, SchemaError } from './grammars.ts';
import { ContextLengthError, type Loaded, loadModel } from './load-model.ts';

/**
 * The engine. It runs in a separate process, because an error in native code crashes the process. It receives
 * messages on its parent's channel, and exits when the channel closes.
 */
const PULSE_MS = 500;
/** Slightly lower priority than the endpoint. The session of both gives way to the API server, which people are waiting for. */
const NICE = 5;

let loading: Promise<Loaded> | undefined;
let grammars: ReturnType<typeof createGrammars>;
let writtenTokens = 0;
let cacheFolder: string | undefined;
const running = new Map<string, AbortController>();

process.on('disconnect', () => {
  // The parent was killed, and cannot remove what is kept.
  if (cacheFolder) removeCacheFolder(cacheFolder);
  process.exit(0);
});
// The parent may have ended while this script was loading, in which case no event would follow.
if (!process.connected) process.exit(0);
// The parent handles Ctrl-C, and ends this process by closing the channel or with SIGKILL.
process.on('SIGINT', () => undefined);
process.on('message', (message: ToEngine) => {
  if (message.op === 'load') void load(message.options);
  if (message.op === 'generate') void answer(message);
  if (message.op === 'embed') void embed(message.id, message.texts);
  if (message.op === 'forget') void forget(message.conversations);
  if (message.op === 'cancel') running.get(message.id)?.abort(new Error('cancelled'));
});
setInterval(() => void sendPulse(), PULSE_MS);

async function load(options: Extract<ToEngine, { op: 'load' }>['options']): Promise<void> {
  lowerPriority(NICE);
  cacheFolder = options.cache?.folder;
  // What an earlier engine has left is of no use, even if this one fails to load its model.
  if (cacheFolder) removeCacheFolder(cacheFolder);
  // What is kept of conversations is for this user alone.
  process.umask(0o077);
  let reported = 0;
  loading = loadModel(options, (progress) => {
    if (progress - reported < 0.02) return;
    reported = progress;
    send({ ev: 'loading', progress });
  });
  try {
    const loaded = await loading;
    grammars = createGrammars(loaded.llama);
    send({ ev: 'ready', model: loaded.description satisfies LoadedModel });
  } catch (error) {
    send({ ev: 'load-failed', message: messageOf(error) });
  }
}

async function answer(request: Extract<ToEngine, { op: 'generate' }>): Promise<void> {
  const { id } = request.generation;
  const abort = new AbortController();
  running.set(id, abort);
  const usage: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };
  try {
    const loaded = await loading;
    if (!loaded) throw new Error('no model is loaded');
    const { reason } = await generate(loaded, grammars, request, abort.signal, usage, send);
    send({ ev: 'end', id, reason, usage });
  } catch (error) {
    send({ ev: 'error', id, error: errorOf(error), usage: usage.promptTokens > 0 ? usage : null });
  } finally {
    writtenTokens += usage.completionTokens;
    running.delete(id);
    void sendPulse();
  }
}

async function embed(id: string, texts: readonly string[]): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  let tokens = 0;
  try {
    const loaded = await loading;
    if (!loaded?.embed) throw new Error('no model for embeddings is loaded');
    const vectors: (readonly number[])[] = [];
    for (const text of texts) {
      abort.signal.throwIfAborted();
      const one = await loaded.embed(text);
      vectors.push(one.vector);
      tokens += one.tokens;
    }
    send({ ev: 'embeddings', id, vectors, tokens });
  } catch (error) {
    send({ ev: 'error', id, error: errorOf(error), usage: null });
  } finally {
    running.delete(id);
    void sendPulse();
  }
}

/** Forgets conversations. A slot that works on one is left; the parent asks again. */
async function forget(conversations: readonly KeptConversation[]): Promise<void> {
  const loaded = await loading?.catch(() => undefined);
  if (!loaded) return;
  const isMeant = (one: { tenant: string | null; conversation: string | null }) =>
    conversations.some(
      ({ tenant, conversation }) => tenant === one.tenant && conversation === one.conversation,
    );
  loaded.cache?.forget(isMeant);
  await Promise.all(loaded.slots.filter((slot) => !slot.isBusy && isMeant(slot)).map((slot) => slot.clear()));
  await sendPulse();
}

function errorOf(error: unknown): Extract<FromEngine, { ev: 'error' }>['error'] {
  if (error instanceof ContextLengthError) {
    const { promptTokens, contextSize } = error;
    return { code: 'context_length_exceeded', promptTokens, contextSize };
  }
  if (error instanceof SchemaError) return { code: 'schema_unsupported', message: error.message };
  return { code: 'engine_error', message: messageOf(error) };
}

async function sendPulse(): Promise<void> {
  const loaded = await loading?.catch(() => undefined);
  if (!loaded) return;
  const { counts, slots, cache } = loaded;
  const pulse: Pulse = {
    ...counts,
    writtenTokens,
    residentBytes: process.memoryUsage.rss(),
    slots: slots.map(({ state, sequence }) => ({ state, tokens: sequence.nextTokenIndex })),
    cache: cache?.state ?? { conversations: 0, bytes: 0, restored: 0 },
    kept: [
      ...slots.flatMap(({ tenant, conversation }) =>
        tenant && conversation ? [{ tenant, conversation }] : [],
      ),
      ...(cache?.kept ?? []).map(({ tenant, conversation }) => ({ tenant, conversation })),
    ],
  };
  send({ ev: 'pulse', pulse });
}

function send(message: FromEngine): void {
  // The parent may have ended before `disconnect` was received.
  if (process.connected) process.send?.(message, () => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
