import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { request } from 'undici';
import { z } from 'zod';
import type { ModelState } from '../../../shared/domain/assist/model-state.ts';
import {
  beginCall,
  createInternalPass,
  findReadyWorkers,
  type ReadyWorker,
} from '../../features/inference/index.ts';
import { prefixOf } from '../../inference/placement/prefix.ts';
import type { RequestClass } from '../../inference/request-class.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { TaskSchema } from './prompts/tasks.ts';
import { createThoughtFilter, withoutThoughts } from './thoughts.ts';

/**
 * The one way in which assistance calls the model. It never throws and logs nothing: no text of a customer leaves the
 * prompt, and an inbox without a model works as before.
 */

export interface ModelCall {
  /** Only a worker with this model may answer; any without it. */
  model?: string | undefined;
  /** P0, the same for all calls of a workspace; null: the task is about a text alone. */
  system: string | null;
  prompt: string;
  schema: TaskSchema | null;
  /** The conversation that the prompt begins with: the worker may keep what it reads of it. */
  conversationId?: string;
  /** A text that the answer repeats for the most part: it is then written in fewer steps. */
  expected?: string;
  /** The language that it writes; a model that lists others only is not asked. Null: any. */
  language: string | null;
  /** The language of what it reads, if that matters: a model that lists others only is not asked either. */
  readLanguage?: string;
  /** Whether the model must list its language: nothing behind it would notice a bad text. */
  mustBeListed?: boolean;
  /** 0 reads the prompt and writes nothing: what follows starts at once. 1 is the first word, to measure it. */
  maxTokens: number;
  temperature: number;
  requestClass: RequestClass;
  deadlineMs: number;
  /** Ends the call when nobody needs its answer any more. */
  signal?: AbortSignal;
  /** Receives each piece of the answer. */
  onText?(text: string): void;
}

/** The whole answer of a model, with its name; or why there is none. */
export type ModelAnswer =
  | { state: 'ok'; text: string; model: string }
  | { state: Exclude<ModelState, 'ok'>; model: string | null };

/** The answer of a call is bounded, whatever a worker sends. */
const ANSWER_MAX = 16_000;
const BODY_MAX = 64_000;

const ChunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).default({}),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  error: z.object({ code: z.string().nullish() }).optional(),
});

/** How many workers may be tried for one call. */
const TRIES = 3;

/**
 * Calls the ready worker that suits the call best, in the name of the person, or of the server where there is none. If
 * that cannot answer, calls the next one, as long as no piece of an answer has arrived.
 */
export async function callModel(ctx: Context, call: ModelCall): Promise<ModelAnswer> {
  const { tenantId } = ctx.scope;
  const prefix = prefixOf(tenantId, call.conversationId ?? call.system);
  const workers = await findReadyWorkers(ctx, call.model ?? null, prefix).catch(() => 'unavailable');
  if (typeof workers === 'string') return { state: 'no_model', model: null };
  const ended = AbortSignal.any([
    AbortSignal.timeout(call.deadlineMs),
    ...(call.signal ? [call.signal] : []),
  ]);
  let last: ModelAnswer = { state: 'no_model', model: null };
  for (const worker of workers.slice(0, TRIES)) {
    const { languages, model } = worker;
    const needed = [call.language, call.readLanguage].filter((code) => typeof code === 'string');
    const isListed = (code: string) => languages?.includes(code.slice(0, 2)) ?? !call.mustBeListed;
    if (!needed.every(isListed)) {
      if (last.model === null) last = { state: 'language', model };
      continue;
    }
    const tried = await callWorker(ctx, call, worker, ended);
    if (!tried.mayTryNext || ended.aborted) return tried.answer;
    last = tried.answer;
  }
  return last;
}

/** The answer of one worker; `mayTryNext` where another may have a better one, and nothing of this one was used. */
interface Tried {
  answer: ModelAnswer;
  mayTryNext: boolean;
}

async function callWorker(
  ctx: Context,
  call: ModelCall,
  { address, model }: ReadyWorker,
  ended: AbortSignal,
): Promise<Tried> {
  const without = (state: Exclude<ModelState, 'ok'>, mayTryNext: boolean): Tried => ({
    answer: { state, model },
    mayTryNext,
  });
  const end = beginCall(ctx.db, address);
  let hasBegun = false;
  try {
    const answer = await request(`${address}/chat/completions`, {
      method: 'POST',
      headers: {
        ...headersOf(ctx, call.requestClass),
        ...(call.conversationId ? { 'x-conversation': call.conversationId } : {}),
      },
      body: JSON.stringify(bodyOf(call, model)),
      signal: ended,
      headersTimeout: call.deadlineMs,
      bodyTimeout: call.deadlineMs,
    });
    if (answer.statusCode !== 200) {
      const state = await stateOf(answer.statusCode, answer.body);
      return without(state, answer.statusCode === 429 || answer.statusCode >= 500);
    }
    const shownOf = createThoughtFilter();
    const text = await readText(answer.body, (piece) => {
      const shown = shownOf(piece);
      if (shown === '') return;
      hasBegun = true;
      call.onText?.(shown);
    });
    if ('state' in text) return without(text.state, !hasBegun);
    // Its end is missing, and with it perhaps what matters. Another worker would come no further.
    if (text.isCut && call.maxTokens > 1) return without('failed', false);
    return { answer: { state: 'ok', text: withoutThoughts(text.text), model }, mayTryNext: false };
  } catch {
    if (call.signal?.aborted) return without('stopped', false);
    return without(ended.aborted ? 'busy' : 'failed', !hasBegun);
  } finally {
    end();
  }
}

/** Returns the headers of a call to a worker, in the name of the person, or of the server where there is none. */
export function headersOf(ctx: Context, requestClass: RequestClass): Record<string, string> {
  const pass = createInternalPass(ctx, ctx.actor?.kind === 'user' ? ctx.actor.id : null);
  return {
    authorization: `Bearer ${pass}`,
    'content-type': 'application/json',
    'x-request-class': String(requestClass),
  };
}

/** Calls a model for JSON that a schema describes; an answer that is not such JSON counts as failed. */
export async function callForJson<T>(
  ctx: Context,
  call: ModelCall,
  schema: z.ZodType<T>,
): Promise<{ state: 'ok'; value: T; model: string } | Exclude<ModelAnswer, { state: 'ok' }>> {
  const answer = await callModel(ctx, call);
  if (answer.state !== 'ok') return answer;
  try {
    return { state: 'ok', value: schema.parse(JSON.parse(answer.text)), model: answer.model };
  } catch {
    return { state: 'failed', model: answer.model };
  }
}

function bodyOf({ system, prompt, schema, maxTokens, temperature, expected }: ModelCall, model: string) {
  return {
    model,
    messages: [
      ...(system === null ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: prompt },
    ],
    temperature,
    max_tokens: maxTokens,
    stream: true,
    ...(expected === undefined ? {} : { prediction: { type: 'content', content: expected } }),
    ...(schema === null
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } }),
  };
}

/** Returns why a worker refused a call, by its status and code. */
async function stateOf(status: number, body: Readable): Promise<Exclude<ModelState, 'ok'>> {
  let text = '';
  for await (const part of body) {
    text += String(part);
    if (text.length > BODY_MAX) break;
  }
  if (status === 429 || status === 503) {
    const code = ErrorSchema.safeParse(tryParse(text)).data?.error.code;
    if (code === 'shed') return 'shed';
    return code === 'model_not_loaded' ? 'no_model' : 'busy';
  }
  return 'failed';
}

const ErrorSchema = z.object({ error: z.object({ code: z.string().nullish() }) });

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a streamed answer to its end; one that breaks off is no answer. `isCut`: it had no room for its end. */
async function readText(
  body: Readable,
  onText: ((text: string) => void) | undefined,
): Promise<{ text: string; isCut: boolean } | { state: 'shed' | 'failed' }> {
  const decoder = new TextDecoder();
  const problem = { state: null as 'shed' | 'failed' | null };
  let text = '';
  let isWhole = false;
  let isCut = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') {
        isWhole = true;
        return;
      }
      const { choices, error } = ChunkSchema.parse(JSON.parse(data));
      if (error) problem.state = error.code === 'shed' ? 'shed' : 'failed';
      const [choice] = choices;
      if (choice?.finish_reason === 'length') isCut = true;
      const piece = choice?.delta.content ?? '';
      if (piece === '' || text.length > ANSWER_MAX) return;
      text += piece;
      onText?.(piece);
    },
  });
  try {
    for await (const part of body) {
      parser.feed(decoder.decode(part as Uint8Array, { stream: true }));
      if (problem.state !== null || text.length > ANSWER_MAX) break;
    }
  } catch (error) {
    // What breaks after the end of an answer is the connection.
    if (!isWhole) throw error;
  }
  if (problem.state !== null) return { state: problem.state };
  return isWhole ? { text, isCut } : { state: 'failed' };
}
