import { AppError } from '../../../shared/domain/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { TenantsRepository } from '../../features/workspaces/index.ts';
import { hashSetupCode, isSetupCode } from '../../kernel/setup-code/setup-code.ts';
import { ensureSetupCode, removeSetupCode, setupCodePath } from '../../kernel/setup-code/setup-code-file.ts';

/** Servers that share a database each have a code, and every server takes all of them. The newest are kept. */
const CODES_KEPT = 16;

/**
 * Prepares the setup code of this server: while a first workspace can be made, the code is in the data folder and
 * its hash in the database, where the other servers find it. Afterwards the file is removed.
 * @returns the file that holds the code; null when no first workspace can be made any more.
 * @throws what the file system throws when the data folder cannot be written.
 */
export async function prepareSetupCode(database: Database, dataDir: string): Promise<string | null> {
  if (await new TenantsRepository(database).hasOwn()) {
    removeSetupCode(dataDir);
    return null;
  }
  const codeHash = hashSetupCode(ensureSetupCode(dataDir));
  await database.run(
    `INSERT INTO setup_codes (code_hash, created_at) VALUES (:codeHash, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE created_at = UTC_TIMESTAMP(3)`,
    { codeHash },
  );
  await database.run(
    `DELETE FROM setup_codes WHERE code_hash NOT IN (SELECT code_hash FROM (
       SELECT code_hash FROM setup_codes ORDER BY created_at DESC LIMIT ${CODES_KEPT}) newest)`,
  );
  return setupCodePath(dataDir);
}

/**
 * Checks the setup code of a request that did not come from this machine.
 * @throws {AppError} workspace_exists when no first workspace can be made any more, setup_code_required without a
 * code, setup_code_invalid with a wrong one.
 */
export async function demandSetupCode(database: Database, typed: string | undefined): Promise<void> {
  if (await new TenantsRepository(database).hasOwn()) throw new AppError('workspace_exists');
  if (typed === undefined || typed.trim() === '') throw new AppError('setup_code_required');
  const rows = await database.select<{ codeHash: Buffer }>(
    `SELECT code_hash AS codeHash FROM setup_codes ORDER BY created_at DESC LIMIT ${CODES_KEPT}`,
  );
  const hashes = rows.map(({ codeHash }) => codeHash);
  if (!isSetupCode(typed, hashes)) throw new AppError('setup_code_invalid');
}

/** Makes every setup code useless, in the transaction that makes the first workspace. */
export async function dropSetupCodes(database: Database, tx: Transaction): Promise<void> {
  await database.run('DELETE FROM setup_codes', {}, tx);
}
