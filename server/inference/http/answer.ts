import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { InferenceKeyActor } from '../../features/inference/keys/index.ts';
import { type PromptRecord, recordPrompt } from '../../features/inference/prompt-log/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { ClassedCaller } from '../engine-host/class-queue.ts';
import type { Listener, RequestError } from '../engine-host/listener.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import type { UnderstoodRequest } from '../openai/chat-request.ts';
import type { AnswerHead } from '../openai/completion.ts';
import { OpenAiError } from '../openai/openai-error.ts';
import type { FinishReason, Generation, TokenLogprob, TokenUsage } from '../protocol.ts';
import { conversationOf, requestClassOf, requireModel } from './admission.ts';
import { submitChecked } from './checked.ts';
import { stampTime } from './event-stream.ts';
import type { MeteredCall, Metering } from './metering.ts';
import type { Models } from './models.ts';
import { type ErrorFields, fullQueue, isCallerError, noModel, openAiErrorOf } from './request-error.ts';

export interface AnswerDeps {
  scheduler: Scheduler;
  metering: Metering;
  models: Models;
  resources: Pick<Resources, 'db' | 'clock'>;
  /** Called when a speculative request is refused. */
  onShed(): void;
}

/** Sends the answers to one request, in the format of one API. Answers are numbered from 0. */
export interface Writer {
  /** Called with the request's position in the queue while it waits. */
  onPosition(position: number): void;
  onStart(answer: number, promptTokens: number): void;
  onRead(tokens: number): void;
  onText(
    answer: number,
    is: 'text' | 'thought',
    text: string,
    logprobs: readonly TokenLogprob[] | null,
  ): void;
  onToolCall(answer: number, index: number, name: string | null, piece: string): void;
  onEnd(answer: number, reason: FinishReason): void;
  /** Called when all answers are complete. */
  onDone(usage: TokenUsage): void;
  /** Called once, if one of the answers fails. The others are then cancelled. */
  onError(error: OpenAiError): void;
  /** Whether any of the answer was sent. */
  hasAnswered(): boolean;
}

/** One of the APIs for text: how it is read and written. */
export interface AnswerApi<Asked extends UnderstoodRequest> {
  /** The start of an id. */
  prefix: string;
  /** The fields that errors name; `form` for the schema of an answer. */
  fields: ErrorFields;
  /** @throws {OpenAiError} 400 */
  read(body: unknown, contextSize: number): Asked;
  writer(head: AnswerHead, asked: Asked, res: Response, options: WriterOptions): Writer;
}

export interface WriterOptions {
  wantsProgress: boolean;
}

/** Interval at which the position in the queue is checked. */
const POSITION_CHECK_MS = 500;

/** Answers a request for text of an authenticated key. */
export async function answerRequest<Asked extends UnderstoodRequest>(
  { scheduler, metering, models, resources, onShed }: AnswerDeps,
  api: AnswerApi<Asked>,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  // Rejects before processing the body when the queue is full.
  const requestClass = requestClassOf(req, actor);
  const caller: ClassedCaller = { key: actor.id, tenant: actor.scope.tenantId, requestClass };
  const conversation = conversationOf(req, actor);
  if (scheduler.rejection(caller) !== null) throw rejected(scheduler, caller, onShed);
  const asked = api.read(req.body, scheduler.contextSize);
  const { generations } = asked;
  const model = models.find(asked.model);
  requireModel(actor, model.id);
  if (generations.some((one) => scheduler.isQuarantined(caller.key, one))) throw quarantined();
  // Before the call is counted: it may fail, and nothing would undo the count.
  const record = await recordPrompt(resources, actor, model.id, asked.logged);
  const call = await metering.take(actor, generations.length);
  // The caller disconnected while the key was checked, so the engine has nothing to do.
  if (res.destroyed) {
    call.giveBack();
    return;
  }
  // Other requests may have filled the queue in the meantime.
  if (scheduler.rejection(caller, generations.length) !== null) {
    call.giveBack();
    throw rejected(scheduler, caller, onShed);
  }
  // Another model was chosen in the meantime.
  if (models.served !== model) {
    call.giveBack();
    throw openAiErrorOf({ code: 'switched' });
  }
  const id = `${api.prefix}${randomBytes(16).toString('hex')}`;
  const head: AnswerHead = {
    id,
    created: Math.floor(Date.now() / 1000),
    model: model.id,
    fingerprint: model.fingerprint,
  };
  const cancels: (() => void)[] = [];
  const cancel = () => {
    for (const one of cancels) one();
  };
  res.on('close', cancel);
  const progress = wantsProgress(req);
  const writer = api.writer(head, asked, res, { wantsProgress: progress });
  const form = generations[0]?.form.is;
  const isCall = form === 'tools' || form === 'tool-call';
  const listenerOf = gathered(writer, generations, {
    call,
    fields: isCall ? { ...api.fields, form: 'tools' } : api.fields,
    // A request that fails is removed from the scheduler after this.
    cancelOthers: () => queueMicrotask(cancel),
    ...(record ? { keep: keeper(record, generations.length, metering.write) } : {}),
  });
  const tenant = cacheOwner(caller.tenant, asked.cacheSalt);
  for (const [index, one] of generations.entries()) {
    const generation: Generation = {
      ...{ id: index === 0 ? id : `${id}-${index}`, tenant, conversation, ...one },
      // What the assistant asks for is short: a model that thinks first would spend its room, and the time of who waits.
      withoutThought: actor.isInternal,
    };
    cancels.push(submit(scheduler, caller, generation, asked.check, listenerOf(index)));
  }
  const position = scheduler.positionOf(id);
  if (position === null || res.headersSent) return;
  res.set('X-Queue-Position', String(position));
  if (asked.isStream && progress) reportPositions(() => scheduler.positionOf(id), res, writer.onPosition);
}

function submit(
  scheduler: Scheduler,
  caller: ClassedCaller,
  generation: Generation,
  check: UnderstoodRequest['check'],
  listener: Listener,
): () => void {
  if (check !== null) return submitChecked(scheduler, caller, generation, check, listener);
  scheduler.submit(caller, generation, listener);
  return () => scheduler.cancel(generation.id);
}

/** Returns the listeners of the answers to one request, which count as one call in the end. */
function gathered(
  writer: Writer,
  generations: UnderstoodRequest['generations'],
  {
    call,
    fields,
    cancelOthers,
    keep,
  }: { call: MeteredCall; fields: ErrorFields; cancelOthers: () => void; keep?: Keeper },
): (answer: number) => Listener {
  const used: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };
  let isUsed = false;
  let written = 0;
  let settled = 0;
  let error: RequestError | null = null;
  let isFree = false;
  /** Answers to the same prompt are counted with it once. */
  const isFirstOf = (answer: number) => {
    const { messages, prompt } = generations[answer] ?? {};
    return generations.findIndex((one) => one.messages === messages && one.prompt === prompt) === answer;
  };
  const add = (sum: TokenUsage, answer: number, usage: TokenUsage) => {
    sum.completionTokens += usage.completionTokens;
    if (usage.expected) {
      const { accepted, rejected } = sum.expected ?? { accepted: 0, rejected: 0 };
      sum.expected = {
        accepted: accepted + usage.expected.accepted,
        rejected: rejected + usage.expected.rejected,
      };
    }
    if (!isFirstOf(answer)) return;
    sum.promptTokens += usage.promptTokens;
    sum.cachedTokens += usage.cachedTokens;
  };
  const shown: TokenUsage = { ...used };
  return (answer) => ({
    onStart: (promptTokens) => writer.onStart(answer, promptTokens),
    onRead: (tokens) => writer.onRead(tokens),
    onText: (is, text, logprobs) => {
      if (is === 'text') keep?.onText(answer, text);
      if (error === null) writer.onText(answer, is, text, logprobs);
    },
    onToolCall: (index, name, piece) => {
      keep?.onToolCall(answer, index, name, piece);
      if (error === null) writer.onToolCall(answer, index, name, piece);
    },
    onEnd: (reason, usage) => {
      keep?.onEnd(reason);
      if (error !== null) return;
      add(shown, answer, usage);
      written += 1;
      writer.onEnd(answer, reason);
      if (written === generations.length) writer.onDone(shown);
    },
    onError: (failure) => {
      keep?.onEnd('error');
      if (error !== null) return;
      error = failure;
      isFree = !isCallerError(failure) && !writer.hasAnswered();
      writer.onError(openAiErrorOf(failure, fields));
      cancelOthers();
    },
    onSettled: (usage) => {
      if (usage) {
        add(used, answer, usage);
        isUsed = true;
      }
      settled += 1;
      if (settled < generations.length) return;
      if (isFree) call.giveBack();
      else call.settle(isUsed ? used : null);
      keep?.onSettled(isUsed ? used : null);
    },
  });
}

/** Collects what the prompt log stores. */
interface Keeper {
  onText(answer: number, text: string): void;
  onToolCall(answer: number, index: number, name: string | null, piece: string): void;
  onEnd(finishReason: string): void;
  onSettled(usage: TokenUsage | null): void;
}

function keeper(record: PromptRecord, count: number, write: (work: () => Promise<void>) => void): Keeper {
  const answers = Array.from({ length: count }, () => ({
    text: '',
    calls: new Map<number, { name: string; arguments: string }>(),
  }));
  // When the caller disconnects, the request is cancelled: it has no other end.
  let reason = 'aborted';
  return {
    onText: (answer, text) => {
      const one = answers[answer];
      if (one) one.text += text;
    },
    onToolCall: (answer, index, name, piece) => {
      const known = answers[answer]?.calls.get(index) ?? { name: name ?? '', arguments: '' };
      answers[answer]?.calls.set(index, { ...known, arguments: known.arguments + piece });
    },
    onEnd: (finishReason) => {
      reason = finishReason;
    },
    onSettled: (usage) => {
      const lines = answers.flatMap(({ text, calls }) => [
        ...(text === '' ? [] : [text]),
        ...[...calls.values()].map((call) => `${call.name}(${call.arguments})`),
      ]);
      const { promptTokens = null, completionTokens = null } = usage ?? {};
      write(() =>
        record.end({ finishReason: reason, answer: lines.join('\n'), promptTokens, completionTokens }),
      );
    },
  };
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
function rejected(scheduler: Scheduler, caller: ClassedCaller, onShed: () => void): OpenAiError {
  if (scheduler.rejection(caller) === 'no_model') return noModel(scheduler.engine.lastError ?? '');
  return fullQueue(caller, onShed);
}

/** Sends an error with its HTTP status, if no part of an answer has been sent. */
export function sendOpenAiError(res: Response, error: OpenAiError): void {
  if (res.headersSent || res.destroyed) return;
  stampTime(res);
  if (error.retryAfter !== null) res.set('Retry-After', String(error.retryAfter));
  res.set('Link', `<${res.app.locals.docsUrl}>; rel="help"`);
  if (error.status === 401) res.set('WWW-Authenticate', 'Bearer');
  res.status(error.status).json(error.body());
}

/**
 * Returns whether the caller wants progress before the first token. It must be requested, because the HTTP
 * status is then sent before the outcome is known, and errors are reported as events.
 */
function wantsProgress(req: Request): boolean {
  return req.get('X-Progress') === 'true';
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
