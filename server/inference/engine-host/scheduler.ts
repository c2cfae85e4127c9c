import type { Logger } from '../../kernel/logging/logger.ts';
import type {
  EngineOptions,
  FinishReason,
  FromEngine,
  Generation,
  GenerationError,
  TokenLogprob,
  TokenUsage,
} from '../protocol.ts';
import { createEngineProcess, type EngineProcessOptions, type EngineView } from './engine-process.ts';
import { FairQueue, type QueueLimits, type Waiting } from './fair-queue.ts';

/** Receives an answer: pieces, then one of `onEnd` and `onError`, unless the request was cancelled. */
export interface Listener {
  onStart(promptTokens: number, cachedTokens: number): void;
  /** Called on the way through a long prompt: how many tokens of it have been read. */
  onRead(tokens: number): void;
  onText(is: 'text' | 'thought', text: string, logprobs: readonly TokenLogprob[] | null): void;
  onToolCall(index: number, name: string | null, piece: string): void;
  onEnd(reason: FinishReason, usage: TokenUsage): void;
  onError(error: RequestError): void;
  /** Once, last of all, however it went: what it has used; null when nothing was read or that is not known. */
  onSettled(usage: TokenUsage | null): void;
}

export type RequestError =
  | GenerationError
  | { code: 'deadline' }
  | { code: 'switched' }
  | { code: 'no_model'; message: string };

interface Request extends Waiting {
  generation: Generation;
  listener: Listener;
  enqueuedAt: number;
  startedAt: number | null;
  firstTextAt: number | null;
  /** Another request ran at the same time. */
  hadCompany: boolean;
  deadline: NodeJS.Timeout;
}

export interface SchedulerOptions
  extends Omit<EngineProcessOptions, 'onMessage' | 'onReady' | 'onLost' | 'onFailed'> {
  logger: Logger;
  queue: QueueLimits;
  /** From the arrival of a request to its last token, in milliseconds. */
  deadlineMs: number;
  onStats?(event: { queueMs: number } | { firstTokenMs: number } | { tokensPerSecond: number }): void;
  /** The model cannot be loaded, and all waiting requests have their error. */
  onModelFailed?(reason: string): void;
}

/** Fewer tokens than this say little about speed. */
const MEASURED_TOKENS = 16;
/** Answers that are being written when the model is changed can end within this time. */
const SWITCH_GRACE_MS = 10_000;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Hands requests to the engine, as many at a time as it has slots, and fairly. What waits outlives the
 * engine: it waits on while the engine is started again.
 */
export function createScheduler(options: SchedulerOptions) {
  const { logger, deadlineMs } = options;
  const queue = new FairQueue<Request>(options.queue);
  const running = new Map<string, Request>();
  /** Cancelled, but its slot is not free until the engine has said so. */
  const leaving = new Map<string, Request>();
  let isClosed = false;
  /** The model to load once nothing runs any more. */
  let next: { load: EngineOptions; timer: NodeJS.Timeout } | null = null;

  const engine = createEngineProcess({
    ...options,
    onMessage: handle,
    onReady: fill,
    onLost: () => {
      for (const request of leaving.values()) request.listener.onSettled(null);
      leaving.clear();
      for (const request of [...running.values()]) fail(request, { code: 'engine_lost' }, null);
    },
    onFailed: () => {
      const message = engine.view.lastError ?? '';
      for (const request of [...running.values(), ...queue.items()]) {
        fail(request, { code: 'no_model', message }, null);
      }
      options.onModelFailed?.(message);
    },
  });

  const runningOf = (key: string) =>
    [...running.values()].reduce((count, request) => count + (request.key === key ? 1 : 0), 0);

  function fill(): void {
    const { state, model } = engine.view;
    if (next) {
      if (running.size + leaving.size === 0) switchNow();
      return;
    }
    if (state !== 'ready' || !model) return;
    while (running.size + leaving.size < model.slots) {
      const request = queue.next(runningOf);
      if (!request) break;
      running.set(request.id, request);
      if (running.size > 1) for (const one of running.values()) one.hadCompany = true;
      request.startedAt = performance.now();
      options.onStats?.({ queueMs: request.startedAt - request.enqueuedAt });
      engine.generate(request.generation);
    }
    noteLoad();
  }

  function switchNow(): void {
    if (!next) return;
    clearTimeout(next.timer);
    const { load } = next;
    next = null;
    engine.switchTo(load);
  }

  function noteLoad(): void {
    engine.setBusy(running.size + leaving.size > 0);
  }

  function handle(message: FromEngine): void {
    if (!('id' in message)) return;
    const left = leaving.get(message.id);
    if (left && (message.ev === 'end' || message.ev === 'error')) {
      leaving.delete(message.id);
      fill();
      left.listener.onSettled(message.usage);
      return;
    }
    const request = running.get(message.id);
    if (!request) return;
    const { listener } = request;
    switch (message.ev) {
      case 'start':
        listener.onStart(message.promptTokens, message.cachedTokens);
        return;
      case 'read':
        listener.onRead(message.tokens);
        return;
      case 'delta':
        noteFirst(request);
        listener.onText(message.is, message.text, message.logprobs);
        return;
      case 'tool-call':
        noteFirst(request);
        listener.onToolCall(message.index, message.name, message.arguments);
        return;
      case 'end':
        clearTimeout(request.deadline);
        noteSpeed(request, message.usage);
        running.delete(request.id);
        fill();
        listener.onEnd(message.reason, message.usage);
        listener.onSettled(message.usage);
        return;
      case 'error':
        if (message.error.code === 'engine_error') {
          logger.error({ reason: message.error.message }, 'the engine could not answer');
        }
        fail(request, message.error, message.usage);
        fill();
    }
  }

  function noteFirst(request: Request): void {
    if (request.firstTextAt !== null) return;
    request.firstTextAt = performance.now();
    options.onStats?.({ firstTokenMs: request.firstTextAt - request.enqueuedAt });
  }

  /** The speed of an answer that was written alone: with others at the same time it would be a share. */
  function noteSpeed(request: Request, { completionTokens }: TokenUsage): void {
    const seconds = (performance.now() - (request.firstTextAt ?? 0)) / 1_000;
    if (request.firstTextAt === null || request.hadCompany || completionTokens < MEASURED_TOKENS) return;
    options.onStats?.({ tokensPerSecond: (completionTokens - 1) / seconds });
  }

  function fail(request: Request, error: RequestError, usage: TokenUsage | null): void {
    clearTimeout(request.deadline);
    queue.remove(request.id);
    running.delete(request.id);
    noteLoad();
    request.listener.onError(error);
    request.listener.onSettled(usage);
  }

  /** Stops a request wherever it is; the engine ends it within one step. */
  function cancel(id: string): void {
    const waiting = queue.remove(id);
    if (waiting) {
      clearTimeout(waiting.deadline);
      waiting.listener.onSettled(null);
      return;
    }
    const request = running.get(id);
    if (!request) return;
    clearTimeout(request.deadline);
    running.delete(id);
    leaving.set(id, request);
    engine.cancel(id);
  }

  return {
    start: () => engine.start(),
    engine: engine.view as Readonly<EngineView>,
    get pid() {
      return engine.pid;
    },
    /** Tokens that one request has, prompt and answer together; before the model is loaded, at most so many. */
    get contextSize() {
      return engine.view.model?.contextSize ?? options.load.contextSize;
    },
    /** Why a request of this key cannot be taken; null when it can. */
    refusal: (key: string): 'full' | 'no_model' | null => {
      if (isClosed || (engine.view.state === 'failed' && !next) || engine.view.state === 'stopped')
        return 'no_model';
      return queue.hasRoom(key) ? null : 'full';
    },
    /** Takes a request. Ask `refusal` first. */
    submit: (who: { key: string; tenant: string }, generation: Generation, listener: Listener): void => {
      const request: Request = {
        id: generation.id,
        ...who,
        generation,
        listener,
        enqueuedAt: performance.now(),
        startedAt: null,
        firstTextAt: null,
        hadCompany: false,
        deadline: setTimeout(() => {
          listener.onError({ code: 'deadline' });
          cancel(request.id);
        }, deadlineMs),
      };
      queue.add(request);
      fill();
    },
    cancel,
    /**
     * Serves another model. Waiting requests were meant for the one before and end with an error; answers that are
     * being written have some seconds to end; new requests wait for the new model.
     */
    switchTo: (load: EngineOptions): void => {
      for (const request of queue.items()) fail(request, { code: 'switched' }, null);
      if (next) clearTimeout(next.timer);
      next = { load, timer: setTimeout(switchNow, SWITCH_GRACE_MS) };
      fill();
    },
    positionOf: (id: string) => queue.positionOf(id, runningOf),
    counts: () => ({ waiting: queue.length, running: running.size, leaving: leaving.size }),
    close: async () => {
      isClosed = true;
      if (next) clearTimeout(next.timer);
      next = null;
      for (const request of [...running.values(), ...queue.items()]) {
        fail(request, { code: 'engine_lost' }, null);
      }
      await engine.stop();
    },
  };
}
