import type { Database } from '../../db/database.ts';
import { MediaRepository } from '../../features/media/index.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { recordChange } from './fetch-media.ts';
import { enqueueFetch } from './media-fetches.repository.ts';

/** Asks for the file of a customer's message again that could not be fetched; nothing for any other. */
export function createRefetchMedia(deps: {
  database: Database;
  inUnitOfWork: UnitOfWork;
  wakeFetcher(): void;
}) {
  const { database, inUnitOfWork, wakeFetcher } = deps;
  return async (scope: TenantScope, id: Buffer): Promise<void> => {
    await inUnitOfWork(scope, async (work) => {
      if (!(await new MediaRepository(database, scope, work.tx).startAgain(id))) return;
      await enqueueFetch(database, scope, work.tx, id);
      await recordChange({ database }, scope, work, id);
    });
    wakeFetcher();
  };
}
