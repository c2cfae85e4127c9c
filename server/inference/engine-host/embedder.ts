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

/** The most tokens of all texts of a request. */
export const EMBEDDED_TOKENS_MAX = 524_288;

type Reason = RequestError | { code: 'full' } | { code: 'too_many_tokens' };

/** Thrown when embeddings could not be computed. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** What is computed of a request in one turn: seconds at most, also where each text is long. */
const PART = { texts: 32, characters: 16_384 };

interface Job extends Waiting, ClassedCaller {
  texts: readonly string[];
  /** The embeddings of the first texts. In single precision, as the model computes them: many requests may be half done. */
  done: Float32Array[];
  tokens: number;
  isOver: boolean;
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
 * Computes embeddings in a process of their own, so that they neither stop answers nor end with them. Requests take
 * turns, by class and in fair shares: one with many texts has a turn for each part of them.
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
    if (running) engine.embed(running.id, nextPart(running));
  }

  function handle(message: FromEngine): void {
    if (message.ev === 'embeddings' && message.id === running?.id) addPart(running, message);
    if (message.ev === 'error' && message.id === running?.id)
      end(running, (job) => job.reject(new EmbeddingError(message.error)));
  }

  /** Adds what was computed in a turn. A request with further texts waits for its next one. */
  function addPart(job: Job, { vectors, tokens }: Embeddings): void {
    job.done.push(...vectors.map((vector) => Float32Array.from(vector)));
    job.tokens += tokens;
    if (job.tokens > EMBEDDED_TOKENS_MAX) {
      end(job, (one) => one.reject(new EmbeddingError({ code: 'too_many_tokens' })));
    } else if (job.isOver || job.done.length === job.texts.length) {
      const found = { vectors: job.done.map((vector) => Array.from(vector)), tokens: job.tokens };
      end(job, (one) => one.resolve(found));
    } else {
      running = null;
      queue.putBack(job);
      fill();
    }
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
          job.isOver = true;
          if (job === running) engine.cancel(id);
          else queue.remove(id);
          clearTimeout(job.deadline);
          reject(new EmbeddingError({ code }));
        };
        const job: Job = {
          id,
          ...caller,
          texts,
          ...{ done: [], tokens: 0, isOver: false },
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

/** Returns the texts of the next turn of a request: one at least. */
function nextPart({ texts, done }: Job): string[] {
  let characters = 0;
  const rest = texts.slice(done.length, done.length + PART.texts);
  const end = rest.findIndex((text) => {
    characters += text.length;
    return characters > PART.characters;
  });
  return end < 0 ? rest : rest.slice(0, Math.max(1, end));
}
