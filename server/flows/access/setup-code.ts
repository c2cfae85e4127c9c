import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { hasRealTenant } from '../../features/workspaces/index.ts';
import { hashSetupCode, isSetupCode } from '../../kernel/setup-code/setup-code.ts';
import { ensureSetupCode, removeSetupCode, setupCodePath } from '../../kernel/setup-code/setup-code-file.ts';
import { removeDemoPasswords } from '../demo/demo-record.ts';
import { setupCodeHashes, storeSetupCode } from './first-run.repository.ts';

/**
 * Prepares this server's setup code. While the first workspace can still be created, the code is in the data
 * folder, and its hash in the database for the other servers. Afterwards the file is removed, and with it the
 * demo's passwords.
 * @returns the file with the code; null when the first workspace can no longer be created.
 * @throws any error of the file system when the data folder is not writable.
 */
export async function prepareSetupCode(db: Database, dataDir: string): Promise<string | null> {
  if (await hasRealTenant({ db })) {
    removeSetupCode(dataDir);
    removeDemoPasswords(dataDir);
    return null;
  }
  await storeSetupCode(db, hashSetupCode(ensureSetupCode(dataDir)));
  return setupCodePath(dataDir);
}

/**
 * Checks the setup code of a request from another machine.
 * @throws {AppError} workspace_exists when the first workspace can no longer be created, setup_code_required
 * without a code, setup_code_invalid with a wrong one.
 */
export async function requireSetupCode(db: Database, typed: string | undefined): Promise<void> {
  if (await hasRealTenant({ db })) throw new AppError('workspace_exists');
  if (typed === undefined || typed.trim() === '') throw new AppError('setup_code_required');
  if (!isSetupCode(typed, await setupCodeHashes(db))) throw new AppError('setup_code_invalid');
}
