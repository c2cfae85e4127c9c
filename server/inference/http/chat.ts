import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { InferenceKeyActor } from '../../features/inference/keys/index.ts';
import { type PromptRecord, recordPrompt } from '../../features/inference/prompt-log/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { Caller } from '../engine-host/fair-queue.ts';
import type { Listener, Scheduler } from '../engine-host/scheduler.ts';
import { readChatRequest, type UnderstoodChat } from '../openai/chat-request.ts';
import {
  type CompletionHead,
  chunk,
  completion,
  usageChunk,
  type WrittenToolCall,
} from '../openai/completion.ts';
import { OpenAiError } from '../openai/openai-error.ts';
import type { TokenLogprob } from '../protocol.ts';
import { openEventStream, stampTime } from './event-stream.ts';
import type { MeteredCall, Metering } from './metering.ts';
import type { Models } from './models.ts';
import { isCallerError, noModel, openAiErrorOf } from './request-error.ts';

/** Interval at which the position in the queue is checked. */
const POSITION_CHECK_MS = 500;

export interface ChatDeps {
  scheduler: Scheduler;
  metering: Metering;
  models: Models;
  resources: Pick<Resources, 'db' | 'clock'>;
}

const RETRY_SECONDS = 5;

/** Answers `POST /v1/chat/completions` for an authenticated key. */
export async function answerChat(
  { scheduler, metering, models, resources }: ChatDeps,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  // Rejects before processing the body when the queue is full.
  const caller: Caller = { key: actor.id, tenant: actor.scope.tenantId };
  if (scheduler.rejection(caller) !== null) throw rejected(scheduler, caller);
  const chat = readChatRequest(req.body, scheduler.contextSize);
  const model = models.find(chat.model);
  if (scheduler.isQuarantined(caller.key, chat.generation)) throw quarantined();
  const call = await metering.take(actor);
  const record = await recordPrompt(resources, actor, model.id, chat.generation.messages);
  // The caller disconnected while the key was checked, so the engine has nothing to do.
  if (res.destroyed) {
    call.giveBack();
    return;
  }
  // Other requests may have filled the queue in the meantime.
  if (scheduler.rejection(caller) !== null) {
    call.giveBack();
    throw rejected(scheduler, caller);
  }
  // Another model was chosen in the meantime.
  if (models.served !== model) {
    call.giveBack();
    throw openAiErrorOf({ code: 'switched' });
  }
  const id = `chatcmpl-${randomBytes(16).toString('hex')}`;
  const head: CompletionHead = {
    id,
    created: Math.floor(Date.now() / 1000),
    model: model.id,
    fingerprint: model.fingerprint,
  };
  const cancel = () => scheduler.cancel(id);
  res.on('close', cancel);
  const write = chat.isStream ? streamed : collected;
  const listener = write(head, { ...chat, wantsProgress: wantsProgress(req) }, res, cancel);
  scheduler.submit(
    caller,
    { id, tenant: cacheOwner(caller.tenant, chat.cacheSalt), ...chat.generation },
    recorded(metered(listener, call), record, metering.write),
  );
  const position = scheduler.positionOf(id);
  if (position === null || res.headersSent) return;
  res.set('X-Queue-Position', String(position));
  if (chat.isStream && wantsProgress(req))
    reportPositions(() => scheduler.positionOf(id), res, listener.onPosition);
}

/** Returns whose cached tokens a call may use: its tenant's, divided further by the salts that the tenant gives. */
function cacheOwner(tenant: string, salt: string | null): string {
  return salt === null ? tenant : `${tenant} ${createHash('sha256').update(salt).digest('base64url')}`;
}

/** Returns the error for a request that has ended the engine repeatedly. Not 5xx, which clients would retry. */
function quarantined(): OpenAiError {
  const message =
    'The engine ended twice while it was answering this request. Change the request, or try again in an hour.';
  return new OpenAiError(400, 'request_quarantined', message);
}

/** Returns the error for a request of this caller that the scheduler rejects. */
function rejected(scheduler: Scheduler, caller: Caller): OpenAiError {
  if (scheduler.rejection(caller) === 'no_model') return noModel(scheduler.engine.lastError ?? '');
  const message = 'Too many requests are waiting for this model. Try again in a few seconds.';
  return new OpenAiError(429, 'rate_limit_exceeded', message, { retryAfter: RETRY_SECONDS });
}

type Asked = UnderstoodChat & { wantsProgress: boolean };

/** Sends the answer to the caller, as a stream or in one piece. */
interface Writer extends Omit<Listener, 'onSettled'> {
  /** Called with the request's position in the queue while it waits. */
  onPosition(position: number): void;
  /** Whether any of the answer was sent. */
  hasAnswered(): boolean;
}

/** Returns the same listener, which also records the usage of the call at its end. */
function metered(listener: Writer, call: MeteredCall): Listener {
  let isFree = false;
  return {
    ...listener,
    onError: (error) => {
      isFree = !isCallerError(error) && !listener.hasAnswered();
      listener.onError(error);
    },
    onSettled: (usage) => {
      if (isFree) call.giveBack();
      else call.settle(usage);
    },
  };
}

function streamed(
  head: CompletionHead,
  { includesUsage, wantsProgress }: Asked,
  res: Response,
  onTooSlow: () => void,
): Writer {
  const stream = openEventStream(res, onTooSlow);
  const toolCalls = new Map<number, string>();
  let hasAnswered = false;
  let promptTokens = 0;
  res.on('close', stream.stop);
  return {
    onPosition: (position) => stream.note(queueNote(position)),
    hasAnswered: () => hasAnswered,
    onStart: (tokens) => {
      hasAnswered = true;
      promptTokens = tokens;
      stream.send(chunk(head, { role: 'assistant', content: '' }, { includesUsage }));
    },
    onRead: (tokens) => {
      if (wantsProgress) stream.note(readNote(tokens, promptTokens));
    },
    onText: (is, text, logprobs) => {
      const delta = is === 'thought' ? { reasoning_content: text } : { content: text };
      stream.send(chunk(head, delta, { includesUsage, logprobs }));
    },
    onToolCall: (index, name, piece) => {
      const isNew = !toolCalls.has(index);
      if (isNew) toolCalls.set(index, newCallId());
      const first = isNew ? { id: toolCalls.get(index), type: 'function' } : {};
      const named = { ...(name === null ? {} : { name }), arguments: piece };
      const delta = { tool_calls: [{ index, ...first, function: named }] };
      stream.send(chunk(head, delta, { includesUsage }));
    },
    onEnd: (reason, usage) => {
      stream.send(chunk(head, {}, { includesUsage, reason }));
      if (includesUsage) stream.send(usageChunk(head, usage));
      stream.done();
    },
    onError: (error) => {
      const shown = openAiErrorOf(error);
      if (res.headersSent) stream.breakOff(shown.body());
      else sendOpenAiError(res, shown);
    },
  };
}

function collected(head: CompletionHead, _chat: Asked, res: Response): Writer {
  let text = '';
  let thought = '';
  const toolCalls: WrittenToolCall[] = [];
  let logprobs: TokenLogprob[] | null = null;
  return {
    onPosition: () => undefined,
    hasAnswered: () => res.headersSent,
    onStart: () => undefined,
    onRead: () => undefined,
    onText: (is, piece, tokens) => {
      if (is === 'thought') thought += piece;
      else text += piece;
      if (tokens) logprobs = [...(logprobs ?? []), ...tokens];
    },
    onToolCall: (index, name, piece) => {
      const call = toolCalls[index] ?? { id: newCallId(), name: name ?? '', arguments: '' };
      toolCalls[index] = { ...call, arguments: call.arguments + piece };
    },
    onEnd: (reason, usage) => {
      stampTime(res);
      res.json(completion(head, { text, thought, toolCalls, logprobs, reason, usage }));
    },
    onError: (error) => sendOpenAiError(res, openAiErrorOf(error)),
  };
}

/** Sends an error with its HTTP status, if no part of an answer has been sent. */
export function sendOpenAiError(res: Response, error: OpenAiError): void {
  if (res.headersSent || res.destroyed) return;
  stampTime(res);
  if (error.retryAfter !== null) res.set('Retry-After', String(error.retryAfter));
  if (error.status === 401) res.set('WWW-Authenticate', 'Bearer');
  res.status(error.status).json(error.body());
}

function newCallId(): string {
  return `call_${randomBytes(12).toString('hex')}`;
}

/**
 * Returns whether the caller wants progress before the first token. It must be requested, because the HTTP
 * status is then sent before the outcome is known, and errors are reported as events.
 */
function wantsProgress(req: Request): boolean {
  return req.get('X-Progress') === 'true';
}

/** Returns the comment with the position in the queue; 1 is next. Clients skip comments. */
function queueNote(position: number): string {
  return `queue-position ${position}`;
}

/** Returns the comment with the number of tokens of the prompt that have been read. */
function readNote(read: number, all: number): string {
  return `prompt-read ${read}/${all}`;
}

/** Reports each new position until the request leaves the queue. */
function reportPositions(
  positionNow: () => number | null,
  res: Response,
  report: (position: number) => void,
): void {
  let reported: number | null = null;
  const look = () => {
    const position = positionNow();
    if (position === null || res.destroyed) return clearInterval(timer);
    if (position !== reported) report(position);
    reported = position;
  };
  const timer = setInterval(look, POSITION_CHECK_MS);
  res.on('close', () => clearInterval(timer));
  look();
}

/** Returns the same listener, which also stores the prompt and answer if the prompt log is on. */
function recorded(
  listener: Listener,
  record: PromptRecord | null,
  write: (work: () => Promise<void>) => void,
): Listener {
  if (!record) return listener;
  let answer = '';
  // When the caller disconnects, the request is cancelled: neither `onEnd` nor `onError` is called.
  let finishReason = 'aborted';
  const calls = new Map<number, { name: string; arguments: string }>();
  return {
    ...listener,
    onText: (is, text, logprobs) => {
      if (is === 'text') answer += text;
      listener.onText(is, text, logprobs);
    },
    onToolCall: (index, name, piece) => {
      const known = calls.get(index) ?? { name: name ?? '', arguments: '' };
      calls.set(index, { ...known, arguments: known.arguments + piece });
      listener.onToolCall(index, name, piece);
    },
    onEnd: (reason, usage) => {
      finishReason = reason;
      listener.onEnd(reason, usage);
    },
    onError: (error) => {
      finishReason = 'error';
      listener.onError(error);
    },
    onSettled: (usage) => {
      listener.onSettled(usage);
      const called = [...calls.values()].map((call) => `${call.name}(${call.arguments})`);
      const text = [...(answer === '' ? [] : [answer]), ...called].join('\n');
      const { promptTokens = null, completionTokens = null } = usage ?? {};
      write(() => record.end({ finishReason, answer: text, promptTokens, completionTokens }));
    },
  };
}
