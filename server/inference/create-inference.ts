import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TINY_MODEL_ID } from '../../models/tools/tiny-model.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kernel/clock/clock.ts';
import { keyringOf } from '../kernel/crypto/keyring.ts';
import { createHostCheck } from '../kernel/http/allowed-hosts.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { closable } from '../kernel/shutdown/close-server.ts';
import type { Backend, BackendStatus } from './backends/backend.ts';
import { createEngineBackend, type EngineBackend } from './backends/engine-backend.ts';
import { createUpstreamBackend } from './backends/upstream/upstream-backend.ts';
import type { LIMITS } from './engine-host/engine-process.ts';
import type { QueueLimits } from './engine-host/fair-queue.ts';
import { type HostTelemetry, startHostTelemetry } from './host/host-telemetry.ts';
import { buildInferenceApp } from './http/app.ts';
import { createMetering } from './http/metering.ts';
import { createInferenceMetrics } from './http/metrics.ts';
import { modelIdOf } from './http/models.ts';
import { readCatalog } from './models/catalog.ts';
import { createModelFolder } from './models/model-folder.ts';
import { createModelKeeper } from './models/model-keeper.ts';
import { modelsFolder, placeholderPath } from './models/model-path.ts';
import { cachePlace, wipeCaches } from './prompt-cache/cache-place.ts';
import { startForgetting } from './prompt-cache/forget-deleted.ts';
import { startEgressLog } from './worker/egress-log.ts';
import { startWorkerRow } from './worker/worker-row.ts';

const CLIENT_CLOSE_MS = 300;
/** How long a stop waits for a database that does not answer. */
const REPORT_MS = 1_000;

export interface InferenceOptions {
  config: Config & { secretKey: string };
  database: Database;
  logger: Logger;
  /** For tests: smaller limits, and the path of the engine's entry file. */
  engineEntry?: string;
  engineLimits?: Partial<typeof LIMITS>;
  queue?: QueueLimits;
  deadlineMs?: number;
  /** Other folders to search for models, besides the data folder. */
  otherFolders?: readonly string[];
  downloadEntry?: string;
  hostEntry?: string;
  freeBytes?: number;
  isOutside?: (address: string) => boolean;
  /** Interval for writing the status and reading model requests. */
  everyMs?: number;
}

/** Number of engine crashes during loading after which a chosen model is abandoned. */
const LOAD_TRIES = 3;

/** Creates the inference endpoint. `listen` starts it; the model loads in the background. */
export function createInference(options: InferenceOptions) {
  const { config, database, logger } = options;
  // Only the API server records events. This process only reads keys and counts their usage.
  const resources = { db: database, clock: systemClock, log: logger, keyring: keyringOf(config) };
  const metrics = createInferenceMetrics();
  const metering = createMetering(resources, ({ isInternal }, usage) =>
    isInternal ? metrics.assisted(usage) : metrics.used(usage),
  );
  const common = {
    metering,
    resources,
    metrics,
    logger,
    deadlineMs: options.deadlineMs ?? config.inferenceDeadlineMs,
  };
  const { inferenceUpstreams: upstreams } = config;
  const builtIn = config.hasPlaceholderModel
    ? { id: TINY_MODEL_ID, path: placeholderPath(config.dataDir) }
    : null;
  const catalog = readCatalog(config.modelCatalog);
  const catalogIds = new Set([TINY_MODEL_ID, ...catalog.flatMap(({ id, file }) => [id, modelIdOf(file)])]);
  const createBackend = (): { backend: Backend; engine: EngineBackend | null } => {
    if (upstreams.length > 0)
      return {
        backend: createUpstreamBackend({ ...common, upstreams, isOutside: options.isOutside }),
        engine: null,
      };
    const made = createEngineBackend({
      ...common,
      slots: config.modelSlots,
      contextSize: config.modelContextSize,
      cache: cachePlace(config),
      modelPath: config.modelPath ?? builtIn?.path ?? null,
      loadTries: config.modelPath === undefined ? LOAD_TRIES : undefined,
      isKnownModel: (id) => catalogIds.has(id),
      embeddingModelPath: config.embeddingModelPath,
      onModelFailed: (path, reason) => keeper.onModelFailed(path, reason),
      engineEntry: options.engineEntry,
      engineLimits: { loadMs: config.modelLoadMs, ...options.engineLimits },
      queue: options.queue,
    });
    return { backend: made, engine: made };
  };
  const { backend, engine } = createBackend();
  let isDraining = false;
  const folder = modelsFolder(config.dataDir);
  const host = startHostTelemetry({
    entry: options.hostEntry ?? fileURLToPath(new URL('./inference-host.js', import.meta.url)),
    folder,
    logger,
  });
  const readStatus = backend.statusReader();
  const keeper = createModelKeeper({
    database,
    logger,
    catalog,
    folder: createModelFolder(folder, options.otherFolders ?? []),
    fixedBy: upstreams.length > 0 ? 'INFERENCE_UPSTREAM' : config.modelPath ? 'MODEL_PATH' : null,
    builtIn,
    servedPath: () => engine?.path ?? null,
    serve: (path) => engine?.use(path),
    embeddings: engine && config.embeddingModelPath ? modelIdOf(config.embeddingModelPath) : null,
    downloadEntry: options.downloadEntry ?? fileURLToPath(new URL('./model-download.js', import.meta.url)),
    freeBytes: options.freeBytes,
    everyMs: options.everyMs,
    host: () => modelHost(host, readStatus()),
  });
  metrics.watch(backend.gauges);
  const server = createServer(
    buildInferenceApp({
      backend,
      resources,
      metrics,
      logger,
      metricsToken: config.metricsToken,
      checkHost: createHostCheck(config),
      perMinute: config.rateLimits.inferencePerMinute,
      corsOrigins: config.inferenceCorsOrigins,
      docsUrl: `${config.publicUrl}/docs/inference#errors`,
      isDraining: () => isDraining,
    }),
  );
  const closeServer = closable(server);
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 70_000;
  let row: ReturnType<typeof startWorkerRow> | undefined;
  const egressLogs = backend.egress.map((one) =>
    startEgressLog(database, { ...one, logger, everyMs: options.everyMs }),
  );
  const forgetting =
    backend.scheduler &&
    startForgetting(database, { scheduler: backend.scheduler, logger, everyMs: options.everyMs });
  const withHost = (read: () => BackendStatus) => () => {
    const status = read();
    return { ...status, state: isDraining ? ('stopped' as const) : status.state, host: host.status() };
  };

  return {
    scheduler: backend.scheduler,
    keeper,
    listen: async (): Promise<number> => {
      wipeCaches(config);
      const chosen = await keeper.chosenPath();
      if (engine && chosen !== null) engine.use(chosen);
      else backend.start();
      keeper.start();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.inferencePort, config.host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      row = startWorkerRow(database, {
        address: addressOf(config, port),
        status: withHost(backend.statusReader()),
        models: keeper.view,
        sample: withHost(backend.statusReader()),
        logger,
        everyMs: options.everyMs,
      });
      return port;
    },
    /**
     * Says that it stops, and still answers for `drainDelayMs`, so that those who send requests here notice. Then it gives
     * running answers `inferenceDrainMs` to finish, and aborts the rest. All usage is counted.
     */
    close: async (): Promise<void> => {
      isDraining = true;
      await Promise.race([row?.report(), sleep(REPORT_MS, null, { ref: false })]);
      await sleep(config.drainDelayMs);
      const closed = closeServer();
      await Promise.race([closed, sleep(config.inferenceDrainMs, null, { ref: false })]);
      host.stop();
      await keeper.stop();
      await backend.close();
      wipeCaches(config);
      await Promise.all(egressLogs.map((log) => log.stop()));
      await forgetting?.stop();
      // Clients that are still connected have received their last event or are not reading.
      setTimeout(() => server.closeAllConnections(), CLIENT_CLOSE_MS).unref();
      await closed;
      await row?.stop();
      await metering.drain();
    },
  };
}

/** Returns the host values that the model list needs: memory, and the basis for speed estimates. */
function modelHost(telemetry: HostTelemetry, { model, engineMemoryBytes }: BackendStatus) {
  const { memoryTotalBytes, memoryUsedBytes, usableCores, gpus } = telemetry.status();
  const speed = model?.measuredTokensPerSecond ?? null;
  const free =
    memoryTotalBytes === null || memoryUsedBytes === null ? null : memoryTotalBytes - memoryUsedBytes;
  return {
    memoryBytes: memoryTotalBytes,
    // Loading another model frees the memory of this one.
    availableMemoryBytes: free === null ? null : free + engineMemoryBytes,
    speed: {
      measured: model?.bytes && speed !== null ? { bytes: model.bytes, tokensPerSecond: speed } : null,
      // A GPU has its own memory, whose bandwidth is unknown until a speed has been measured.
      bandwidth: gpus.length > 0 ? null : telemetry.bandwidth(),
      cores: usableCores,
    },
  };
}

/**
 * Returns the address at which the API servers reach this worker: its own if it listens on a single address,
 * otherwise the public one. (A public address may not be reachable from inside.)
 */
function addressOf({ host, inferenceUrl }: Config, port: number): string {
  if (host === '0.0.0.0' || host === '::') return inferenceUrl;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}/v1`;
}
