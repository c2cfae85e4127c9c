import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createRecordAudit } from '../../features/audit-log/index.ts';
import { registerInferenceKeys } from '../../features/inference-keys/index.ts';
import { createKeyring } from '../../kernel/crypto/keyring.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { createUnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { closeServer } from '../../kernel/shutdown/close-server.ts';
import { threadsFor } from '../engine/cores.ts';
import { buildInferenceApp } from './app.ts';
import type { LIMITS } from './engine-process.ts';
import type { QueueLimits } from './fair-queue.ts';
import { createMetering } from './metering.ts';
import { createInferenceMetrics } from './metrics.ts';
import { modelPathFor } from './model-path.ts';
import { createModels } from './models.ts';
import { createScheduler } from './scheduler.ts';
import { startWorkerRow } from './worker-row.ts';
import { createStatusReader } from './worker-status.ts';

const SLOTS = 4;
const CONTEXT_SIZE = 4_096;
const QUEUE: QueueLimits = { total: 64, perKey: 32 };
const DEADLINE_MS = 120_000;
/** What is being written gets this long when the worker is told to end. */
const DRAIN_MS = 3_000;
const LAST_WORD_MS = 300;

export interface InferenceOptions {
  config: Config & { secretKey: string };
  database: Database;
  logger: Logger;
  /** Tests shorten and shrink these, and name the engine's entry. */
  engineEntry?: string;
  engineLimits?: Partial<typeof LIMITS>;
  queue?: QueueLimits;
  deadlineMs?: number;
}

/** Builds the front process of the model's endpoint. `listen` starts it; the model loads in the background. */
export function createInference(options: InferenceOptions) {
  const { config, database, logger } = options;
  const { service: keys } = registerInferenceKeys({
    database,
    keyring: createKeyring(config.secretKey),
    // Events are recorded by the API server alone; here keys are only read and counted.
    inUnitOfWork: createUnitOfWork(database, () => undefined),
    recordAudit: createRecordAudit(database),
  });
  const modelPath = modelPathFor(config);
  const models = createModels(modelPath);
  const metrics = createInferenceMetrics();
  const metering = createMetering(keys, logger, metrics.used);
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
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    onStats: metrics.stats,
  });
  metrics.watch(scheduler);
  const status = createStatusReader(scheduler, models, metrics);
  const server = createServer(
    buildInferenceApp({
      scheduler,
      metering,
      models,
      keys,
      metrics,
      status: createStatusReader(scheduler, models, metrics),
      logger,
      metricsToken: config.metricsToken,
      perMinute: config.rateLimits.inferencePerMinute,
    }),
  );
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 70_000;
  let row: ReturnType<typeof startWorkerRow> | undefined;

  return {
    scheduler,
    status,
    listen: async (): Promise<number> => {
      scheduler.start();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.inferencePort, config.host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      // A free port is known only now; tests take one.
      const address = config.inferencePort === 0 ? `http://${config.host}:${port}/v1` : config.inferenceUrl;
      row = startWorkerRow(database, { address, status, logger });
      return port;
    },
    /** Lets what is being written end for a moment, then breaks it off; counts everything. */
    close: async (): Promise<void> => {
      const closed = closeServer(server);
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
      await scheduler.close();
      // Whoever is still connected has had a last word, or does not read.
      setTimeout(() => server.closeAllConnections(), LAST_WORD_MS).unref();
      await closed;
      await row?.stop();
      await metering.drain();
    },
  };
}
