import type { Logger } from '../../kernel/logging/logger.ts';
import type {
  EngineOptions,
  FinishReason,
  FromEngine,
  Generation,
  GenerationFault,
  TokenLogprob,
  TokenUsage,
} from '../protocol.ts';
import { createEngineProcess, type EngineProcessOptions, type EngineView } from './engine-process.ts';
import { FairQueue, type QueueLimits, type Waiting } from './fair-queue.ts';

/** What the one who asked hears: pieces, then one of `onEnd` and `onFault`, unless the request was cancelled. */
export interface Listener {
  onStart(promptTokens: number, cachedTokens: number): void;
  /** Told on the way through a long prompt: how many tokens of it have been read. */
  onRead(tokens: number): void;
  onText(is: 'text' | 'thought', text: string, logprobs: readonly TokenLogprob[] | null): void;
  onToolCall(index: number, name: string | null, piece: string): void;
  onEnd(reason: FinishReason, usage: TokenUsage): void;
  onFault(fault: RequestFault): void;
  /** Once, last of all, however it went: what it has used; null when nothing was read or that is not known. */
  onSettled(usage: TokenUsage | null): void;
}

export type RequestFault =
  | GenerationFault
  | { code: 'deadline' }
  | { code: 'switched' }
  | { code: 'no_model'; message: string };

interface Request extends Waiting {
  generation: Generation;
  listener: Listener;
  enqueuedAt: number;
  startedAt: number | null;
  firstTextAt: number | null;
  deadline: NodeJS.Timeout;
}

export interface SchedulerOptions
  extends Omit<EngineProcessOptions, 'onMessage' | 'onReady' | 'onLost' | 'onFailed'> {
  logger: Logger;
  queue: QueueLimits;
  /** From the arrival of a request to its last token, in milliseconds. */
  deadlineMs: number;
  onStats?(event: { queueMs: number } | { firstTokenMs: number }): void;
  /** The model cannot be loaded, and all that waited has been told. */
  onModelFailed?(reason: string): void;
}

/** What is being written when the model is changed may end within this time. */
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
    onMessage: hear,
    onReady: fill,
    onLost: () => {
      for (const request of leaving.values()) request.listener.onSettled(null);
      leaving.clear();
      for (const request of [...running.values()]) fail(request, { code: 'engine_lost' }, null);
    },
    onFailed: () => {
      const message = engine.view.lastFault ?? '';
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
      request.startedAt = Date.now();
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

  function hear(message: FromEngine): void {
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
        running.delete(request.id);
        fill();
        listener.onEnd(message.reason, message.usage);
        listener.onSettled(message.usage);
        return;
      case 'error':
        if (message.fault.code === 'engine_error') {
          logger.error({ reason: message.fault.message }, 'the engine could not answer');
        }
        fail(request, message.fault, message.usage);
        fill();
    }
  }

  function noteFirst(request: Request): void {
    if (request.firstTextAt !== null) return;
    request.firstTextAt = Date.now();
    options.onStats?.({ firstTokenMs: request.firstTextAt - request.enqueuedAt });
  }

  function fail(request: Request, fault: RequestFault, usage: TokenUsage | null): void {
    clearTimeout(request.deadline);
    queue.remove(request.id);
    running.delete(request.id);
    noteLoad();
    request.listener.onFault(fault);
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
    /** Whether a request of this key can be taken: as a fault when not. */
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
        enqueuedAt: Date.now(),
        startedAt: null,
        firstTextAt: null,
        deadline: setTimeout(() => {
          listener.onFault({ code: 'deadline' });
          cancel(request.id);
        }, deadlineMs),
      };
      queue.add(request);
      fill();
    },
    cancel,
    /**
     * Serves another model. What waits was meant for the one before and is told so; what is being written
     * may end, for some seconds; what comes from now on waits for the new one.
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
