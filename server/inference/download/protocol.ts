import type { DownloadError } from '../../../shared/domain/worker-models.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { PullProgress } from './pull-model.ts';

/** The message that starts the download process. */
export interface DownloadOrder {
  model: Pick<CatalogModel, 'file' | 'source' | 'sha256'>;
  folder: string;
  /** For tests: the available disk space in bytes; null to read it from the system. */
  freeBytes: number | null;
}

/** A message from the download process: progress several times a second, then the outcome. */
export type DownloadMessage =
  | ({ ev: 'progress' } & PullProgress)
  | { ev: 'done'; sha256: string | null }
  | { ev: 'failed'; error: DownloadError };
