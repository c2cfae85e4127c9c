import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { hasRealTenant } from '../../features/workspaces/index.ts';
import { hashSetupCode, isSetupCode } from '../../kernel/setup-code/setup-code.ts';
import { ensureSetupCode, removeSetupCode, setupCodePath } from '../../kernel/setup-code/setup-code-file.ts';
import { setupCodeHashes, storeSetupCode } from './first-run.repository.ts';

/**
 * Prepares the setup code of this server: while a first workspace can be made, the code is in the data folder and
 * its hash in the database, where the other servers find it. Afterwards the file is removed.
 * @returns the file that holds the code; null when no first workspace can be made any more.
 * @throws what the file system throws when the data folder cannot be written.
 */
export async function prepareSetupCode(db: Database, dataDir: string): Promise<string | null> {
  if (await hasRealTenant({ db })) {
    removeSetupCode(dataDir);
    return null;
  }
  await storeSetupCode(db, hashSetupCode(ensureSetupCode(dataDir)));
  return setupCodePath(dataDir);
}

/**
 * Checks the setup code of a request that did not come from this machine.
 * @throws {AppError} workspace_exists when no first workspace can be made any more, setup_code_required without a
 * code, setup_code_invalid with a wrong one.
 */
export async function requireSetupCode(db: Database, typed: string | undefined): Promise<void> {
  if (await hasRealTenant({ db })) throw new AppError('workspace_exists');
  if (typed === undefined || typed.trim() === '') throw new AppError('setup_code_required');
  if (!isSetupCode(typed, await setupCodeHashes(db))) throw new AppError('setup_code_invalid');
}
