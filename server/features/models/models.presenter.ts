import type { CatalogModel } from '../../../models/tools/catalog.ts';
import { TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import type { Model } from '../../../shared/contract/models.contract.ts';
import type { ModelWish, WorkerModels } from '../../../shared/domain/worker-models.ts';

/** Above this share of the memory there is little left for everything else. */
const TIGHT = 0.75;

export interface ModelsNow {
  worker: WorkerModels | undefined;
  wishes: ReadonlyMap<string, ModelWish>;
  choice: string | null;
}

/** One model of the catalog: what is wanted of it, and how far the worker is. */
export function presentModel(model: CatalogModel, { worker, wishes, choice }: ModelsNow): Model {
  const { id, name, license, strengths, contextSize, memoryBytes } = model;
  const seen = worker?.models.find((one) => one.id === id);
  const wish = wishes.get(id);
  const state = seen?.state ?? 'absent';
  const isMoving = state === 'downloading' || state === 'checking';
  const shown =
    wish === 'gone' ? 'removing' : wish === 'here' && !isMoving && !seen?.fault ? 'waiting' : state;
  return {
    ...{ id, name, license, strengths, contextSize, memoryBytes },
    isBuiltIn: false,
    fits: fitOf(memoryBytes, worker),
    // What is there needs no waiting for.
    state: shown === 'waiting' && state === 'installed' ? 'installed' : shown,
    bytes: seen?.bytes ?? 0,
    totalBytes: seen?.totalBytes ?? model.approximateBytes,
    bytesPerSecond: seen?.bytesPerSecond ?? 0,
    fault: seen?.fault ?? null,
    servedAs: model.file.replace(/\.gguf$/, ''),
    isServed: worker?.served === id,
    isChosen: choice === id,
  };
}

/** The model that is there without being fetched. */
export function presentTiny({ worker, choice }: ModelsNow): Model {
  return {
    id: TINY_MODEL_ID,
    name: 'Tiny model',
    license: 'made here',
    strengths: 'random weights: talks nonsense, fast; shows that everything works',
    isBuiltIn: true,
    contextSize: 4_096,
    memoryBytes: 150_000_000,
    fits: fitOf(150_000_000, worker),
    state: 'installed',
    bytes: 0,
    totalBytes: 0,
    bytesPerSecond: 0,
    fault: null,
    servedAs: TINY_MODEL_ID,
    isServed: worker?.served === TINY_MODEL_ID,
    isChosen: choice === null ? worker?.fixedBy === null : choice === TINY_MODEL_ID,
  };
}

function fitOf(memoryBytes: number, worker: WorkerModels | undefined): Model['fits'] {
  if (!worker) return null;
  if (memoryBytes > worker.memoryBytes) return 'no';
  return memoryBytes > worker.memoryBytes * TIGHT ? 'tight' : 'yes';
}
