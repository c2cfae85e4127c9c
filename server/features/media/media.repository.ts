import type { Database } from '../../db/database.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../kernel/housekeeping/step.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';

/** What is known of a file once all of its bytes are there. */
export type StoredFile = Pick<
  MediaRow,
  'mimeType' | 'size' | 'sha256' | 'width' | 'height' | 'storageKey' | 'thumbnailKey'
>;

/** Returns a file; null when there is none with this id. */
export function findMedia(ctx: QueryContext, id: Buffer): Promise<MediaRow | null> {
  return findRow(ctx, 'media', { id });
}

/** Returns the file that a message carries; null when it carries none. */
export function findMediaOfMessage(ctx: QueryContext, messageId: Buffer): Promise<MediaRow | null> {
  return findRow(ctx, 'media', { messageId });
}

/** Returns the ids of some of a contact's files. */
export function mediaOfContact(
  ctx: QueryContext,
  contactId: Buffer,
  limit: number,
): Promise<Pick<MediaRow, 'id'>[]> {
  return select(
    ctx,
    `SELECT id FROM media WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT ${Math.trunc(limit)}`,
    { contactId },
  );
}

/** Returns which of these files are ready. */
export function readyMediaAmong(
  ctx: QueryContext,
  ids: readonly Buffer[],
): Promise<Pick<MediaRow, 'id' | 'thumbnailKey'>[]> {
  return select(
    ctx,
    `SELECT id, thumbnail_key AS thumbnailKey FROM media
     WHERE tenant_id = :tenantId AND state = 'ready' AND id IN (:ids)`,
    { ids: [...ids] },
  );
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

/** Makes a file ready, once all bytes are there; returns false when nobody waits for them any more. */
export async function markMediaReady(
  ctx: QueryContext,
  id: Buffer,
  from: 'receiving' | 'fetching',
  file: StoredFile,
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE media SET state = 'ready', mime_type = :mimeType, size = :size, sha256 = :sha256, width = :width,
       height = :height, storage_key = :storageKey, thumbnail_key = :thumbnailKey, reason = NULL,
       ready_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND id = :id AND state = :from`,
    { id, from, ...file },
  );
  return changed > 0;
}

/** Ends the wait for a file that will not come; returns false when nobody waited for it. */
export async function giveUpMedia(
  ctx: QueryContext,
  id: Buffer,
  state: 'failed' | 'expired',
  reason: string,
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE media SET state = :state, reason = :reason
     WHERE tenant_id = :tenantId AND id = :id AND state = 'fetching'`,
    { id, state, reason: reason.slice(0, 500) },
  );
  return changed > 0;
}

/** Lets a file be fetched again that could not be fetched; returns false for any other. */
export async function restartMedia(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE media SET state = 'fetching', reason = NULL
     WHERE tenant_id = :tenantId AND id = :id AND direction = 'inbound' AND state = 'failed'
       AND platform_id IS NOT NULL`,
    { id },
  );
  return changed > 0;
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

/** Hours after which an upload that no message carries is removed. */
const UNSENT_HOURS = 24;

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
