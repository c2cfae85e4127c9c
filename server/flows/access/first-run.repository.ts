import type { Database, Transaction } from '../../db/database.ts';

/** Servers that share a database each have a code, and every server takes all of them. The newest are kept. */
const CODES_KEPT = 16;

/** Claims the first run of this installation. @throws a duplicate-key error when it was claimed before. */
export async function claimFirstRun(db: Database, tx: Transaction): Promise<void> {
  await db.run('INSERT INTO first_run (id, done_at) VALUES (1, UTC_TIMESTAMP(3))', {}, tx);
}

/** Makes every other transaction that calls this wait until this one ends. */
export async function lockDemo(db: Database, tx: Transaction): Promise<void> {
  await db.run(
    `INSERT INTO first_run (id, done_at) VALUES (2, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE done_at = UTC_TIMESTAMP(3)`,
    {},
    tx,
  );
}

/** Stores the hash of a setup code and deletes the oldest ones. */
export async function storeSetupCode(db: Database, codeHash: Buffer): Promise<void> {
  await db.run(
    `INSERT INTO setup_codes (code_hash, created_at) VALUES (:codeHash, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE created_at = UTC_TIMESTAMP(3)`,
    { codeHash },
  );
  await db.run(
    `DELETE FROM setup_codes WHERE code_hash NOT IN (SELECT code_hash FROM (
       SELECT code_hash FROM setup_codes ORDER BY created_at DESC LIMIT ${CODES_KEPT}) newest)`,
  );
}

/** Returns the hashes of the setup codes that are valid. */
export async function setupCodeHashes(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ codeHash: Buffer }>(
    `SELECT code_hash AS codeHash FROM setup_codes ORDER BY created_at DESC LIMIT ${CODES_KEPT}`,
  );
  return rows.map(({ codeHash }) => codeHash);
}

/** Makes every setup code useless, in the transaction that makes the first workspace. */
export async function deleteSetupCodes(db: Database, tx: Transaction): Promise<void> {
  await db.run('DELETE FROM setup_codes', {}, tx);
}
