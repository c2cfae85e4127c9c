import { type ChildProcess, spawn } from 'node:child_process';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type {
  EngineOptions,
  FromEngine,
  Generation,
  KeptConversation,
  LoadedModel,
  Pulse,
  ToEngine,
} from '../protocol.ts';
import type { RequestClass } from '../request-class.ts';
import { engineEnvironment } from './engine-environment.ts';

export type EngineState = 'loading' | 'ready' | 'restarting' | 'failed' | 'stopped';

/** The known state of the engine, updated with each of its messages. */
export interface EngineView {
  state: EngineState;
  /** 0 to 1 while the model loads. */
  progress: number;
  model: LoadedModel | null;
  pulse: Pulse | null;
  /** Number of restarts since this process started. */
  restarts: number;
  /** How often it was killed because it made no progress or did not answer. */
  hangs: number;
  /** Why it last ended or could not load the model; null if there was no error. */
  lastError: string | null;
}

export interface EngineProcessOptions {
  entry: string;
  load: EngineOptions;
  /** Whether there is no model to load yet. The engine starts when one is chosen. */
  isEmpty?: boolean | undefined;
  logger: Logger;
  /** For tests: shorter limits. */
  limits?: Partial<typeof LIMITS>;
  /** Called with the engine's messages about generations. */
  onMessage(message: FromEngine): void;
  /** Called when it can accept requests. */
  onReady(): void;
  /**
   * Called when it has ended and all running requests are lost: it crashed or was killed, or was replaced to
   * load another model.
   */
  onLost(why: 'ended' | 'replaced'): void;
  /** Called when the model cannot be loaded. It is not retried until a restart or another model is chosen. */
  onFailed(): void;
  /**
   * Number of crashes during loading after which the model counts as one that cannot be loaded, for example
   * because it is too large for the machine. Without a number, loading is retried indefinitely.
   */
  loadTries?: number | undefined;
}

export const LIMITS = {
  firstDelayMs: 250,
  longestDelayMs: 5_000,
  /** Running time after which the restart delay is reset. */
  steadyMs: 30_000,
  /**
   * Time without a token read or written, while there is work, after which the engine counts as hanging. A
   * step of a large model on a busy machine has taken 20 seconds.
   */
  stallMs: 60_000,
  /** Time without a message after which the engine counts as hanging. */
  silenceMs: 10_000,
  /** Time without progress after which a model that is being loaded counts as hanging: `MODEL_LOAD_SECONDS`. */
  loadMs: 1_800_000,
  watchMs: 500,
};

export interface EngineProcess {
  readonly view: Readonly<EngineView>;
  /** Id of the process with the model; null while there is none. */
  readonly pid: number | null;
  start(): void;
  /** Ends the engine and starts it with another model. Running requests are lost. */
  switchTo(load: EngineOptions): void;
  generate(generation: Generation, requestClass: RequestClass): void;
  /** Computes the embeddings of texts, in an engine for embeddings. */
  embed(id: string, texts: readonly string[]): void;
  cancel(id: string): void;
  /** Removes what is kept of conversations, from the slots that are free and from the cache. */
  forget(conversations: readonly KeptConversation[]): void;
  /** Sets whether it has work, so that the watchdog knows when to expect progress. */
  setBusy(isBusy: boolean): void;
  stop(): Promise<void>;
}

/** Runs the engine: restarts it when it crashes, and kills it when it makes no progress. */
export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  const { entry, logger } = options;
  let { load } = options;
  const limits = { ...LIMITS, ...options.limits };
  const view: EngineView = {
    state: options.isEmpty ? 'failed' : 'loading',
    progress: 0,
    model: null,
    pulse: null,
    restarts: 0,
    hangs: 0,
    lastError: options.isEmpty ? MODEL_REASONS.write('none_chosen') : null,
  };
  let child: ChildProcess | null = null;
  let failures = 0;
  let isBusy = false;
  let isKilled = false;
  let isSwitching = false;
  let failedLoads = 0;
  /** When the model that is being loaded last made progress. */
  let loadedAt = 0;
  let progressAt = 0;
  let messageAt = 0;
  let watchedAt = 0;
  let retry: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let ended: Promise<void> = Promise.resolve();

  function start(): void {
    const startedAt = performance.now();
    const started = spawn(process.execPath, ['--enable-source-maps', entry], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: engineEnvironment(),
    });
    child = started;
    isKilled = false;
    messageAt = performance.now();
    [watchedAt, loadedAt] = [messageAt, messageAt];
    started.on('message', (message: FromEngine) => {
      // Ignores messages of an engine that is being replaced.
      if (!isSwitching) handle(message);
    });
    started.on('error', (error) => logger.error({ err: error }, 'the engine cannot be started'));
    ended = new Promise((resolve) => {
      started.once('close', (code, signal) => {
        resolve();
        child = null;
        if (view.state === 'stopped') return;
        if (isSwitching) {
          isSwitching = false;
          options.onLost('replaced');
          start();
          return;
        }
        if (view.state === 'failed') return;
        if (performance.now() - startedAt > limits.steadyMs) failures = 0;
        lost(signal ?? `exit code ${code}`);
      });
    });
    send({ op: 'load', options: load });
    clearInterval(watch);
    watch = setInterval(guard, limits.watchMs);
  }

  function lost(how: string): void {
    failures += 1;
    if (view.state === 'loading' || view.model === null) failedLoads += 1;
    if (failedLoads >= (options.loadTries ?? Number.POSITIVE_INFINITY)) {
      const ended = MODEL_REASONS.write('engine_ended_loading', { times: failedLoads, how });
      failed(isKilled && view.lastError ? view.lastError : ended);
      return;
    }
    view.state = 'restarting';
    view.pulse = null;
    view.progress = 0;
    view.restarts += 1;
    view.lastError = view.lastError ?? MODEL_REASONS.write('engine_ended', { how });
    const delay = Math.min(limits.firstDelayMs * 2 ** (failures - 1), limits.longestDelayMs);
    logger.warn({ how, delay }, 'the engine ended; restarting it');
    options.onLost('ended');
    retry = setTimeout(start, delay);
  }

  function handle(message: FromEngine): void {
    messageAt = performance.now();
    if (message.ev === 'loading') {
      view.progress = message.progress;
      loadedAt = messageAt;
      return;
    }
    if (message.ev === 'ready') {
      view.state = 'ready';
      view.model = message.model;
      view.lastError = null;
      failedLoads = 0;
      progressAt = performance.now();
      logger.info({ model: message.model }, 'the engine is ready');
      options.onReady();
      return;
    }
    if (message.ev === 'load-failed') {
      child?.kill('SIGKILL');
      failed(message.message);
      return;
    }
    if (message.ev === 'pulse') {
      if (message.pulse.evaluatedTokens !== view.pulse?.evaluatedTokens) progressAt = performance.now();
      view.pulse = message.pulse;
      return;
    }
    options.onMessage(message);
  }

  function failed(reason: string): void {
    view.state = 'failed';
    view.lastError = reason;
    logger.error({ reason }, 'the model cannot be loaded');
    options.onFailed();
  }

  function switchTo(next: EngineOptions): void {
    load = next;
    clearTimeout(retry);
    Object.assign(view, { state: 'loading', progress: 0, model: null, pulse: null, lastError: null });
    [failures, failedLoads] = [0, 0];
    isSwitching = child !== null;
    if (child) child.kill('SIGKILL');
    else start();
  }

  /** Kills the engine if it makes no progress or, once its model is loaded, sends no messages. */
  function guard(): void {
    const now = performance.now();
    const hasStoodStill = now - watchedAt > limits.silenceMs / 2;
    watchedAt = now;
    // This process itself was stopped, as a paused container is, and has not read yet what the engine said meanwhile.
    if (hasStoodStill) {
      messageAt = now;
      progressAt = now;
      loadedAt = now;
      return;
    }
    if (!child || isKilled || isSwitching) return;
    const why = hangsAt(now);
    if (why === null) return;
    view.lastError =
      why === 'engine_load_stalled'
        ? MODEL_REASONS.write(why, { seconds: Math.round(limits.loadMs / 1_000) })
        : MODEL_REASONS.write(why);
    view.hangs += 1;
    logger.error({ why, progress: view.progress }, 'the engine hangs; killing it');
    isKilled = true;
    child.kill('SIGKILL');
  }

  /** Returns why the engine counts as hanging; null if it does not. */
  function hangsAt(now: number): 'engine_load_stalled' | 'engine_stalled' | 'engine_silent' | null {
    if (view.state === 'loading' || view.state === 'restarting')
      return now - loadedAt > limits.loadMs ? 'engine_load_stalled' : null;
    if (view.state !== 'ready') return null;
    if (isBusy && now - progressAt > limits.stallMs) return 'engine_stalled';
    return now - messageAt > limits.silenceMs ? 'engine_silent' : null;
  }

  function send(message: ToEngine): void {
    if (child?.connected) child.send(message, () => undefined);
  }

  return {
    view,
    get pid() {
      return child?.pid ?? null;
    },
    start: () => {
      if (view.state !== 'failed') start();
    },
    switchTo,
    generate: (generation, requestClass) => send({ op: 'generate', generation, requestClass }),
    embed: (id, texts) => send({ op: 'embed', id, texts }),
    cancel: (id) => send({ op: 'cancel', id }),
    forget: (conversations) => send({ op: 'forget', conversations }),
    setBusy: (busy) => {
      if (busy && !isBusy) progressAt = performance.now();
      isBusy = busy;
    },
    stop: async () => {
      view.state = 'stopped';
      clearTimeout(retry);
      clearInterval(watch);
      // It has nothing to save, and a clean exit would wait for native cleanup.
      child?.kill('SIGKILL');
      await ended;
    },
  };
}
