import type { Database } from '../../db/database.ts';
import { claimRows } from '../../kernel/queue/queue.ts';
import { SENDS } from './outbound-sends.repository.ts';
import { PAUSE_HOLDS } from './send-pauses.repository.ts';

/** A workspace with a message that is due. */
export interface WaitingLane {
  tenantId: Buffer;
  isPaused: number;
  isProbeDue: number | null;
}

/** One read of the index per workspace, however many sends each of them has waiting. */
const LANES = `/* system: claim */ SELECT w.tenant_id AS tenantId, ${PAUSE_HOLDS} AS isPaused,
    p.probe_at <= UTC_TIMESTAMP(3) AS isProbeDue
  FROM (SELECT tenant_id, MIN(visible_at) AS dueAt FROM outbound_sends FORCE INDEX (outbound_sends_lane)
        WHERE state = 0 GROUP BY tenant_id) w
  LEFT JOIN send_pauses p ON p.tenant_id = w.tenant_id
  LEFT JOIN cloud_api_settings s ON s.tenant_id = w.tenant_id
  WHERE w.dueAt <= UTC_TIMESTAMP(3)`;

/** Returns the workspaces that have a message due, and whether their lanes are closed. */
export function waitingLanes(db: Database): Promise<WaitingLane[]> {
  return db.select<WaitingLane>(LANES);
}

/**
 * Only the oldest waiting message of a contact may go: messages reach a person in the order they were written. A message
 * of a broadcast keeps back none but others of broadcasts.
 */
const oldestOfContact = (narrowed: string) => `NOT EXISTS (
  SELECT 1 FROM outbound_sends e
  WHERE e.tenant_id = q.tenant_id AND e.contact_id = q.contact_id AND e.state = 0
    AND e.id < q.id ${narrowed})`;

/** A send that a worker may take. */
export interface Candidate {
  id: Buffer;
  contactId: Buffer;
  /** Whether it belongs to a broadcast; absent: not. */
  isBroadcast?: number;
}

/**
 * Returns up to so many sends of one lane that are due, of each contact the oldest, and messages of broadcasts (at most
 * `mostOfBroadcasts`) only behind all others. A probe is the one that was tried least: a bad message is not asked twice
 * in a row.
 */
export async function dueSends(
  db: Database,
  tenantId: Buffer,
  { most, mostOfBroadcasts, isProbe }: { most: number; mostOfBroadcasts: number; isProbe: boolean },
): Promise<Candidate[]> {
  const order = `ORDER BY ${isProbe ? 'q.attempts, ' : ''}q.visible_at, q.id`;
  const due = 'q.tenant_id = :tenantId AND q.state = 0 AND q.visible_at <= UTC_TIMESTAMP(3)';
  // One statement for both: nearly all claims find messages of one sort alone.
  const rows = await db.select<Candidate>(
    `SELECT id, contactId, isBroadcast FROM (
       (SELECT q.id, q.contact_id AS contactId, q.attempts, 0 AS isBroadcast FROM outbound_sends q FORCE INDEX (outbound_sends_lane)
        WHERE ${due} AND q.broadcast_id IS NULL AND ${oldestOfContact('AND e.broadcast_id IS NULL')}
        ${order} LIMIT ${most})
       UNION ALL
       (SELECT q.id, q.contact_id, q.attempts, 1 FROM outbound_sends q FORCE INDEX (outbound_sends_broadcast)
        WHERE ${due} AND q.broadcast_id IS NOT NULL AND ${oldestOfContact('')}
        ${order} LIMIT ${Math.min(most, mostOfBroadcasts)})) w ORDER BY ${isProbe ? 'attempts, ' : ''}isBroadcast`,
    { tenantId },
  );
  return rows.slice(0, most);
}

/** Claims these sends under a token; returns those that nobody else has claimed first. */
export async function claimSends(
  db: Database,
  tenantId: Buffer,
  sends: Candidate[],
  token: Buffer,
): Promise<Candidate[]> {
  const claimed = await claimRows(db, SENDS, { token, ids: sends.map((row) => row.id) });
  if (claimed === sends.length) return sends;
  return db.select<Candidate>(
    `SELECT id, contact_id AS contactId, broadcast_id IS NOT NULL AS isBroadcast FROM outbound_sends
     WHERE tenant_id = :tenantId AND lease_token = :token`,
    { tenantId, token },
  );
}

/** Makes an unclaimed send due only after so many milliseconds. */
export async function delaySend(db: Database, tenantId: Buffer, id: Buffer, ms: number): Promise<void> {
  await db.run(
    `UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${ms * 1_000} MICROSECOND
     WHERE tenant_id = :tenantId AND id = :id AND state = 0 AND lease_token IS NULL`,
    { tenantId, id },
  );
}
