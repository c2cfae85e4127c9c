import { z } from 'zod';
import type { SpeedBasis } from './model-fit.ts';

/** Why a download failed. */
export const DownloadErrorSchema = z.strictObject({
  code: z.enum(['space', 'network', 'source', 'integrity', 'disk', 'busy', 'ended']),
  message: z.string(),
});
export type DownloadError = z.infer<typeof DownloadErrorSchema>;

/** The action that a person has requested for a model. */
export type ModelRequest = 'download' | 'remove';

export const MODEL_STATES = ['absent', 'partial', 'downloading', 'checking', 'installed'] as const;

/** One model of the catalog, as found in a worker's folder. */
export interface WorkerModel {
  id: string;
  state: (typeof MODEL_STATES)[number];
  /** Downloaded bytes, and total size; null while it is unknown. */
  bytes: number;
  totalBytes: number | null;
  bytesPerSecond: number;
  error: DownloadError | null;
}

/** Why a file that a person has put into the folder cannot be served. */
export const OWN_MODEL_PROBLEMS = ['not_a_model', 'no_answers', 'split', 'incomplete', 'unreadable'] as const;

/** A model file that a person has put into the folder, as its header describes it. */
export interface OwnModel {
  id: string;
  file: string;
  name: string;
  bytes: number;
  /** Tokens that it was trained for; 0 when the file does not say. */
  contextSize: number;
  memoryBytes: number;
  /** What the file says of its license. Nobody has checked it. */
  license: string | null;
  languages: string[] | null;
  problem: (typeof OWN_MODEL_PROBLEMS)[number] | null;
}

/** A worker's model folder and host; part of the status in the worker's row. */
export interface WorkerModels {
  /** Identifies the machine and folder: workers with the same value share their files. */
  place: string;
  /** Why models cannot be chosen here: the operator has set a file, or requests are forwarded. */
  fixedBy: 'MODEL_PATH' | 'INFERENCE_UPSTREAM' | null;
  /** Memory of the host or its container; null while unknown. */
  memoryBytes: number | null;
  /** Memory available to a model: free memory plus what the loaded model would release. */
  availableMemoryBytes: number | null;
  freeDiskBytes: number | null;
  /** Basis for estimating the speed of other models. */
  speed: SpeedBasis;
  /** The id of the model that is loading or served, in the catalog or of the test model; else null. */
  served: string | null;
  /** Why the chosen model is not being served; null when it is. */
  choiceError: string | null;
  models: readonly WorkerModel[];
  /** Files that people have put into the folder; missing in the row of an older worker. */
  own?: readonly OwnModel[];
  /** The folder, as the operator of the machine knows it. */
  folder?: string;
  /** The languages that the served model lists; null or missing: unknown. */
  languages?: readonly string[] | null;
  /** The model that makes embeddings here; null or missing: none. */
  embeddings?: string | null;
}
