import type { CatalogModel } from '../../../models/tools/catalog.ts';
import type { DownloadFault } from '../../../shared/domain/worker-models.ts';
import type { PullProgress } from './pull-model.ts';

/** What the process that fetches is told, once. */
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
  | { ev: 'failed'; fault: DownloadFault };
