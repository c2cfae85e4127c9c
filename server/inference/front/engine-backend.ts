import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../kernel/logging/logger.ts';
import { threadsFor } from '../engine/cores.ts';
import type { Backend } from './backend.ts';
import { answerChat } from './chat.ts';
import type { LIMITS } from './engine-process.ts';
import type { QueueLimits } from './fair-queue.ts';
import type { Metering } from './metering.ts';
import type { InferenceMetrics } from './metrics.ts';
import { createModels } from './models.ts';
import { createScheduler } from './scheduler.ts';
import { createStatusReader } from './worker-status.ts';

const SLOTS = 4;
const CONTEXT_SIZE = 4_096;
const QUEUE: QueueLimits = { total: 64, perKey: 32 };

export interface EngineBackendOptions {
  modelPath: string;
  deadlineMs: number;
  metering: Metering;
  metrics: InferenceMetrics;
  logger: Logger;
  /** Tests shorten and shrink these, and name the engine's entry. */
  engineEntry?: string | undefined;
  engineLimits?: Partial<typeof LIMITS> | undefined;
  queue?: QueueLimits | undefined;
}

/** The model of this worker: in a child process, with a queue before it. */
export function createEngineBackend(options: EngineBackendOptions): Backend {
  const { modelPath, metering, metrics, logger } = options;
  const models = createModels(modelPath);
  const scheduler = createScheduler({
    entry: options.engineEntry ?? fileURLToPath(new URL('./inference-engine.js', import.meta.url)),
    load: {
      modelPath,
      slots: SLOTS,
      contextSize: CONTEXT_SIZE,
      // A file that is not there is the engine's to report: the endpoint says so until it is.
      threads: threadsFor(statSync(modelPath, { throwIfNoEntry: false })?.size ?? 0),
    },
    logger,
    limits: options.engineLimits ?? {},
    queue: options.queue ?? QUEUE,
    deadlineMs: options.deadlineMs,
    onStats: metrics.stats,
  });
  return {
    scheduler,
    start: scheduler.start,
    list: models.list,
    show: models.show,
    answer: (actor, req, res) => answerChat({ scheduler, metering, models }, actor, req, res),
    statusReader: () => createStatusReader(scheduler, models, metrics),
    gauges: () => {
      const { state, pulse, restarts } = scheduler.engine;
      const { running, waiting } = scheduler.counts();
      return {
        running,
        waiting,
        restarts,
        residentBytes: pulse?.residentBytes ?? 0,
        isReady: state === 'ready',
        sequencesPerStep: pulse && pulse.steps > 0 ? pulse.stepSequences / pulse.steps : 0,
      };
    },
    close: scheduler.close,
  };
}
