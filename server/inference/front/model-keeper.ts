import { hostname, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { CatalogModel } from '../../../models/tools/catalog.ts';
import type { DownloadFault, WorkerModel, WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { freeBytesIn } from '../download/pull-model.ts';
import { type Download, startDownload } from './model-download.ts';
import type { ModelFolder } from './model-folder.ts';
import { fulfil, readWishes, type Wish } from './model-wishes.ts';

export interface ModelKeeperOptions {
  database: Database;
  logger: Logger;
  catalog: readonly CatalogModel[];
  folder: ModelFolder;
  fixedBy: WorkerModels['fixedBy'];
  /** The model that every installation has. */
  builtIn: { id: string; path: string };
  /** The file that is served or loads; null where requests are forwarded. */
  servedPath(): string | null;
  serve(path: string): void;
  downloadEntry: string;
  /** Tests say how much room there is, in bytes. */
  freeBytes?: number | undefined;
}

const EVERY_MS = 500;
/** What may be over by itself, and when it is tried again. */
const MENDING: readonly (DownloadFault['code'] | undefined)[] = ['network', 'busy', 'ended'];
const RETRY_MS = 30_000;

/**
 * Does on this machine what the dashboard wants of models: fetches, deletes, serves. What is wanted stands
 * in the database, what is there in the folder; so it goes on after any end of this process.
 */
export function createModelKeeper(options: ModelKeeperOptions) {
  const { database, logger, catalog, folder, fixedBy, builtIn } = options;
  const downloads = new Map<string, { download: Download; wish: Wish; endedAt: number | null }>();
  let chosenAt: number | null = null;
  let choiceFault: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let turning: Promise<void> = Promise.resolve();
  let isFailing = false;

  const pathOf = (id: string): string | null => {
    if (id === builtIn.id) return builtIn.path;
    const model = catalog.find((one) => one.id === id);
    return model ? folder.find(model.file) : null;
  };

  /** The id of what is served; a file that is in no catalog has none. */
  const served = (): string | null => {
    const path = options.servedPath();
    if (path === builtIn.path) return builtIn.id;
    return catalog.find(({ file }) => path !== null && folder.find(file) === path)?.id ?? null;
  };

  async function turn(): Promise<void> {
    const { wishes, choice } = await readWishes(database);
    for (const [id, { wish }] of downloads) {
      const still = wishes.find((one) => one.modelId === id && one.wish === 'here');
      if (!still) await forget(id);
      else if (still.wishedAt.getTime() !== wish.wishedAt.getTime()) await forget(id);
    }
    for (const wish of wishes) {
      const model = catalog.find((one) => one.id === wish.modelId);
      if (!model) await fulfil(database, wish);
      else if (wish.wish === 'gone') await remove(model, wish);
      else await fetchOne(model, wish);
    }
    if (choice) follow(choice);
  }

  async function forget(id: string): Promise<void> {
    const known = downloads.get(id);
    downloads.delete(id);
    await known?.download.stop();
  }

  async function remove(model: CatalogModel, wish: Wish): Promise<void> {
    // Chosen again since it was to be deleted: what is served stays.
    if (served() !== model.id) folder.remove(model.file);
    await fulfil(database, wish);
  }

  async function fetchOne(model: CatalogModel, wish: Wish): Promise<void> {
    const known = downloads.get(model.id);
    if (known && !known.download.isOver) return;
    if (folder.find(model.file) !== null) {
      downloads.delete(model.id);
      await fulfil(database, wish);
      logger.info({ model: model.id }, 'the model is here');
      return;
    }
    if (known) {
      known.endedAt ??= Date.now();
      if (!MENDING.includes(known.download.fault?.code) || Date.now() - known.endedAt < RETRY_MS) return;
    }
    const bytes = folder.draftBytes(model.file);
    const order = { model, folder: folder.own, freeBytes: options.freeBytes ?? null, bytes };
    downloads.set(model.id, {
      download: startDownload(options.downloadEntry, order),
      wish,
      endedAt: null,
    });
    logger.info({ model: model.id, bytes }, 'fetching a model');
  }

  /** Serves what was chosen. Once for each choice: one that cannot be loaded is not tried again and again. */
  function follow(choice: { modelId: string; chosenAt: Date }): void {
    if (fixedBy !== null || choice.chosenAt.getTime() === chosenAt) return;
    const path = pathOf(choice.modelId);
    if (path === null) {
      choiceFault = `The file of ${choice.modelId} is not here. Fetch it again, or use another model.`;
      return;
    }
    chosenAt = choice.chosenAt.getTime();
    choiceFault = null;
    if (served() !== choice.modelId) options.serve(path);
  }

  function viewOf(model: CatalogModel): WorkerModel {
    const known = downloads.get(model.id)?.download;
    const common = { id: model.id, bytesPerSecond: 0, fault: null as DownloadFault | null };
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
      fault: known?.fault ?? null,
    };
  }

  async function next(): Promise<void> {
    try {
      await turn();
      isFailing = false;
    } catch (error) {
      // Said once: a database that is away for an hour is not thousands of lines.
      if (!isFailing) logger.warn({ err: error }, 'what is wanted of models could not be done');
      isFailing = true;
    }
  }

  return {
    /** The file of the model that was chosen; null when none was, it is not here, or nobody can say. */
    chosenPath: async (): Promise<string | null> => {
      if (fixedBy !== null) return null;
      const { choice } = await readWishes(database).catch(() => ({ choice: null }));
      if (!choice) return null;
      const path = pathOf(choice.modelId);
      if (path !== null) chosenAt = choice.chosenAt.getTime();
      return path;
    },
    /** A model could not be loaded: the one that every installation has takes its place. */
    onModelFailed: (path: string, reason: string): void => {
      if (fixedBy !== null || path === builtIn.path) return;
      choiceFault = `${served() ?? 'The model'} could not be loaded: ${reason} ${builtIn.id} takes its place.`;
      options.serve(builtIn.path);
    },
    view: (): WorkerModels => ({
      place: `${hostname()}:${resolve(folder.own)}`,
      fixedBy,
      memoryBytes: usableMemory(),
      freeDiskBytes: options.freeBytes ?? freeBytesIn(folder.own),
      served: served(),
      choiceFault,
      models: catalog.map(viewOf),
    }),
    /** The process that fetches a model; for tests. */
    downloadPid: (id: string): number | null => downloads.get(id)?.download.pid ?? null,
    start: (): void => {
      const loop = () => {
        turning = next().then(() => {
          if (!isStopped) timer = setTimeout(loop, EVERY_MS);
        });
      };
      loop();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await turning;
      for (const id of [...downloads.keys()]) await forget(id);
    },
  };
}

/** What this process may take: the machine's memory, or less where its control group says so. */
function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
