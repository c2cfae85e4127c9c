import { z } from 'zod';
import type { SpeedBasis } from './model-fit.ts';

/** Why a download ended without the model. */
export const DownloadErrorSchema = z.strictObject({
  code: z.enum(['space', 'network', 'source', 'integrity', 'disk', 'busy', 'ended']),
  message: z.string(),
});
export type DownloadError = z.infer<typeof DownloadErrorSchema>;

/** What somebody has requested of a model. */
export type ModelRequest = 'download' | 'remove';

export const MODEL_STATES = ['absent', 'partial', 'downloading', 'checking', 'installed'] as const;

/** One model of the catalog, as it is in a worker's folder. */
export interface WorkerModel {
  id: string;
  state: (typeof MODEL_STATES)[number];
  /** Bytes downloaded, and the size; null while that is not known. */
  bytes: number;
  totalBytes: number | null;
  bytesPerSecond: number;
  error: DownloadError | null;
}

/** A worker's folder of models and its host; part of the status in the worker's row. */
export interface WorkerModels {
  /** The machine and the folder: workers with the same place share their files. */
  place: string;
  /** Why no model can be chosen here: the operator named a file, or requests are forwarded. */
  fixedBy: 'MODEL_PATH' | 'INFERENCE_UPSTREAM' | null;
  /** Of the host or its container; null while not known. */
  memoryBytes: number | null;
  /** What a model can take: what is free, and what the loaded one would give back. */
  availableMemoryBytes: number | null;
  freeDiskBytes: number | null;
  /** What the speed of other models is estimated from. */
  speed: SpeedBasis;
  /** The model of the catalog, or the tiny one, that it serves or loads; null for any other. */
  served: string | null;
  /** Why it does not serve the chosen model; null when it does. */
  choiceError: string | null;
  models: readonly WorkerModel[];
}
