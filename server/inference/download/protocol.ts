import type { DownloadError } from '../../../shared/domain/worker-models.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { PullProgress } from './pull-model.ts';

/** What the downloading process gets, once. */
export interface DownloadOrder {
  model: Pick<CatalogModel, 'file' | 'source' | 'sha256'>;
  folder: string;
  /** Tests say how much room there is, in bytes; null to look. */
  freeBytes: number | null;
}

/** What it says: how far it is a few times a second, then how it ended. */
export type DownloadNews =
  | ({ ev: 'progress' } & PullProgress)
  | { ev: 'done' }
  | { ev: 'failed'; error: DownloadError };
