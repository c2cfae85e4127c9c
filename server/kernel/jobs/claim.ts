import type { Database } from '../../db/database.ts';
import { newKey } from '../ids.ts';

/** The tables that workers claim from; they share the columns of migration 0003. */
const QUEUE_TABLES = ['work_lanes', 'outbound_sends', 'jobs', 'template_syncs', 'media_fetches'] as const;
export type QueueTable = (typeof QUEUE_TABLES)[number];

export interface Claim {
  table: QueueTable;
  /** How long a worker may take before others may take over. */
  leaseSeconds: number;
  batch: number;
  /** A further condition on a candidate, in SQL, on the alias `q`. */
  eligible?: string;
}

/** What a claimer owns until its lease ends: the rows that carry its token. */
export interface Claimed {
  token: Buffer;
  ids: Buffer[];
}

/**
 * Claims due rows by compare-and-set: read candidates without a lock, then one UPDATE that repeats
 * the condition and writes a token. Correct without SKIP LOCKED, so on every MySQL-protocol cluster
 * (CONVENTIONS 0.3, 0.6, 3.20). Two claimers may pick the same candidates; each row goes to one.
 */
export async function claimDue(database: Database, claim: Claim): Promise<Claimed> {
  const { table } = claim;
  const candidates = await database.select<{ id: Buffer }>(
    `/* system: claim */ SELECT q.id FROM ${table} q FORCE INDEX (${table}_claim)
     WHERE q.state = 0 AND q.visible_at <= UTC_TIMESTAMP(3) ${claim.eligible ? `AND ${claim.eligible}` : ''}
     ORDER BY q.visible_at, q.id LIMIT ${claim.batch}`,
  );
  if (candidates.length === 0) return { token: Buffer.alloc(0), ids: [] };
  const token = newKey();
  const ids = candidates.map((row) => row.id).sort(Buffer.compare);
  const claimed = await database.run(
    `/* system: claim */ UPDATE ${table} SET lease_token = :token, attempts = attempts + 1,
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${claim.leaseSeconds} SECOND
     WHERE id IN (:ids) AND state = 0 AND visible_at <= UTC_TIMESTAMP(3)`,
    { token, ids },
  );
  if (claimed === 0) return { token, ids: [] };
  const owned = await database.select<{ id: Buffer }>(
    `/* system: claim */ SELECT id FROM ${table} WHERE lease_token = :token ORDER BY id`,
    { token },
  );
  return { token, ids: owned.map((row) => row.id) };
}

/**
 * Makes every leased row due at once. Only for a database of our own at the start, when no worker can
 * be alive: what a killed server held is then taken up without waiting for its leases to end.
 */
export async function reclaimLeases(database: Database): Promise<void> {
  for (const table of QUEUE_TABLES) {
    await database.run(
      `/* system: reclaim */ UPDATE ${table} SET lease_token = NULL, visible_at = UTC_TIMESTAMP(3)
       WHERE state = 0 AND lease_token IS NOT NULL`,
    );
  }
  await database.run('/* system: reclaim */ UPDATE send_pauses SET probe_at = UTC_TIMESTAMP(3)');
  await database.run(
    `/* system: reclaim */ UPDATE webhook_deliveries SET lease_token = NULL, visible_at = UTC_TIMESTAMP(3)
     WHERE state = 0 AND lease_token IS NOT NULL`,
  );
  await database.run(
    '/* system: reclaim */ UPDATE idempotency_keys SET lease_until = UTC_TIMESTAMP(3) WHERE state = 0',
  );
}
