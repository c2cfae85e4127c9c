import type { Database, Transaction } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';

const LIFETIME_MINUTES = 10;
const MAX_ATTEMPTS = 5;

/** The step that a sign-in waits for: a code, or setting up a second factor. */
export type ChallengeKind = 'code' | 'enrol';

/** A sign-in whose password was right. */
export interface StoredChallenge {
  tenantId: Buffer;
  userId: Buffer;
  name: string;
  email: string;
}

/** Stores a challenge for 10 minutes of the database's clock. */
export async function addChallenge(
  ctx: QueryContext,
  challenge: { tokenHash: Buffer; userId: Buffer; kind: ChallengeKind },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO sign_in_challenges (token_hash, tenant_id, user_id, kind, expires_at)
     VALUES (:tokenHash, :tenantId, :userId, :kind, UTC_TIMESTAMP(3) + INTERVAL ${LIFETIME_MINUTES} MINUTE)`,
    challenge,
  );
}

/** Returns the person of a challenge; null when it is unknown, used, expired or of the other kind. */
export async function findChallenge(
  db: Database,
  tokenHash: Buffer,
  kind: ChallengeKind,
): Promise<StoredChallenge | null> {
  const [row] = await db.select<StoredChallenge>(
    `/* system: sign-in */ SELECT c.tenant_id AS tenantId, c.user_id AS userId, u.name, u.email
     FROM sign_in_challenges c JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
     WHERE c.token_hash = :tokenHash AND c.kind = :kind AND c.expires_at > UTC_TIMESTAMP(3)`,
    { tokenHash, kind },
  );
  return row ?? null;
}

/** Counts an attempt; returns false after five, when the password is needed again. */
export async function countAttempt(db: Database, tokenHash: Buffer): Promise<boolean> {
  const counted = await db.run(
    `/* system: sign-in */ UPDATE sign_in_challenges SET attempts = attempts + 1
     WHERE token_hash = :tokenHash AND attempts < ${MAX_ATTEMPTS}`,
    { tokenHash },
  );
  return counted === 1;
}

/** Deletes a challenge; returns false when it is not there any more. */
export async function takeChallenge(db: Database, tokenHash: Buffer, tx: Transaction): Promise<boolean> {
  const deleted = await db.run(
    '/* system: sign-in */ DELETE FROM sign_in_challenges WHERE token_hash = :tokenHash',
    { tokenHash },
    tx,
  );
  return deleted === 1;
}

/** Deletes up to `limit` challenges that have expired; returns how many there were. */
export function deleteExpiredChallenges(db: Database, limit: number): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM sign_in_challenges WHERE expires_at < UTC_TIMESTAMP(3) LIMIT ${limit}`,
  );
}
