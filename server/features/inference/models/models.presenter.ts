import { TINY_MODEL_ID } from '../../../../models/tools/tiny-model.ts';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { diskFits, estimateSpeed, memoryFit } from '../../../../shared/domain/model-fit.ts';
import type { ModelRequest, OwnModel, WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { CatalogModel } from '../../../inference/models/catalog.ts';

export interface ModelsNow {
  worker: WorkerModels | undefined;
  requests: ReadonlyMap<string, ModelRequest>;
  choice: string | null;
}

/** Returns one model of the catalog, with its request and the worker's progress. */
export function presentModel(model: CatalogModel, { worker, requests, choice }: ModelsNow): Model {
  const { id, name, license, strengths, contextSize, memoryBytes } = model;
  const seen = worker?.models.find((one) => one.id === id);
  const request = requests.get(id);
  const state = seen?.state ?? 'absent';
  const isMoving = state === 'downloading' || state === 'checking';
  const isWaiting = request === 'download' && !isMoving && !seen?.error;
  const shown = request === 'remove' ? 'removing' : isWaiting ? 'waiting' : state;
  const totalBytes = seen?.totalBytes ?? model.approximateBytes;
  const bytes = seen?.bytes ?? 0;
  return {
    ...{ id, name, license, strengths, contextSize, memoryBytes },
    ...{ isBuiltIn: false, isOwn: false, problem: null, languages: model.languages ?? null },
    fits: worker ? memoryFit(memoryBytes, worker) : null,
    hasDiskSpace: worker && state !== 'installed' ? diskFits(totalBytes - bytes, worker.freeDiskBytes) : null,
    tokensPerSecond: worker ? estimateSpeed(totalBytes, worker.speed) : null,
    isSpeedMeasured: worker?.served === id && worker.speed.measured !== null,
    // An installed model does not wait for a download.
    state: shown === 'waiting' && state === 'installed' ? 'installed' : shown,
    bytes,
    totalBytes,
    bytesPerSecond: seen?.bytesPerSecond ?? 0,
    error: seen?.error ?? null,
    servedAs: model.file.replace(/\.gguf$/, ''),
    isServed: worker?.served === id,
    isChosen: choice === id,
  };
}

/** Returns a file that a person has put into the folder, as a model that is installed. */
export function presentOwn(model: OwnModel, { worker, requests, choice }: ModelsNow): Model {
  const { id, name, file, bytes, contextSize, memoryBytes, license, languages, problem } = model;
  return {
    ...{ id, name, contextSize, memoryBytes, languages, problem },
    ...{
      license: license ?? '',
      strengths: '',
      isBuiltIn: false,
      isOwn: true,
      hasDiskSpace: null,
      error: null,
    },
    fits: worker ? memoryFit(memoryBytes, worker) : null,
    tokensPerSecond: worker ? estimateSpeed(bytes, worker.speed) : null,
    isSpeedMeasured: worker?.served === id && worker.speed.measured !== null,
    state: requests.get(id) === 'remove' ? 'removing' : 'installed',
    ...{ bytes: 0, totalBytes: bytes, bytesPerSecond: 0 },
    servedAs: file.replace(/\.gguf$/i, ''),
    isServed: worker?.served === id,
    isChosen: choice === id,
  };
}

/** Returns the placeholder, which some servers have for tests and demos. */
export function presentPlaceholder({ worker, choice }: ModelsNow): Model {
  return {
    id: TINY_MODEL_ID,
    name: 'Placeholder',
    license: 'part of Switchboard',
    strengths: 'random weights, so its answers have no meaning; for tests and demos',
    ...{ isBuiltIn: true, isOwn: false, problem: null, languages: null },
    contextSize: 4_096,
    memoryBytes: 150_000_000,
    fits: worker ? memoryFit(150_000_000, worker) : null,
    hasDiskSpace: null,
    tokensPerSecond: null,
    isSpeedMeasured: false,
    state: 'installed',
    bytes: 0,
    totalBytes: 0,
    bytesPerSecond: 0,
    error: null,
    servedAs: TINY_MODEL_ID,
    isServed: worker?.served === TINY_MODEL_ID,
    isChosen: choice === null ? worker?.fixedBy === null : choice === TINY_MODEL_ID,
  };
}
