import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Resources } from '../../kernel/context/context.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { threadsFor } from '../engine/cores.ts';
import { createEmbedder } from '../engine-host/embedder.ts';
import type { LIMITS } from '../engine-host/engine-process.ts';
import type { QueueLimits } from '../engine-host/fair-queue.ts';
import { createScheduler } from '../engine-host/scheduler.ts';
import { answerRequest } from '../http/answer.ts';
import { CHAT } from '../http/chat.ts';
import { answerEmbeddings } from '../http/embeddings.ts';
import type { Metering } from '../http/metering.ts';
import type { InferenceMetrics } from '../http/metrics.ts';
import { createModels } from '../http/models.ts';
import { RESPONSES } from '../http/responses.ts';
import { TEXT } from '../http/text.ts';
import { createFileDigests } from '../models/file-digests.ts';
import type { CacheOptions } from '../protocol.ts';
import { createStatusReader } from '../worker/worker-status.ts';
import type { Api, Backend } from './backend.ts';

/** Maximum number of tokens of a text, if the model reads as many. */
const EMBEDDING_CONTEXT = 2_048;
const QUEUE: QueueLimits = { total: 128, perTenant: 64, perKey: 32 };

export interface EngineBackendOptions {
  /** Null while no model is chosen. */
  modelPath: string | null;
  slots: number;
  /** Context size of each slot, in tokens. */
  contextSize: number;
  /** Where conversations that were read are kept, besides those in the slots. */
  cache?: CacheOptions | undefined;
  /** Number of engine crashes during loading after which the model is abandoned; undefined means never. */
  loadTries?: number | undefined;
  /** Called when a model could not be loaded, with the reason as text. */
  onModelFailed?(path: string, reason: string): void;
  /** Returns whether a name is of a model that this server knows. */
  isKnownModel?(id: string): boolean;
  /** The model for embeddings; without it there are none. */
  embeddingModelPath?: string | undefined;
  deadlineMs: number;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock'>;
  metrics: InferenceMetrics;
  logger: Logger;
  /** For tests: smaller limits, and the path of the engine's entry file. */
  engineEntry?: string | undefined;
  engineLimits?: Partial<typeof LIMITS> | undefined;
  queue?: QueueLimits | undefined;
}

export interface EngineBackend extends Backend {
  /** The model file that is loading or being served; null while none is chosen. */
  readonly path: string | null;
  /** Switches to another model file, and starts the engine if it is not running. */
  use(path: string): void;
}

/** Runs the model of this worker in a child process, behind a queue. */
export function createEngineBackend(options: EngineBackendOptions): EngineBackend {
  const { metering, resources, metrics, logger } = options;
  let { modelPath } = options;
  const models = createModels(modelPath, options);
  const digests = createFileDigests(logger);
  const loadOf = (path: string) => ({
    modelPath: path,
    slots: options.slots,
    contextSize: options.contextSize,
    cache: options.cache,
    // The engine reports a missing file, and the endpoint returns that error until the file exists.
    threads: threadsFor(statSync(path, { throwIfNoEntry: false })?.size ?? 0),
  });
  const entry = options.engineEntry ?? fileURLToPath(new URL('./inference-engine.js', import.meta.url));
  const queue = options.queue ?? QUEUE;
  const scheduler = createScheduler({
    entry,
    load: loadOf(modelPath ?? ''),
    isEmpty: modelPath === null,
    loadTries: options.loadTries,
    onModelFailed: (reason) => {
      if (modelPath !== null) options.onModelFailed?.(modelPath, reason);
    },
    logger,
    limits: options.engineLimits ?? {},
    queue,
    deadlineMs: options.deadlineMs,
    onParked: () => metrics.notAssisted('parked'),
    onStats: (event) =>
      metrics.stats(
        'tokensPerSecond' in event ? { writing: { model: models.served?.id ?? '', ...event } } : event,
      ),
  });
  const { embeddingModelPath } = options;
  const embedder = embeddingModelPath
    ? {
        modelPath: embeddingModelPath,
        runner: createEmbedder({
          entry,
          load: { ...loadOf(embeddingModelPath), contextSize: EMBEDDING_CONTEXT, cache: undefined },
          logger,
          queue,
          deadlineMs: options.deadlineMs,
          limits: options.engineLimits,
        }),
      }
    : null;
  const onShed = () => metrics.notAssisted('shed');
  const deps = { scheduler, metering, models, resources, onShed };
  const answers: Record<Api, Backend['answer']> = {
    'chat/completions': (_api, ...call) => answerRequest(deps, CHAT, ...call),
    completions: (_api, ...call) => answerRequest(deps, TEXT, ...call),
    responses: (_api, ...call) => answerRequest(deps, RESPONSES, ...call),
    embeddings: (_api, ...call) => answerEmbeddings({ embedder, metering, resources, onShed }, ...call),
  };
  return {
    scheduler,
    egress: [],
    start: () => {
      scheduler.start();
      embedder?.runner.start();
    },
    get path() {
      return modelPath;
    },
    use: (path) => {
      modelPath = path;
      models.use(path);
      scheduler.switchTo(loadOf(path));
      embedder?.runner.start();
    },
    list: models.list,
    show: models.show,
    answer: (api, actor, req, res) => answers[api](api, actor, req, res),
    statusReader: () =>
      createStatusReader(scheduler, models, metrics, () =>
        modelPath === null ? null : digests.of(modelPath),
      ),
    gauges: () => {
      const { state, pulse, restarts, hangs } = scheduler.engine;
      const { running, waiting } = scheduler.counts();
      return {
        running,
        waiting,
        restarts,
        hangs,
        residentBytes: pulse?.residentBytes ?? 0,
        isReady: state === 'ready',
        sequencesPerStep: pulse && pulse.steps > 0 ? pulse.stepSequences / pulse.steps : 0,
        passesPerStep: pulse && pulse.steps > 0 ? pulse.stepPasses / pulse.steps : 0,
        cache: pulse?.cache ?? null,
      };
    },
    close: async () => {
      await Promise.all([scheduler.close(), embedder?.runner.close()]);
    },
  };
}
