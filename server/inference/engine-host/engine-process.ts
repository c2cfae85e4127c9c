import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { EngineOptions, FromEngine, Generation, LoadedModel, Pulse, ToEngine } from '../protocol.ts';
import { engineEnvironment } from './engine-environment.ts';

export type EngineState = 'loading' | 'ready' | 'restarting' | 'failed' | 'stopped';

/** What is known of the engine; changes with every message of it. */
export interface EngineView {
  state: EngineState;
  /** 0 to 1 while the model loads. */
  progress: number;
  model: LoadedModel | null;
  pulse: Pulse | null;
  /** How often it had to be started again since this process runs. */
  restarts: number;
  /** Why it last ended or could not load; null when nothing went wrong. */
  lastError: string | null;
}

export interface EngineProcessOptions {
  entry: string;
  load: EngineOptions;
  logger: Logger;
  /** Tests shorten these. */
  limits?: Partial<typeof LIMITS>;
  /** What the engine says of generations. */
  onMessage(message: FromEngine): void;
  /** It can take requests. */
  onReady(): void;
  /** It has ended: what ran is lost. */
  onLost(): void;
  /** The model cannot be loaded; nothing is tried until the process is restarted or switched. */
  onFailed(): void;
  /**
   * How often it may end while the model loads before it counts as one that cannot be loaded: too large
   * for the machine, say. Without a number it is tried for ever.
   */
  loadTries?: number | undefined;
}

export const LIMITS = {
  firstDelayMs: 250,
  longestDelayMs: 5_000,
  /** Having run this long, the next end is a new beginning of the delays. */
  steadyMs: 30_000,
  /**
   * No token read or written for so long while there is work: it hangs, whatever else it answers. A step
   * of a large model on a busy machine was seen to take 20 seconds.
   */
  stallMs: 60_000,
  /** It has not said anything for so long. */
  silenceMs: 10_000,
  watchMs: 500,
};

export interface EngineProcess {
  readonly view: Readonly<EngineView>;
  /** The process that holds the model; null while there is none. */
  readonly pid: number | null;
  start(): void;
  /** Ends the engine and starts it with another model. What runs is lost. */
  switchTo(load: EngineOptions): void;
  generate(generation: Generation): void;
  cancel(id: string): void;
  /** Sets whether it has work, so that the watchdog knows when to expect progress. */
  setBusy(isBusy: boolean): void;
  stop(): Promise<void>;
}

/** Runs the engine and keeps it running: started again when it dies, killed when it makes no progress. */
export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  const { entry, logger } = options;
  let { load } = options;
  const limits = { ...LIMITS, ...options.limits };
  const view: EngineView = {
    state: 'loading',
    progress: 0,
    model: null,
    pulse: null,
    restarts: 0,
    lastError: null,
  };
  let child: ChildProcess | null = null;
  let failures = 0;
  let isBusy = false;
  let isKilled = false;
  let isSwitching = false;
  let failedLoads = 0;
  let progressAt = 0;
  let messageAt = 0;
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
    started.on('message', (message: FromEngine) => {
      // What one that is being replaced still says is of the model before.
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
          options.onLost();
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
      failed(`The engine ended ${failedLoads} times while it loaded the model (${how}).`);
      return;
    }
    view.state = 'restarting';
    view.pulse = null;
    view.progress = 0;
    view.restarts += 1;
    view.lastError = view.lastError ?? `The engine ended (${how}).`;
    const delay = Math.min(limits.firstDelayMs * 2 ** (failures - 1), limits.longestDelayMs);
    logger.warn({ how, delay }, 'the engine ended; starting it again');
    options.onLost();
    retry = setTimeout(start, delay);
  }

  function handle(message: FromEngine): void {
    messageAt = performance.now();
    if (message.ev === 'loading') {
      view.progress = message.progress;
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

  /** Health is progress: an engine that answers but writes no token is as dead as one that has ended. */
  function guard(): void {
    if (view.state !== 'ready' || !child || isKilled) return;
    const now = performance.now();
    const isStalled = isBusy && now - progressAt > limits.stallMs;
    const isSilent = now - messageAt > limits.silenceMs;
    if (!isStalled && !isSilent) return;
    view.lastError = isStalled ? 'The engine made no progress.' : 'The engine did not answer.';
    logger.error({ isStalled, isSilent }, 'the engine hangs; killing it');
    isKilled = true;
    child.kill('SIGKILL');
  }

  function send(message: ToEngine): void {
    if (child?.connected) child.send(message, () => undefined);
  }

  return {
    view,
    get pid() {
      return child?.pid ?? null;
    },
    start,
    switchTo,
    generate: (generation) => send({ op: 'generate', generation }),
    cancel: (id) => send({ op: 'cancel', id }),
    setBusy: (busy) => {
      if (busy && !isBusy) progressAt = performance.now();
      isBusy = busy;
    },
    stop: async () => {
      view.state = 'stopped';
      clearTimeout(retry);
      clearInterval(watch);
      // It keeps nothing that must be saved, and its native side takes its time to tidy up.
      child?.kill('SIGKILL');
      await ended;
    },
  };
}
