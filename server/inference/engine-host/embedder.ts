import type { Logger } from '../../kernel/logging/logger.ts';
import type { EngineOptions, FromEngine } from '../protocol.ts';
import { type ClassedCaller, ClassQueue } from './class-queue.ts';
import { createEngineProcess, type LIMITS } from './engine-process.ts';
import type { QueueLimits, Waiting } from './fair-queue.ts';
import type { RequestError } from './listener.ts';

/** The embeddings of some texts, in their order, and the number of tokens of all. */
export interface Embeddings {
  vectors: readonly (readonly number[])[];
  tokens: number;
}

/** Thrown when embeddings could not be computed. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly reason: RequestError | { code: 'full' };

  constructor(reason: RequestError | { code: 'full' }) {
    super(reason.code);
    this.reason = reason;
  }
}

interface Job extends Waiting, ClassedCaller {
  texts: readonly string[];
  resolve(found: Embeddings): void;
  reject(error: EmbeddingError): void;
  deadline: NodeJS.Timeout;
}

export interface EmbedderOptions {
  entry: string;
  load: EngineOptions;
  logger: Logger;
  queue: QueueLimits;
  /** Time limit from the arrival of a request to its end, in milliseconds. */
  deadlineMs: number;
  limits?: Partial<typeof LIMITS> | undefined;
}

export type Embedder = ReturnType<typeof createEmbedder>;

/**
 * Computes embeddings in a process of their own, so that they neither stop answers nor end with them. Requests run
 * one after another, by class and in fair turns.
 */
export function createEmbedder({ entry, load, logger, queue: limits, deadlineMs, ...rest }: EmbedderOptions) {
  const queue = new ClassQueue<Job>(limits);
  let running: Job | null = null;
  let isClosed = false;
  let isStarted = false;
  const engine = createEngineProcess({
    entry,
    load: { ...load, purpose: 'embeddings' },
    logger,
    ...(rest.limits ? { limits: rest.limits } : {}),
    onMessage: handle,
    onReady: fill,
    onLost: () => end(running, (job) => job.reject(new EmbeddingError({ code: 'engine_lost' }))),
    onFailed: () => {
      for (const job of [running, ...queue.items()]) end(job, (one) => one.reject(failed()));
    },
  });

  function failed(): EmbeddingError {
    return new EmbeddingError({ code: 'no_model', message: engine.view.lastError ?? '' });
  }

  function fill(): void {
    if (running || engine.view.state !== 'ready') return;
    running = queue.next([], 1);
    engine.setBusy(running !== null);
    if (running) engine.embed(running.id, running.texts);
  }

  function handle(message: FromEngine): void {
    if (message.ev === 'embeddings' && message.id === running?.id)
      end(running, (job) => job.resolve(message));
    if (message.ev === 'error' && message.id === running?.id)
      end(running, (job) => job.reject(new EmbeddingError(message.error)));
  }

  function end(job: Job | null, settle: (job: Job) => void): void {
    if (!job) return;
    clearTimeout(job.deadline);
    queue.remove(job.id);
    if (job === running) running = null;
    settle(job);
    fill();
  }

  return {
    /** Starts the process, once. */
    start: (): void => {
      if (!isStarted) engine.start();
      isStarted = true;
    },
    /** Returns whether a request of this caller would be rejected, because too many wait. */
    isFull: (caller: ClassedCaller): boolean => !queue.hasRoom(caller),
    /**
     * Computes the embeddings of texts.
     * @param signal ends the request; the text that is being read is finished first.
     * @throws {EmbeddingError}
     */
    embed: (
      caller: ClassedCaller,
      id: string,
      texts: readonly string[],
      signal: AbortSignal,
    ): Promise<Embeddings> =>
      new Promise((resolve, reject) => {
        if (isClosed || engine.view.state === 'failed') return reject(failed());
        if (!queue.hasRoom(caller)) return reject(new EmbeddingError({ code: 'full' }));
        const stop = (code: 'deadline' | 'engine_lost') => {
          if (job === running) engine.cancel(id);
          else queue.remove(id);
          clearTimeout(job.deadline);
          reject(new EmbeddingError({ code }));
        };
        const job: Job = {
          id,
          ...caller,
          texts,
          resolve,
          reject,
          deadline: setTimeout(() => stop('deadline'), deadlineMs),
        };
        signal.addEventListener('abort', () => stop('engine_lost'), { once: true });
        queue.add(job);
        fill();
      }),
    close: async (): Promise<void> => {
      isClosed = true;
      for (const job of [running, ...queue.items()])
        end(job, (one) => one.reject(new EmbeddingError({ code: 'engine_lost' })));
      await engine.stop();
    },
  };
}
