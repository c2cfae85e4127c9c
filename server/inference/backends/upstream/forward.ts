import type { Readable } from 'node:stream';
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
import { hasShare } from '../../engine-host/fair-queue.ts';
import { conversationOf, requestClassOf, requireModel } from '../../http/admission.ts';
import { beginEvents } from '../../http/event-stream.ts';
import type { MeteredCall, Metering } from '../../http/metering.ts';
import type { InferenceMetrics } from '../../http/metrics.ts';
import { openAiErrorOf } from '../../http/request-error.ts';
import { OpenAiError } from '../../openai/openai-error.ts';
import type { Api } from '../backend.ts';
import { type Relayed, relayEvents, UsageSchema } from './relay-events.ts';
import { bodyForEngine, readUpstreamBody, type UpstreamBody } from './upstream-body.ts';
import { unavailable, upstreamError } from './upstream-error.ts';
import { headersFor, type UpstreamModels } from './upstream-models.ts';

export interface ForwardDeps {
  url: string;
  key: string | undefined;
  deadlineMs: number;
  models: UpstreamModels;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>;
  metrics: InferenceMetrics;
  logger: Logger;
  load: UpstreamLoad;
  dispatcher: Dispatcher;
}

export interface UpstreamLoad {
  /** Number of running requests. */
  running: number;
  /** The same by tenant, without tenants that have none. */
  tenants: Map<string, number>;
  /** Number of tokens received since the start. */
  written: number;
}

/** Maximum number of running requests. The engine queues them, so nothing else limits them here. */
const PLACES = { total: 256, perTenant: 128 };
const RETRY_SECONDS = 2;
/** Maximum size of an answer in one piece, and of an error. An answer is held in memory as a whole. */
const LONGEST_ANSWER_BYTES = 8_000_000;
const LONGEST_ERROR_BYTES = 100_000;

const AnswerSchema = z.looseObject({ usage: UsageSchema });
/** The text of an answer in the formats of the other APIs. */
const TextSchema = z.looseObject({ choices: z.array(z.looseObject({ text: z.string() })).min(1) });
const OutputSchema = z.looseObject({ status: z.string(), output: z.array(z.unknown()) });
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

/** Forwards a request to the engine, with the body unchanged except for what separates tenants. */
export async function forward(
  deps: ForwardDeps,
  api: Api,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  const { models, metering, resources, load } = deps;
  // The engine has its own queue, and knows no classes.
  requestClassOf(req, actor);
  conversationOf(req, actor);
  const { body, answers } = readUpstreamBody(req.body);
  const { tenantId } = actor.scope;
  const { isUp, error } = models.view();
  if (!isUp) throw unavailable(error ?? 'The engine behind this endpoint is not available yet.');
  const { id: model, owned_by: ownedBy = '' } = models.find(body.model);
  requireModel(actor, model);
  const ofTenant = () => load.tenants.get(tenantId) ?? 0;
  if (!hasShare(PLACES, { total: load.running, tenant: ofTenant() })) {
    const message = 'Too many requests are being answered. Try again in a few seconds.';
    throw new OpenAiError(429, 'rate_limit_exceeded', message, { retryAfter: RETRY_SECONDS });
  }
  const call = await metering.take(actor, answers);
  const record = await recordPrompt(resources, actor, model, body.messages ?? body.input ?? body.prompt);
  if (res.destroyed) {
    call.giveBack();
    return;
  }
  const abort = new AbortController();
  res.on('close', () => abort.abort());
  const deadline = setTimeout(() => abort.abort('deadline'), deps.deadlineMs);
  load.running += 1;
  load.tenants.set(tenantId, ofTenant() + 1);
  try {
    // What this server asks by itself has to work with every engine, and some refuse the field.
    const asked = actor.isInternal ? { ...body, prediction: undefined } : body;
    const given = bodyForEngine({ ...asked, model }, { tenantId, ownedBy, keyring: resources.keyring });
    await pass(deps, api, body, given, call, record, res, abort.signal);
  } finally {
    clearTimeout(deadline);
    load.running -= 1;
    load.tenants.set(tenantId, ofTenant() - 1);
    if (ofTenant() <= 0) load.tenants.delete(tenantId);
  }
}

async function pass(
  deps: ForwardDeps,
  api: Api,
  body: UpstreamBody,
  given: Record<string, unknown>,
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
    answer = await ask(deps, api, body, given, signal);
    if (answer.statusCode !== 200) {
      const retryAfter = [answer.headers['retry-after']].flat()[0];
      throw upstreamError(
        answer.statusCode,
        await readText(answer.body, LONGEST_ERROR_BYTES),
        retryAfter,
        logger,
      );
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
  { url, key, deadlineMs, dispatcher }: ForwardDeps,
  api: Api,
  body: UpstreamBody,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Usage is always requested, because it is counted. The Responses API always reports it.
  const options = { stream_options: { ...body.stream_options, include_usage: true } };
  return request(`${url}/${api}`, {
    method: 'POST',
    dispatcher,
    headers: { ...headersFor(key), 'content-type': 'application/json' },
    body: JSON.stringify(body.stream && api !== 'responses' ? { ...given, ...options } : given),
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
  const text = await readText(answer.body, LONGEST_ANSWER_BYTES);
  const parsed = AnswerSchema.safeParse(JSON.parse(text));
  const usage = parsed.data?.usage ?? null;
  load.written += usage?.completionTokens ?? 0;
  res.type('application/json').send(text);
  call.settle(usage);
  if (!isKept) return null;
  return {
    ...keptOf(JSON.parse(text)),
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  };
}

/** Returns the answer for the prompt log, in the format of whichever API wrote it. */
function keptOf(answer: unknown): Pick<CallEnd, 'finishReason' | 'answer'> {
  const output = OutputSchema.safeParse(answer).data;
  if (output) return { finishReason: output.status, answer: JSON.stringify(output.output) };
  const text = TextSchema.safeParse(answer).data;
  if (text) return { finishReason: 'stop', answer: text.choices.map((one) => one.text).join('\n') };
  const choice = KeptSchema.safeParse(answer).data?.choices[0];
  const tools = choice?.message.tool_calls ? JSON.stringify(choice.message.tool_calls) : '';
  return {
    finishReason: choice?.finish_reason ?? 'stop',
    answer: `${choice?.message.content ?? ''}${tools}`,
  };
}

function shown(error: unknown, signal: AbortSignal, logger: Logger): OpenAiError {
  if (error instanceof OpenAiError) return error;
  if (signal.reason === 'deadline') return openAiErrorOf({ code: 'deadline' });
  logger.warn({ reason: (error as Error).message }, 'the upstream engine broke off');
  return unavailable('The engine behind this endpoint stopped responding. Try again.');
}

/** Reads a text. @throws when it has more bytes than the limit; the rest is not read. */
async function readText(body: Readable, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new Error(`the answer of the engine has more than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
