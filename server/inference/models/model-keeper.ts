import { resolve } from 'node:path';
import { TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import type { DownloadError, WorkerModel, WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';
import type { ModelRequestRow } from '../../db/models/model-request.model.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { machineMark } from '../../kernel/servers/machine.ts';
import type { CatalogModel } from './catalog.ts';
import { freeBytesIn } from './free-bytes.ts';
import { type Download, startDownload } from './model-download.ts';
import type { ModelFolder } from './model-folder.ts';
import { completeRequest, readRequests } from './model-requests.repository.ts';
import { createOwnModels } from './own-models.ts';

export interface ModelKeeperOptions {
  database: Database;
  logger: Logger;
  catalog: readonly CatalogModel[];
  folder: ModelFolder;
  fixedBy: WorkerModels['fixedBy'];
  /** The placeholder, which is served while no model is chosen; null for none. */
  builtIn: { id: string; path: string } | null;
  /** Returns the path of the file that is loading or being served; null when requests are forwarded. */
  servedPath(): string | null;
  serve(path: string): void;
  /** The model that makes embeddings on this worker; null for none. */
  embeddings: string | null;
  downloadEntry: string;
  /** Returns the host's memory, and the basis for speed estimates. */
  host(): Pick<WorkerModels, 'memoryBytes' | 'availableMemoryBytes' | 'speed'>;
  /** For tests: the available disk space in bytes. */
  freeBytes?: number | undefined;
  everyMs?: number | undefined;
}

const EVERY_MS = 500;
/** How often the folder is read for files that people have put there. */
const LOOK_MS = 3_000;
/** Errors that may be temporary, and the delay before the download is retried. */
const TEMPORARY: readonly (DownloadError['code'] | undefined)[] = ['network', 'busy', 'ended'];
const RETRY_MS = 30_000;

/**
 * Carries out the dashboard's requests on this machine: downloads, removes and serves models. Requests are
 * stored in the database and files in the folder, so it continues after a crash or restart of this process.
 */
export function createModelKeeper(options: ModelKeeperOptions) {
  const { database, logger, catalog, folder, fixedBy, builtIn, everyMs = EVERY_MS } = options;
  const downloads = new Map<
    string,
    { download: Download; request: ModelRequestRow; endedAt: number | null }
  >();
  let chosenAt: number | null = null;
  let choiceError: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;

  const own = createOwnModels(
    folder,
    (file) => catalog.some((one) => one.file === file) || file === `${TINY_MODEL_ID}.gguf`,
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  const place = `${machineMark()}\n${resolve(folder.own)}`;

  const fileOf = (id: string): string | undefined =>
    catalog.find((one) => one.id === id)?.file ?? own.list().find((one) => one.id === id)?.file;

  const pathOf = (id: string): string | null => {
    if (id === builtIn?.id) return builtIn.path;
    const file = fileOf(id);
    return file === undefined ? null : folder.find(file);
  };

  /** Returns the id of the served model; null for a file that is in no folder of models. */
  const served = (): string | null => {
    const path = options.servedPath();
    if (path !== null && path === builtIn?.path) return builtIn.id;
    return (
      [...catalog, ...own.list()].find(({ file }) => path !== null && folder.find(file) === path)?.id ?? null
    );
  };

  async function lookForFiles(): Promise<void> {
    if (performance.now() - lookedAt < LOOK_MS) return;
    lookedAt = performance.now();
    await own.look();
  }

  async function processRequests(): Promise<void> {
    const { requests, choice } = await readRequests(database);
    for (const [id, { request }] of downloads) {
      const still = requests.find((one) => one.modelId === id && one.request === 'download');
      if (still?.requestedAt.getTime() !== request.requestedAt.getTime()) await forget(id);
    }
    for (const request of requests) {
      const model = catalog.find((one) => one.id === request.modelId);
      if (request.request === 'remove') await remove(request);
      else if (model) await fetchOne(model, request);
      else await completeRequest(database, request);
    }
    if (choice) follow(choice, requests);
  }

  async function forget(id: string): Promise<void> {
    const known = downloads.get(id);
    downloads.delete(id);
    await known?.download.stop();
  }

  async function remove(request: ModelRequestRow): Promise<void> {
    const file = fileOf(request.modelId);
    // A served model is not deleted. It may have been chosen again after the request.
    if (file !== undefined && served() !== request.modelId) folder.remove(file);
    lookedAt = Number.NEGATIVE_INFINITY;
    await completeRequest(database, request);
  }

  async function fetchOne(model: CatalogModel, request: ModelRequestRow): Promise<void> {
    const known = downloads.get(model.id);
    if (known && !known.download.isOver) return;
    if (folder.find(model.file) !== null) {
      downloads.delete(model.id);
      await completeRequest(database, request);
      const isPinned = model.sha256 !== undefined;
      logger.info({ model: model.id, sha256: known?.download.sha256 ?? null, isPinned }, 'model downloaded');
      return;
    }
    if (known) {
      known.endedAt ??= performance.now();
      if (!TEMPORARY.includes(known.download.error?.code) || performance.now() - known.endedAt < RETRY_MS)
        return;
    }
    const bytes = folder.draftBytes(model.file);
    const order = { model, folder: folder.own, freeBytes: options.freeBytes ?? null, bytes };
    downloads.set(model.id, {
      download: startDownload(options.downloadEntry, order),
      request,
      endedAt: null,
    });
    logger.info({ model: model.id, bytes }, 'downloading a model');
  }

  /** Serves the chosen model, once per choice: a model that cannot be loaded is not retried endlessly. */
  function follow(choice: { modelId: string; chosenAt: Date }, requests: readonly ModelRequestRow[]): void {
    if (fixedBy !== null || choice.chosenAt.getTime() === chosenAt) return;
    // A placeholder of earlier times is the same as no choice.
    if (builtIn === null && choice.modelId === TINY_MODEL_ID) return;
    const path = pathOf(choice.modelId);
    if (path === null) {
      // It is served as soon as it is there.
      const isComing = requests.some(
        ({ modelId, request }) => modelId === choice.modelId && request === 'download',
      );
      choiceError = isComing ? null : MODEL_REASONS.write('file_missing', { model: choice.modelId });
      return;
    }
    chosenAt = choice.chosenAt.getTime();
    choiceError = null;
    if (served() !== choice.modelId) options.serve(path);
  }

  function viewOf(model: CatalogModel): WorkerModel {
    const known = downloads.get(model.id)?.download;
    const common = { id: model.id, bytesPerSecond: 0, error: null as DownloadError | null };
    if (known && !known.isOver) {
      const { bytes, totalBytes, bytesPerSecond, isChecking } = known;
      return { ...common, state: isChecking ? 'checking' : 'downloading', bytes, totalBytes, bytesPerSecond };
    }
    if (folder.find(model.file) !== null)
      return { ...common, state: 'installed', bytes: 0, totalBytes: null };
    const bytes = folder.draftBytes(model.file);
    const totalBytes = known?.totalBytes ?? null;
    return {
      ...common,
      state: bytes > 0 ? 'partial' : 'absent',
      bytes,
      totalBytes,
      error: known?.error ?? null,
    };
  }

  const languagesOf = (id: string | null): readonly string[] | null =>
    catalog.find((one) => one.id === id)?.languages ??
    own.list().find((one) => one.id === id)?.languages ??
    null;

  async function next(): Promise<void> {
    try {
      await lookForFiles();
      await processRequests();
      isFailing = false;
    } catch (error) {
      // Logged once: a database that is down for an hour must not produce thousands of lines.
      if (!isFailing) logger.warn({ err: error }, 'could not carry out model requests; will retry');
      isFailing = true;
    }
  }

  return {
    /** Returns the file of the chosen model; null if there is none, or if the database is down. */
    chosenPath: async (): Promise<string | null> => {
      if (fixedBy !== null) return null;
      await own.look().catch(() => undefined);
      const { choice } = await readRequests(database).catch(() => ({ choice: null }));
      if (!choice) return null;
      const path = pathOf(choice.modelId);
      if (path !== null) chosenAt = choice.chosenAt.getTime();
      return path;
    },
    /** Notes that a model could not be loaded, and serves the placeholder in its place, if there is one. */
    onModelFailed: (path: string, reason: string): void => {
      if (fixedBy !== null || path === builtIn?.path) return;
      const model = served() ?? 'The model';
      if (builtIn === null) {
        choiceError = MODEL_REASONS.write('not_loaded_alone', { model, reason });
        return;
      }
      choiceError = MODEL_REASONS.write('not_loaded', { model, reason, fallback: builtIn.id });
      options.serve(builtIn.path);
    },
    view: (): WorkerModels => ({
      place,
      fixedBy,
      ...options.host(),
      freeDiskBytes: options.freeBytes ?? freeBytesIn(folder.own),
      served: served(),
      choiceError,
      models: catalog.map(viewOf),
      own: own.list(),
      folder: resolve(folder.own),
      languages: languagesOf(served()),
      embeddings: options.embeddings,
    }),
    /** Returns the process id of a model's download; for tests. */
    downloadPid: (id: string): number | null => downloads.get(id)?.download.pid ?? null,
    start: (): void => {
      const loop = () => {
        running = next().then(() => {
          if (!isStopped) timer = setTimeout(loop, everyMs);
        });
      };
      loop();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      for (const id of [...downloads.keys()]) await forget(id);
    },
  };
}
