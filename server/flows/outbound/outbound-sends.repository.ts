import type { Database } from '../../db/database.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { type Claim, defineQueue, postpone } from '../../kernel/queue/queue.ts';
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
  /** Whether it goes out for a broadcast; not when a person sends it again. */
  isBroadcast: number;
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
export async function tenantsWithDueSchedules(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(visible_at) AS dueAt
       FROM outbound_sends FORCE INDEX (outbound_sends_lane)
       WHERE state = ${SCHEDULED} AND tenant_id > :after GROUP BY tenant_id) w
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns the contacts of some scheduled messages of a workspace that are due, the earliest first, without those in `except`. */
export async function dueSchedules(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT contact_id AS contactId FROM outbound_sends FORCE INDEX (outbound_sends_lane)
     WHERE tenant_id = :tenantId AND state = ${SCHEDULED} AND visible_at <= UTC_TIMESTAMP(3)
       AND contact_id NOT IN (:passedOver) ORDER BY visible_at, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
  return rows.map(({ contactId }) => contactId);
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
 * The send of a message of which nothing can be said soon: no worker has it, and an older one of the contact was tried already
 * and waits, and may not be overtaken, as those of broadcasts may, or the platform takes nothing of the workspace at the moment.
 */
const heldBackOf = (contactId: ':contactId' | 'm.contact_id') =>
  `SELECT 1 FROM outbound_sends q WHERE q.tenant_id = :tenantId AND q.id = :id AND q.lease_token IS NULL
     AND (EXISTS (SELECT 1 FROM outbound_sends e WHERE e.tenant_id = :tenantId AND e.contact_id = ${contactId}
         AND e.id < :id AND e.attempts > 0 AND e.lease_token IS NULL AND e.broadcast_id IS NULL)
       OR EXISTS (SELECT 1 FROM send_pauses p LEFT JOIN cloud_api_settings s ON s.tenant_id = p.tenant_id
         WHERE p.tenant_id = :tenantId AND p.probe_at > UTC_TIMESTAMP(3) AND ${PAUSE_HOLDS}))`;

/** Returns whether nothing can be said of a new message soon. */
export async function isHeldBack(
  ctx: QueryContext,
  send: { id: Buffer; contactId: Buffer },
): Promise<boolean> {
  const bindings = { id: send.id, contactId: send.contactId };
  return (await select<object>(ctx, heldBackOf(':contactId'), bindings)).length > 0;
}

/** Returns whether a message waits for the platform and may be tried at any moment. */
export async function mayBeTriedSoon(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    `SELECT 1 FROM messages m WHERE m.tenant_id = :tenantId AND m.id = :id AND m.status = 'queued'
       AND NOT EXISTS (${heldBackOf('m.contact_id')})`,
    { id },
  );
  return rows.length > 0;
}

/** Returns the send that a worker has claimed; null when its lease is lost or its message was answered meanwhile. */
export async function openSend(db: Database, id: Buffer, token: Buffer): Promise<OutboundSend | null> {
  const [row] = await db.select<Omit<OutboundSend, 'token'>>(
    `/* system: send */ SELECT id, tenant_id AS tenantId, contact_id AS contactId, attempts,
       GREATEST(0, TIMESTAMPDIFF(SECOND, handed_over_at, UTC_TIMESTAMP(3))) AS handedOverSecondsAgo,
       COALESCE(expires_at <= UTC_TIMESTAMP(3), 0) AS isExpired,
       broadcast_id IS NOT NULL AS isBroadcast
     FROM outbound_sends WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ? { ...row, token } : null;
}

/** Far below the time after which another server sends a message whose outcome is unknown. */
const HANDOVER_MS = 10_000;

/**
 * Notes, durably and before the first byte leaves, that the message is being handed over; returns false when the lease
 * is lost. Also when this process or the database has stood still meanwhile: the time of the mark is then long past, and
 * another server may be about to send the message. It is due again at once, for nothing has left us.
 */
export async function markHandedOver(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, token }: Claim,
): Promise<boolean> {
  const askedAt = clock.elapsedMs();
  const changed = await db.run(
    `/* system: send */ UPDATE outbound_sends SET handed_over_at = UTC_TIMESTAMP(3)
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  if (changed === 0) return false;
  if (clock.elapsedMs() - askedAt < HANDOVER_MS) return true;
  await postponeSend({ db }, { id, token }, { seconds: 0, keepHandedOver: false, keepAttempts: true });
  return false;
}

/**
 * Lets go of a send until later. `keepHandedOver`: its outcome is still unknown. `keepAttempts`: the try
 * does not count, for nothing was wrong with the message.
 */
export async function postponeSend(
  { db }: Pick<QueryContext, 'db'>,
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

/**
 * Takes a send off the queue whose message is not wanted any more; returns false when its bytes may have left already.
 * Then it expires at once: it is not tried again.
 */
export async function withdrawSend(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const withdrawn = await run(
    ctx,
    'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :id AND handed_over_at IS NULL',
    { id },
  );
  if (withdrawn > 0) return true;
  await run(
    ctx,
    'UPDATE outbound_sends SET expires_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND id = :id',
    { id },
  );
  return false;
}

/** Returns some of the workspaces with a send that has expired. Reads one index entry per workspace. */
export async function tenantsWithExpiredSends(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(expires_at) AS expiresAt
       FROM outbound_sends FORCE INDEX (outbound_sends_expiry)
       WHERE tenant_id > :after GROUP BY tenant_id) w
     WHERE expiresAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Has expired, and nothing is known to be under way: no worker has it, and no answer is awaited. */
const IS_EXPIRED = `state = 0 AND expires_at <= UTC_TIMESTAMP(3) AND (lease_token IS NULL OR visible_at <= UTC_TIMESTAMP(3))
  AND (handed_over_at IS NULL OR handed_over_at <= UTC_TIMESTAMP(3) - INTERVAL ${UNKNOWN_WAIT_SECONDS} SECOND)`;

/** Returns the ids of some expired sends of a workspace, the oldest first. */
export async function expiredSends(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM outbound_sends FORCE INDEX (outbound_sends_expiry)
     WHERE tenant_id = :tenantId AND ${IS_EXPIRED} AND id NOT IN (:passedOver)
     ORDER BY expires_at, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
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

/** Returns whether someone other than `me` has answered a contact after a place in the thread; null: at all. */
export async function hasNewerAnswer(
  ctx: QueryContext,
  contactId: Buffer,
  { after, me }: { after: { createdAt: Date; id: Buffer } | null; me: Buffer },
): Promise<boolean> {
  const [row] = await select(
    ctx,
    `SELECT 1 FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND direction = 'outbound'
       AND status <> 'failed' AND (origin IS NULL OR origin <> 'automation') AND (status <> 'scheduled' OR is_held = 1) AND (author_id IS NULL OR author_id <> :me)
       ${after ? 'AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id))' : ''}
     LIMIT 1`,
    { contactId, me, ...(after ? { createdAt: after.createdAt, id: after.id } : {}) },
  );
  return row !== undefined;
}
