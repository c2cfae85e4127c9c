import { z } from 'zod';

/** Why a download ended before the model was there. */
export const DownloadFaultSchema = z.strictObject({
  code: z.enum(['space', 'network', 'source', 'integrity', 'disk', 'busy', 'ended']),
  message: z.string(),
});
export type DownloadFault = z.infer<typeof DownloadFaultSchema>;

/** What somebody wants of a model: that it is here, or gone. */
export type ModelWish = 'here' | 'gone';

export const MODEL_STATES = ['absent', 'partial', 'downloading', 'checking', 'installed'] as const;

/** What a worker says of one model of the catalog, as it is in its folder. */
export interface WorkerModel {
  id: string;
  state: (typeof MODEL_STATES)[number];
  /** What has come, and how much there is in all; null while that is not known. */
  bytes: number;
  totalBytes: number | null;
  bytesPerSecond: number;
  fault: DownloadFault | null;
}

/** What a worker says of its folder of models; it stands in the row by which it tells how it is. */
export interface WorkerModels {
  /** The machine and the folder: workers with the same place share their files. */
  place: string;
  /** Why nobody can choose here: the operator has named a file, or requests are forwarded. */
  fixedBy: 'MODEL_PATH' | 'INFERENCE_UPSTREAM' | null;
  memoryBytes: number;
  freeDiskBytes: number;
  /** The model of the catalog, or the tiny one, that it serves or loads; null for any other. */
  served: string | null;
  /** Why it does not serve what was chosen; null when it does. */
  choiceFault: string | null;
  models: readonly WorkerModel[];
}
