import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { InferenceKeyActor } from '../../../features/inference/keys/index.ts';
import {
  type CallEnd,
  type PromptRecord,
  recordPrompt,
} from '../../../features/inference/prompt-log/index.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import { readText, TooLong } from '../../../kernel/http-out/read-text.ts';
import { hasShare } from '../../engine-host/fair-queue.ts';
import { conversationOf, requestClassOf, requireModel } from '../../http/admission.ts';
import { beginEvents } from '../../http/event-stream.ts';
import type { MeteredCall, Metering } from '../../http/metering.ts';
import type { InferenceMetrics } from '../../http/metrics.ts';
import { OpenAiError } from '../../openai/openai-error.ts';
import type { Api } from '../backend.ts';
import { type AttemptDeps, answerFromAny, BrokeOff, type Forwarded, shown } from './attempts.ts';
import { type Relayed, relayEvents, UsageSchema } from './relay-events.ts';
import { conversationStart, readUpstreamBody, type UpstreamBody } from './upstream-body.ts';
import { unavailable } from './upstream-error.ts';
import type { Attempt } from './upstream-server.ts';

export interface ForwardDeps extends AttemptDeps {
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>;
  metrics: InferenceMetrics;
  load: UpstreamLoad;
}

export interface UpstreamLoad {
  /** Number of running requests. */
  running: number;
  /** The same by tenant, without tenants that have none. */
  tenants: Map<string, number>;
  /** Number of tokens received since the start. */
  written: number;
}

/** Maximum number of running requests. The engines queue them, so nothing else limits them here. */
const PLACES = { total: 256, perTenant: 128 };
const RETRY_SECONDS = 2;
/** Maximum size of an answer in one piece, which is held in memory as a whole. */
const LONGEST_ANSWER_BYTES = 8_000_000;

const AnswerSchema = z.looseObject({ usage: UsageSchema });

/** Forwards a request to an engine, with the body unchanged except for what separates tenants. */
export async function forward(
  deps: ForwardDeps,
  api: Api,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  const { pool, metering, resources, load } = deps;
  // The engines have their own queues, and know no classes.
  requestClassOf(req, actor);
  const conversation = conversationOf(req, actor);
  const { body, answers } = readUpstreamBody(req.body);
  const { tenantId } = actor.scope;
  const { isUp, error } = pool.view();
  if (!isUp) throw unavailable(error ?? 'The engine behind this endpoint is not available yet.');
  const { id: model } = pool.find(body.model);
  requireModel(actor, model);
  const ofTenant = () => load.tenants.get(tenantId) ?? 0;
  if (!hasShare(PLACES, { total: load.running, tenant: ofTenant() })) {
    const message = 'Too many requests are being answered. Try again in a few seconds.';
    throw new OpenAiError(429, 'rate_limit_exceeded', message, { retryAfter: RETRY_SECONDS });
  }
  // Taken before anything is awaited: requests that arrive together would all find the same room.
  load.running += 1;
  load.tenants.set(tenantId, ofTenant() + 1);
  let deadline: NodeJS.Timeout | undefined;
  try {
    // Before the call is counted: it may fail, and nothing would undo the count.
    const record = await recordPrompt(resources, actor, model, body.messages ?? body.input ?? body.prompt);
    const call = await metering.take(actor, answers);
    if (res.destroyed) {
      call.giveBack();
      return;
    }
    const abort = new AbortController();
    res.on('close', () => abort.abort());
    deadline = setTimeout(() => abort.abort('deadline'), deps.deadlineMs);
    const asked = actor.isInternal ? forEveryEngine(body) : body;
    const prefix = conversationStart(tenantId, conversation, body);
    await pass(deps, { api, body: asked, model, tenantId, prefix }, call, record, res, abort.signal);
  } finally {
    clearTimeout(deadline);
    load.running -= 1;
    load.tenants.set(tenantId, ofTenant() - 1);
    if (ofTenant() <= 0) load.tenants.delete(tenantId);
  }
}

/**
 * Returns a request of this server's own as every engine takes it: some refuse a prediction, and vLLM refuses an answer
 * without a token, which is how a prompt is read ahead.
 */
function forEveryEngine(body: UpstreamBody): UpstreamBody {
  return { ...body, prediction: undefined, ...(body.max_tokens === 0 ? { max_tokens: 1 } : {}) };
}

async function pass(
  deps: ForwardDeps,
  asked: Forwarded,
  call: MeteredCall,
  record: PromptRecord | null,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  const keep = (end: CallEnd) => record && deps.metering.write(() => record.end(end));
  /** What was relayed of the attempt that is running, or was the last. */
  const latest: { relayed: Relayed | null } = { relayed: null };
  const startedAt = performance.now();
  const stream = async (answer: Dispatcher.ResponseData, attempt: Attempt) => {
    const relayed: Relayed = {
      ...{ usage: null, pieces: 0, hasBegun: false, isWhole: false },
      kept: record && { answer: '', finishReason: null },
    };
    latest.relayed = relayed;
    await relay(deps, asked, answer, attempt, relayed, startedAt, res);
  };
  try {
    if (asked.body.stream) {
      await answerFromAny(deps, asked, res, signal, stream);
      res.end();
    } else {
      const end = await answerFromAny(deps, asked, res, signal, (answer) => collect(deps, answer, call, res));
      keep(end);
      return;
    }
  } catch (error) {
    const hasBegun = latest.relayed?.hasBegun ?? false;
    if (!hasBegun) {
      // A caller who disconnects has used the engine, but the number of tokens is unknown.
      if (res.destroyed) call.settle(null);
      else call.giveBack();
      const finishReason = res.destroyed ? 'aborted' : 'error';
      keep({ finishReason, answer: '', promptTokens: null, completionTokens: null });
    }
    if (!res.destroyed) {
      const visible = shown(error, signal, deps.logger);
      if (!res.headersSent) throw visible;
      // Clients detect the failure by the missing [DONE].
      res.write(`data: ${JSON.stringify(visible.body())}\n\n`);
      res.end();
    }
    if (!hasBegun) return;
  }
  if (latest.relayed) settleStream(latest.relayed, call, res, keep);
}

async function relay(
  { metrics, load }: ForwardDeps,
  { body }: Forwarded,
  answer: Dispatcher.ResponseData,
  attempt: Attempt,
  relayed: Relayed,
  startedAt: number,
  res: Response,
): Promise<void> {
  const wantsUsage = body.stream_options?.include_usage === true;
  try {
    await relayEvents(answer.body, res, wantsUsage, relayed, {
      open: () => {
        if (!res.headersSent) beginEvents(res);
      },
      onBegin: attempt.begun,
      onPiece: () => {
        if (relayed.pieces === 1) metrics.stats({ firstTokenMs: performance.now() - startedAt });
        load.written += 1;
      },
    });
    if (!relayed.isWhole) throw new Error('the engine ended its answer in the middle');
  } catch (error) {
    // The caller has all of it: what broke is the connection, after the answer.
    if (relayed.isWhole) return;
    if (!relayed.hasBegun) throw error;
    throw new BrokeOff((error as Error).message, { cause: error });
  }
}

function settleStream(
  { usage, kept, isWhole, pieces }: Relayed,
  call: MeteredCall,
  res: Response,
  keep: (end: CallEnd) => void,
): void {
  // Without usage from the engine, each piece counts as a token.
  call.settle(usage ?? { promptTokens: 0, cachedTokens: 0, completionTokens: pieces });
  if (!kept) return;
  keep({
    finishReason: isWhole ? (kept.finishReason ?? 'stop') : res.destroyed ? 'aborted' : 'error',
    answer: kept.answer,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  });
}

/**
 * Forwards a non-streamed answer unchanged.
 * @returns the values for the prompt log.
 */
async function collect(
  { load }: ForwardDeps,
  answer: Dispatcher.ResponseData,
  call: MeteredCall,
  res: Response,
): Promise<CallEnd> {
  const text = await readText(answer.body, LONGEST_ANSWER_BYTES).catch((error: unknown) => {
    // Another engine would write as much.
    throw error instanceof TooLong ? unavailable('The answer is too long to be sent in one piece.') : error;
  });
  const parsed: unknown = JSON.parse(text);
  const usage = AnswerSchema.safeParse(parsed).data?.usage ?? null;
  load.written += usage?.completionTokens ?? 0;
  res.type('application/json').send(text);
  call.settle(usage);
  return {
    ...keptOf(parsed),
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  };
}

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

/** Returns an answer in one piece for the prompt log, in the format of whichever API wrote it. */
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
