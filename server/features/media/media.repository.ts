import type { Database } from '../../db/database.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../kernel/housekeeping/step.ts';
import { findRow, findRows, Op, run, select, updateRows } from '../../kernel/tenancy/rows.ts';
import { changeStored } from './media-usage.repository.ts';

/** What is known of a file once all of its bytes are there. */
export type StoredFile = Pick<
  MediaRow,
  'mimeType' | 'size' | 'sha256' | 'width' | 'height' | 'storageKey' | 'thumbnailKey'
>;

/** What a send needs to know of the file of its message. */
type SendableMedia = Pick<
  MediaRow,
  | 'id'
  | 'direction'
  | 'mimeType'
  | 'size'
  | 'filename'
  | 'storageKey'
  | 'platformId'
  | 'platformNumber'
  | 'platformIdAt'
>;

/** A file that came with a customer's message. */
type InboundMedia = Pick<
  MediaRow,
  | 'id'
  | 'messageId'
  | 'conversationId'
  | 'contactId'
  | 'kind'
  | 'state'
  | 'mimeType'
  | 'sha256'
  | 'filename'
  | 'platformId'
  | 'platformIdAt'
  | 'reason'
  | 'createdAt'
>;

/** Returns a file; null when there is none with this id. */
export function findMedia(ctx: QueryContext, id: Buffer): Promise<MediaRow | null> {
  return findRow(ctx, 'media', { where: { id } });
}

/** Returns the file that a message carries; null when it carries none. SQL, because every send asks this. */
export async function findMediaOfMessage(
  ctx: QueryContext,
  messageId: Buffer,
): Promise<SendableMedia | null> {
  const [row] = await select<SendableMedia>(
    ctx,
    `SELECT id, direction, mime_type AS mimeType, size, filename, storage_key AS storageKey,
       platform_id AS platformId, platform_number AS platformNumber, platform_id_at AS platformIdAt
     FROM media WHERE tenant_id = :tenantId AND message_id = :messageId`,
    { messageId },
  );
  return row ?? null;
}

/** Stores the file of a customer's message, which is still to be fetched. SQL, because it is on the way in. */
export async function insertInboundMedia(ctx: QueryContext, file: InboundMedia): Promise<void> {
  await run(
    ctx,
    `INSERT INTO media (id, tenant_id, message_id, conversation_id, contact_id, direction, kind, state, mime_type,
       sha256, filename, platform_id, platform_id_at, reason, created_at)
     VALUES (:id, :tenantId, :messageId, :conversationId, :contactId, 'inbound', :kind, :state, :mimeType,
       :sha256, :filename, :platformId, :platformIdAt, :reason, :createdAt)`,
    { ...file },
  );
}

/** Returns the ids of some of a contact's files. */
export function mediaOfContact(
  ctx: QueryContext,
  contactId: Buffer,
  limit: number,
): Promise<Pick<MediaRow, 'id'>[]> {
  return findRows(ctx, 'media', { columns: ['id'], where: { contactId }, limit });
}

/** Returns files of a contact's messages, newest first, before another one. */
export function filesOfContact(
  ctx: QueryContext,
  contactId: Buffer,
  { before, limit }: { before: Buffer | null; limit: number },
): Promise<MediaRow[]> {
  return findRows(ctx, 'media', {
    where: { contactId, ...(before && { id: { [Op.lt]: before } }) },
    order: [['id', 'DESC']],
    limit,
  });
}

/** Returns which of these files are ready. */
export function readyMediaAmong(
  ctx: QueryContext,
  ids: readonly Buffer[],
): Promise<Pick<MediaRow, 'id' | 'thumbnailKey'>[]> {
  return findRows(ctx, 'media', {
    columns: ['id', 'thumbnailKey'],
    where: { state: 'ready', id: { [Op.in]: [...ids] } },
  });
}

/** Gives an uploaded file to the message that carries it; returns false when it has one, or is none to send. */
export async function attachMedia(
  ctx: QueryContext,
  id: Buffer,
  to: { messageId: Buffer; conversationId: Buffer; contactId: Buffer },
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE media SET message_id = :messageId, conversation_id = :conversationId, contact_id = :contactId
     WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound' AND state = 'ready' AND message_id IS NULL`,
    { id, ...to },
  );
  return changed > 0;
}

/**
 * Takes the file off a message that was cancelled, so that it can be sent with another one. From now on it has as long as a new
 * upload: its message may have waited for weeks, and its author has just got it back into the composer.
 */
export async function detachMedia(ctx: QueryContext, messageId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE media SET message_id = NULL, conversation_id = NULL, contact_id = NULL, created_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND message_id = :messageId AND direction = 'outbound'`,
    { messageId },
  );
}

/** Makes a file ready, once all bytes are there; returns false when nobody waits for them any more. */
export async function markMediaReady(
  ctx: QueryContext,
  id: Buffer,
  from: 'receiving' | 'fetching',
  file: StoredFile,
): Promise<boolean> {
  if (!ctx.tx) return ctx.db.transaction((tx) => markMediaReady({ ...ctx, tx }, id, from, file));
  const changed = await run(
    ctx,
    `UPDATE media SET state = 'ready', mime_type = :mimeType, size = :size, sha256 = :sha256, width = :width,
       height = :height, storage_key = :storageKey, thumbnail_key = :thumbnailKey, reason = NULL,
       ready_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND id = :id AND state = :from`,
    { id, from, ...file },
  );
  if (changed > 0) await changeStored(ctx, file.size ?? 0);
  return changed > 0;
}

/** Ends the wait for a file that will not come; returns false when nobody waited for it. */
export async function endMediaFetch(
  ctx: QueryContext,
  id: Buffer,
  state: 'failed' | 'expired',
  reason: string,
): Promise<boolean> {
  const values = { state, reason: reason.slice(0, 500) };
  return (await updateRows(ctx, 'media', { id, state: 'fetching' }, values)) > 0;
}

/** Lets a file be fetched again that could not be fetched; returns false for any other. */
export async function restartMedia(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const failed = { id, direction: 'inbound', state: 'failed', platformId: { [Op.not]: null } } as const;
  return (await updateRows(ctx, 'media', failed, { state: 'fetching', reason: null })) > 0;
}

/** Stores under which id the platform has a file of ours; null removes it. */
export async function rememberUpload(
  ctx: QueryContext,
  id: Buffer,
  upload: { platformId: string; number: string } | null,
): Promise<void> {
  await run(
    ctx,
    `UPDATE media SET platform_id = :platformId, platform_number = :number,
       platform_id_at = ${upload ? 'UTC_TIMESTAMP(3)' : 'NULL'}
     WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound'`,
    { id, platformId: upload?.platformId ?? null, number: upload?.number ?? null },
  );
}

/** Hours after which an upload that no message carries, or carries any more, is removed. */
export const UNSENT_HOURS = 24;

/** Marks some uploads of all workspaces that no message carries, so that none can take them; returns how many. */
export function dropUnsentMedia(db: Database): Promise<number> {
  return db.run(
    `/* system: housekeeping */ UPDATE media SET state = 'dropped'
     WHERE state IN ('receiving', 'ready') AND message_id IS NULL
       AND created_at < UTC_TIMESTAMP(3) - INTERVAL ${UNSENT_HOURS} HOUR LIMIT ${BATCH_ROWS}`,
  );
}

/** Returns some marked files of all workspaces in the order of their ids, so that one that fails is passed over. */
export function droppedMedia(
  db: Database,
  after: Buffer,
  limit: number,
): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return db.select(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM media
     WHERE state = 'dropped' AND id > :after ORDER BY id LIMIT ${limit}`,
    { after },
  );
}
