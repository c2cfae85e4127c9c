import type { Logger } from '../../kernel/logging/logger.ts';
import type { AskedGeneration, EngineOptions, FromEngine, Generation, TokenUsage } from '../protocol.ts';
import { isSpeculative } from '../request-class.ts';
import { type ClassedCaller, ClassQueue } from './class-queue.ts';
import { createEngineProcess, type EngineProcessOptions, type EngineView } from './engine-process.ts';
import type { QueueLimits, Waiting } from './fair-queue.ts';
import type { Listener, RequestError } from './listener.ts';
import { type HeldAnswer, holdAnswer, requestsToPark } from './parking.ts';
import { createQuarantine } from './quarantine.ts';

interface Request extends Waiting, ClassedCaller {
  generation: Generation;
  listener: Listener;
  /** Keeps the answer until its end, if the request is speculative. */
  answer: HeldAnswer | null;
  /** Whether it is being stopped, to start again later. */
  isParking: boolean;
  enqueuedAt: number;
  startedAt: number | null;
  firstTextAt: number | null;
  /** Whether another request ran at the same time. */
  ranWithOthers: boolean;
  deadline: NodeJS.Timeout;
}

export interface SchedulerOptions
  extends Omit<EngineProcessOptions, 'onMessage' | 'onReady' | 'onLost' | 'onFailed'> {
  logger: Logger;
  queue: QueueLimits;
  /** Time limit from the arrival of a request to its last token, in milliseconds. */
  deadlineMs: number;
  onStats?(event: { queueMs: number } | { firstTokenMs: number } | { tokensPerSecond: number }): void;
  /** Called when a speculative request was stopped, to start again later. */
  onParked?(): void;
  /** Called when the model cannot be loaded, after all waiting requests have received an error. */
  onModelFailed?(reason: string): void;
}

/** Minimum number of tokens for a meaningful speed. */
const MEASURED_TOKENS = 16;
/** How long running answers have to finish when the model is changed. */
const SWITCH_GRACE_MS = 10_000;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Passes requests to the engine by class and then fairly, as many at a time as it has slots. Waiting requests stay in
 * the queue when the engine restarts. A speculative request is parked when one that someone waits for has no slot: it
 * goes back to the queue, and what it has written is discarded.
 */
export function createScheduler(options: SchedulerOptions) {
  const { logger, deadlineMs } = options;
  const queue = new ClassQueue<Request>(options.queue);
  const quarantine = createQuarantine();
  const running = new Map<string, Request>();
  /** Cancelled requests whose slots the engine has not released yet. */
  const leaving = new Map<string, Request>();
  let isClosed = false;
  /** The model to load when no requests are running. */
  let next: { load: EngineOptions; timer: NodeJS.Timeout } | null = null;

  const engine = createEngineProcess({
    ...options,
    onMessage: handle,
    onReady: fill,
    onLost: (why) => {
      if (why === 'ended') {
        quarantine.strike(inEngine());
        const keys = [...new Set(inEngine().map(({ key }) => key))];
        logger.warn({ keys }, 'requests of these keys were running when the engine ended');
      }
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

  /** Returns the requests that occupy a slot. A cancelled one does until the engine has released it. */
  const inEngine = () => [...running.values(), ...leaving.values()];

  function fill(): void {
    const { state, model } = engine.view;
    if (next) {
      if (running.size + leaving.size === 0) switchNow();
      return;
    }
    if (state !== 'ready' || !model) return;
    for (;;) {
      const request = queue.next(inEngine(), model.slots);
      if (!request) break;
      running.set(request.id, request);
      if (running.size > 1) for (const one of running.values()) one.ranWithOthers = true;
      request.startedAt = performance.now();
      if (!request.answer) options.onStats?.({ queueMs: request.startedAt - request.enqueuedAt });
      engine.generate(request.generation, request.requestClass);
    }
    const wanted = queue.urgent(inEngine(), model.slots);
    for (const request of requestsToPark([...running.values()], { wanted, leaving: leaving.size })) {
      request.isParking = true;
      engine.cancel(request.id);
    }
    noteLoad();
  }

  /** Puts a stopped request back into the queue. Another model does not answer it. */
  function park(request: Request): void {
    if (next) {
      fail(request, { code: 'switched' }, null);
      fill();
      return;
    }
    running.delete(request.id);
    request.answer?.forget();
    Object.assign(request, { isParking: false, startedAt: null, firstTextAt: null });
    queue.putBack(request);
    options.onParked?.();
    fill();
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
    const pieces = request.answer?.held ?? listener;
    switch (message.ev) {
      case 'start':
        pieces.onStart(message.promptTokens, message.cachedTokens);
        return;
      case 'read':
        if (!request.answer) listener.onRead(message.tokens);
        return;
      case 'delta':
        noteFirst(request);
        pieces.onText(message.is, message.text, message.logprobs);
        return;
      case 'tool-call':
        noteFirst(request);
        pieces.onToolCall(message.index, message.name, message.arguments);
        return;
      case 'end':
        clearTimeout(request.deadline);
        noteSpeed(request, message.usage);
        running.delete(request.id);
        fill();
        request.answer?.release();
        listener.onEnd(message.reason, message.usage);
        listener.onSettled(message.usage);
        return;
      case 'error':
        if (request.isParking) {
          park(request);
          return;
        }
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
    if (request.answer) return;
    options.onStats?.({ firstTokenMs: request.firstTextAt - request.enqueuedAt });
  }

  /** Reports the speed of an answer that was written alone. Parallel answers share the engine's speed. */
  function noteSpeed(request: Request, { completionTokens }: TokenUsage): void {
    const seconds = (performance.now() - (request.firstTextAt ?? 0)) / 1_000;
    if (request.firstTextAt === null || request.ranWithOthers || completionTokens < MEASURED_TOKENS) return;
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

  /** Cancels a waiting or running request; the engine ends it within one step. */
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
    /**
     * Tokens available to a request, prompt and answer together. An upper bound until the model is loaded.
     */
    get contextSize() {
      return engine.view.model?.contextSize ?? options.load.contextSize;
    },
    /** Returns why requests of this caller would be rejected; null if they would be accepted. */
    rejection: (caller: ClassedCaller, count = 1): 'full' | 'no_model' | null => {
      if (isClosed || (engine.view.state === 'failed' && !next) || engine.view.state === 'stopped')
        return 'no_model';
      return queue.hasRoom(caller, count) ? null : 'full';
    },
    /** Returns whether this request has ended the engine repeatedly, and is refused for its key. */
    isQuarantined: (key: string, generation: AskedGeneration): boolean => quarantine.holds(key, generation),
    /** Adds a request, whose time limit counts from `since`. Call `rejection` first. */
    submit: (
      who: ClassedCaller,
      generation: Generation,
      listener: Listener,
      since = performance.now(),
    ): void => {
      const request: Request = {
        id: generation.id,
        ...who,
        generation,
        listener,
        answer: isSpeculative(who.requestClass) ? holdAnswer(listener) : null,
        isParking: false,
        enqueuedAt: performance.now(),
        startedAt: null,
        firstTextAt: null,
        ranWithOthers: false,
        deadline: setTimeout(
          () => {
            listener.onError({ code: 'deadline' });
            cancel(request.id);
          },
          deadlineMs - (performance.now() - since),
        ),
      };
      queue.add(request);
      fill();
    },
    cancel,
    /** Removes what is kept of conversations. One that is being read at the moment is left, and still listed as kept. */
    forget: engine.forget,
    /**
     * Serves another model. Waiting requests fail, because they were for the previous model. Running answers
     * have some seconds to finish. New requests wait for the new model.
     */
    switchTo: (load: EngineOptions): void => {
      for (const request of queue.items()) fail(request, { code: 'switched' }, null);
      if (next) clearTimeout(next.timer);
      next = { load, timer: setTimeout(switchNow, SWITCH_GRACE_MS) };
      fill();
    },
    positionOf: (id: string) => queue.positionOf(id, inEngine()),
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
