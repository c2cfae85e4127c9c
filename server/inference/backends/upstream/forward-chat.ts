import type { Request, Response } from 'express';
import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { InferenceKeyActor } from '../../../features/inference/keys/index.ts';
import {
  type CallEnd,
  type PromptRecord,
  recordPrompt,
} from '../../../features/inference/prompt-log/index.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { beginEvents } from '../../http/event-stream.ts';
import type { MeteredCall, Metering } from '../../http/metering.ts';
import type { InferenceMetrics } from '../../http/metrics.ts';
import { openAiErrorOf } from '../../http/request-error.ts';
import { invalidValue, OpenAiError } from '../../openai/openai-error.ts';
import { type Relayed, relayEvents, UsageSchema } from './relay-events.ts';
import { unavailable, upstreamError } from './upstream-error.ts';
import { headersFor, type UpstreamModels } from './upstream-models.ts';

export interface ForwardDeps {
  url: string;
  key: string | undefined;
  deadlineMs: number;
  models: UpstreamModels;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock'>;
  metrics: InferenceMetrics;
  logger: Logger;
  /** Number of running requests, and of tokens received since the start. */
  load: { running: number; written: number };
}

/** Maximum number of running requests. The engine queues them, so nothing else limits them here. */
const MAX_RUNNING = 256;
const RETRY_SECONDS = 2;

/** Only the fields that we need. The engine validates the rest. */
const BodySchema = z.looseObject({
  model: z.string({ error: 'must be the name of a model' }),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});
const AnswerSchema = z.looseObject({ usage: UsageSchema });
/** The parts of a non-streamed answer that the prompt log stores. */
const KeptSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({ content: z.string().nullish(), tool_calls: z.unknown().optional() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/** Forwards `POST /v1/chat/completions` to the engine, with the body unchanged. */
export async function forwardChat(
  deps: ForwardDeps,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  const { models, metering, resources, load } = deps;
  const body = readBody(req.body);
  const { isUp, error } = models.view();
  if (!isUp) throw unavailable(error ?? 'The engine behind this endpoint is not available yet.');
  models.find(body.model);
  if (load.running >= MAX_RUNNING) {
    const message = `${MAX_RUNNING} requests are being answered. Try again in a few seconds.`;
    throw new OpenAiError(429, 'rate_limit_exceeded', message, { retryAfter: RETRY_SECONDS });
  }
  const call = await metering.take(actor);
  const record = await recordPrompt(resources, actor, body.model, body.messages);
  if (res.destroyed) {
    call.giveBack();
    return;
  }
  const abort = new AbortController();
  res.on('close', () => abort.abort());
  const deadline = setTimeout(() => abort.abort('deadline'), deps.deadlineMs);
  load.running += 1;
  try {
    await pass(deps, body, call, record, res, abort.signal);
  } finally {
    clearTimeout(deadline);
    load.running -= 1;
  }
}

async function pass(
  deps: ForwardDeps,
  body: z.infer<typeof BodySchema>,
  call: MeteredCall,
  record: PromptRecord | null,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  const { logger, metering } = deps;
  const keep = (end: CallEnd) => record && metering.write(() => record.end(end));
  const startedAt = performance.now();
  let answer: Dispatcher.ResponseData;
  try {
    answer = await ask(deps, body, signal);
    if (answer.statusCode !== 200) {
      const retryAfter = [answer.headers['retry-after']].flat()[0];
      throw upstreamError(answer.statusCode, await answer.body.text(), retryAfter, logger);
    }
    if (!body.stream) {
      const end = await collect(deps, answer, call, res, record !== null);
      if (end) keep(end);
      return;
    }
  } catch (error) {
    // A caller who disconnects has used the engine, but the number of tokens is unknown.
    if (res.destroyed) call.settle(null);
    else call.giveBack();
    keep({
      finishReason: res.destroyed ? 'aborted' : 'error',
      answer: '',
      promptTokens: null,
      completionTokens: null,
    });
    if (res.destroyed) return;
    throw shown(error, signal, logger);
  }
  beginEvents(res);
  const relayed: Relayed = {
    usage: null,
    pieces: 0,
    isWhole: false,
    kept: record && { answer: '', finishReason: null },
  };
  try {
    const wantsUsage = body.stream_options?.include_usage === true;
    await relayEvents(answer.body, res, wantsUsage, relayed, () => {
      if (relayed.pieces === 1) deps.metrics.stats({ firstTokenMs: performance.now() - startedAt });
      deps.load.written += 1;
    });
    if (!relayed.isWhole) throw new Error('the engine ended its answer in the middle');
  } catch (error) {
    // Clients detect the failure by the missing [DONE].
    if (!res.destroyed) res.write(`data: ${JSON.stringify(shown(error, signal, logger).body())}\n\n`);
  }
  res.end();
  // Without usage from the engine, each piece counts as a token.
  call.settle(relayed.usage ?? { promptTokens: 0, cachedTokens: 0, completionTokens: relayed.pieces });
  const { usage, kept, isWhole } = relayed;
  if (kept) {
    keep({
      finishReason: isWhole ? (kept.finishReason ?? 'stop') : res.destroyed ? 'aborted' : 'error',
      answer: kept.answer,
      promptTokens: usage?.promptTokens ?? null,
      completionTokens: usage?.completionTokens ?? null,
    });
  }
}

function ask(
  { url, key, deadlineMs }: ForwardDeps,
  body: z.infer<typeof BodySchema>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Usage is always requested, because it is counted.
  const options = { stream_options: { ...body.stream_options, include_usage: true } };
  return request(`${url}/chat/completions`, {
    method: 'POST',
    headers: { ...headersFor(key), 'content-type': 'application/json' },
    body: JSON.stringify(body.stream ? { ...body, ...options } : body),
    signal,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  });
}

/**
 * Forwards a non-streamed answer unchanged.
 * @returns the values for the prompt log; null if it is off.
 */
async function collect(
  { load }: ForwardDeps,
  answer: Dispatcher.ResponseData,
  call: MeteredCall,
  res: Response,
  isKept: boolean,
): Promise<CallEnd | null> {
  const text = await answer.body.text();
  const parsed = AnswerSchema.safeParse(JSON.parse(text));
  const usage = parsed.data?.usage ?? null;
  load.written += usage?.completionTokens ?? 0;
  res.type('application/json').send(text);
  call.settle(usage);
  if (!isKept) return null;
  const choice = KeptSchema.safeParse(JSON.parse(text)).data?.choices[0];
  const tools = choice?.message.tool_calls ? JSON.stringify(choice.message.tool_calls) : '';
  return {
    finishReason: choice?.finish_reason ?? 'stop',
    answer: `${choice?.message.content ?? ''}${tools}`,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  };
}

function readBody(given: unknown): z.infer<typeof BodySchema> {
  const parsed = BodySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  if (param === '') throw new OpenAiError(400, 'invalid_value', 'The body must be a JSON object.');
  throw invalidValue(param, `Invalid value for '${param}': ${issue?.message}.`);
}

function shown(error: unknown, signal: AbortSignal, logger: Logger): OpenAiError {
  if (error instanceof OpenAiError) return error;
  if (signal.reason === 'deadline') return openAiErrorOf({ code: 'deadline' });
  logger.warn({ reason: (error as Error).message }, 'the upstream engine broke off');
  return unavailable('The engine behind this endpoint stopped responding. Try again.');
}
