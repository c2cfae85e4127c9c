import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { type Claim, claimRows, defineQueue, postpone } from '../../kernel/queue/queue.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import { PAUSE_HOLDS, resumeLane } from './send-pauses.repository.ts';
import { UNKNOWN_WAIT_SECONDS } from './send-verdict.ts';

/** A message that the platform has not answered yet, claimed by a worker. Its id is the message's. */
export interface OutboundSend {
  id: Buffer;
  tenantId: Buffer;
  contactId: Buffer;
  attempts: number;
  /** Set when its bytes may have left us: until the platform answers, the outcome is unknown. */
  handedOverSecondsAgo: number | null;
  isExpired: number;
  /** Of the claim: when the lease is lost, it changes nothing. */
  token: Buffer;
}

/**
 * Messages that wait for the platform. A row has the id of its message. One that waits for its time is in the state
 * `SCHEDULED`, in which no worker of the queue takes it.
 */
export const SENDS = defineQueue({ table: 'outbound_sends', leaseSeconds: 60 });

const SCHEDULED = 1;

/** Stores, with its message, that a message waits for its time. */
export async function enqueueScheduled(
  ctx: QueryContext,
  message: { id: Buffer; contactId: Buffer; inSeconds: number; expiryHours: number },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO outbound_sends (id, tenant_id, contact_id, state, visible_at, expires_at)
     VALUES (:id, :tenantId, :contactId, ${SCHEDULED}, UTC_TIMESTAMP(3) + INTERVAL :inMicros MICROSECOND,
       UTC_TIMESTAMP(3) + INTERVAL :inMicros MICROSECOND + INTERVAL :expiryHours HOUR)`,
    { ...message, inMicros: Math.round(message.inSeconds * 1_000_000) },
  );
}

/** Returns some of the workspaces with a scheduled message that is due. Reads one index entry per workspace. */
export async function tenantsWithDueSchedules(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(visible_at) AS dueAt
       FROM outbound_sends FORCE INDEX (outbound_sends_lane) WHERE state = ${SCHEDULED} GROUP BY tenant_id) w
     WHERE dueAt <= UTC_TIMESTAMP(3) LIMIT 1000`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some scheduled messages of a workspace that are due, the earliest first. */
export function dueSchedules(ctx: QueryContext, limit: number): Promise<Candidate[]> {
  return select<Candidate>(
    ctx,
    `SELECT id, contact_id AS contactId FROM outbound_sends FORCE INDEX (outbound_sends_lane)
     WHERE tenant_id = :tenantId AND state = ${SCHEDULED} AND visible_at <= UTC_TIMESTAMP(3)
     ORDER BY visible_at, id LIMIT ${Math.trunc(limit)}`,
  );
}

/** Returns some scheduled messages of a contact that are due, the earliest first. */
export async function dueSchedulesOf(ctx: QueryContext, contactId: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_order)
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND state = ${SCHEDULED}
       AND visible_at <= UTC_TIMESTAMP(3) ORDER BY visible_at, id LIMIT ${Math.trunc(limit)}`,
    { contactId },
  );
  return rows.map(({ id }) => id);
}

/** Lets a scheduled message wait for the platform; returns false when it was released or cancelled meanwhile. */
export async function releaseSchedule(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE outbound_sends SET state = 0, visible_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND id = :id AND state = ${SCHEDULED}`,
    { id },
  );
  return changed > 0;
}

/** Takes a scheduled message off the queue; returns false when it is not scheduled any more. */
export async function dropSchedule(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :id AND state = ${SCHEDULED}`,
    { id },
  );
  return changed > 0;
}

/** Stores, with its message, that a message waits for the platform. */
export async function enqueueSend(
  ctx: QueryContext,
  message: { id: Buffer; contactId: Buffer; expiryHours: number; broadcastId?: Buffer | null },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at, expires_at, broadcast_id)
     VALUES (:id, :tenantId, :contactId, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :expiryHours HOUR, :broadcastId)`,
    { broadcastId: null, ...message },
  );
}

/** Returns the id of the newest message that waits for a contact; null when none does. */
export async function newestWaitingSend(ctx: QueryContext, contactId: Buffer): Promise<Buffer | null> {
  const [row] = await select<{ id: Buffer | null }>(
    ctx,
    'SELECT MAX(id) AS id FROM outbound_sends WHERE tenant_id = :tenantId AND contact_id = :contactId',
    { contactId },
  );
  return row?.id ?? null;
}

/**
 * Returns whether nothing can be said of a message soon: an older one of the contact was tried already and waits,
 * and may not be overtaken, or the platform takes nothing of the workspace at the moment.
 */
export async function isHeldBack(
  ctx: QueryContext,
  send: { id: Buffer; contactId: Buffer },
): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    `SELECT 1 FROM outbound_sends
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND id < :id AND attempts > 0
       AND lease_token IS NULL
     UNION ALL SELECT 1 FROM send_pauses p LEFT JOIN cloud_api_settings s ON s.tenant_id = p.tenant_id
     WHERE p.tenant_id = :tenantId AND p.probe_at > UTC_TIMESTAMP(3) AND ${PAUSE_HOLDS} LIMIT 1`,
    { ...send },
  );
  return rows.length > 0;
}

/** Returns the send that a worker has claimed; null when its lease is lost or its message was answered meanwhile. */
export async function openSend(db: Database, id: Buffer, token: Buffer): Promise<OutboundSend | null> {
  const [row] = await db.select<Omit<OutboundSend, 'token'>>(
    `/* system: send */ SELECT id, tenant_id AS tenantId, contact_id AS contactId, attempts,
       GREATEST(0, TIMESTAMPDIFF(SECOND, handed_over_at, UTC_TIMESTAMP(3))) AS handedOverSecondsAgo,
       COALESCE(expires_at <= UTC_TIMESTAMP(3), 0) AS isExpired
     FROM outbound_sends WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ? { ...row, token } : null;
}

/**
 * Notes, durably and before the first byte leaves, that the message is being handed over; returns false when the lease
 * is lost.
 */
export async function markHandedOver({ db }: QueryContext, { id, token }: Claim): Promise<boolean> {
  const changed = await db.run(
    `/* system: send */ UPDATE outbound_sends SET handed_over_at = UTC_TIMESTAMP(3)
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return changed > 0;
}

/**
 * Lets go of a send until later. `keepHandedOver`: its outcome is still unknown. `keepAttempts`: the try
 * does not count, for nothing was wrong with the message.
 */
export async function postponeSend(
  { db }: QueryContext,
  claim: Claim,
  options: { seconds: number; keepHandedOver: boolean; keepAttempts?: boolean },
): Promise<void> {
  const changes = [
    ...(options.keepHandedOver ? [] : ['handed_over_at = NULL']),
    ...(options.keepAttempts ? ['attempts = attempts - 1'] : []),
  ];
  await postpone(db, SENDS, claim, { seconds: options.seconds, changes: changes.join(', ') });
}

/** Takes a send off the queue: the platform has answered, or a status has. */
export async function finishSend(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :id', { id });
}

/** Returns some of the workspaces with a send that has expired. Reads one index entry per workspace. */
export async function tenantsWithExpiredSends(db: Database): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(expires_at) AS expiresAt
       FROM outbound_sends FORCE INDEX (outbound_sends_expiry) GROUP BY tenant_id) w
     WHERE expiresAt <= UTC_TIMESTAMP(3) LIMIT 1000`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Has expired, and nothing is known to be under way: no worker has it, and no answer is awaited. */
const IS_EXPIRED = `state = 0 AND expires_at <= UTC_TIMESTAMP(3) AND (lease_token IS NULL OR visible_at <= UTC_TIMESTAMP(3))
  AND (handed_over_at IS NULL OR handed_over_at <= UTC_TIMESTAMP(3) - INTERVAL ${UNKNOWN_WAIT_SECONDS} SECOND)`;

/** Returns the ids of some expired sends of a workspace, the oldest first. */
export async function expiredSends(ctx: QueryContext, limit: number): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_expiry)
     WHERE tenant_id = :tenantId AND ${IS_EXPIRED} ORDER BY expires_at, id LIMIT ${Math.trunc(limit)}`,
  );
  return rows.map(({ id }) => id);
}

/** Takes an expired send off the queue; returns false when a worker has claimed it in the meantime. */
export async function dropExpiredSend(ctx: QueryContext, id: Buffer): Promise<boolean> {
  return (
    (await run(ctx, `DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :id AND ${IS_EXPIRED}`, {
      id,
    })) > 0
  );
}

/** Returns whether at least so many messages of the workspace wait for the platform. */
export async function isQueueFull(ctx: QueryContext, max: number): Promise<boolean> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_lane)
       WHERE tenant_id = :tenantId LIMIT ${Math.trunc(max)}) waiting`,
  );
  return Number(row?.count ?? 0) >= max;
}

/** Takes what waits for a contact off the queue: the contact is being deleted. */
export async function dropSendsOfContact(ctx: QueryContext, contactId: Buffer): Promise<void> {
  await run(ctx, 'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND contact_id = :contactId', {
    contactId,
  });
}

/**
 * Makes the waiting messages of a workspace due at once: all (and opens its lane), or the one that has waited longest.
 * One whose bytes may have left us goes on waiting for the platform's word.
 * @returns how many.
 */
export async function releaseSends(ctx: QueryContext, which: 'all' | 'oldest'): Promise<number> {
  if (which === 'all') await resumeLane(ctx);
  return run(
    ctx,
    `UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND state = 0 AND lease_token IS NULL AND handed_over_at IS NULL
       AND visible_at > UTC_TIMESTAMP(3) ${which === 'oldest' ? 'ORDER BY id LIMIT 1' : ''}`,
  );
}

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

/** Returns whether someone other than `me` has answered a contact after a place in the thread; null: at all. */
export async function hasNewerAnswer(
  ctx: QueryContext,
  contactId: Buffer,
  { after, me }: { after: { createdAt: Date; id: Buffer } | null; me: Buffer },
): Promise<boolean> {
  const [row] = await select(
    ctx,
    `SELECT 1 FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND direction = 'outbound'
       AND status <> 'failed' AND (status <> 'scheduled' OR is_held = 1) AND (author_id IS NULL OR author_id <> :me)
       ${after ? 'AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id))' : ''}
     LIMIT 1`,
    { contactId, me, ...(after ? { createdAt: after.createdAt, id: after.id } : {}) },
  );
  return row !== undefined;
}
