import type { Database } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';
import type { Worded } from './words.ts';

/** A message from before the upgrade, and its place in the order of indexing. */
export type UnindexedMessage = Worded & { contactId: Buffer };

interface Place {
  contactId: Buffer | null;
  createdAt: Date | null;
  messageId: Buffer | null;
}

/** Returns how many messages of a workspace are indexed while not all are; null when all are. */
export async function indexingState(ctx: QueryContext): Promise<{ indexed: number; total: number } | null> {
  const [row] = await select<{ indexed: number; total: number }>(
    ctx,
    'SELECT LEAST(indexed, total) AS indexed, total FROM message_indexing WHERE tenant_id = :tenantId',
  );
  return row ? { indexed: Number(row.indexed), total: Number(row.total) } : null;
}

/** Returns the workspaces whose messages from before are not all indexed. */
export async function unindexedTenants(database: Database): Promise<Buffer[]> {
  const rows = await database.select<{ tenantId: Buffer }>(
    '/* system: claim */ SELECT tenant_id AS tenantId FROM message_indexing',
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns where the indexing of the workspace is, locked for the transaction; null when it is done. */
export async function lockIndexing(ctx: QueryContext): Promise<Place | null> {
  const [row] = await select<Place>(
    ctx,
    `SELECT contact_id AS contactId, created_at AS createdAt, message_id AS messageId FROM message_indexing
     WHERE tenant_id = :tenantId FOR UPDATE`,
  );
  return row ?? null;
}

/**
 * Returns the next messages to index: those of the newest contacts first. They are locked against deletion. Scheduled
 * messages are indexed when they are queued, because their time changes then.
 */
export function nextUnindexed(
  ctx: QueryContext,
  { contactId, createdAt, messageId }: Place,
  limit: number,
): Promise<UnindexedMessage[]> {
  const rest = `AND m.contact_id <= :contactId AND (m.contact_id < :contactId
    OR (m.created_at <= :createdAt AND (m.created_at < :createdAt OR m.id < :messageId)))`;
  return select<UnindexedMessage>(
    ctx,
    `SELECT m.id, m.contact_id AS contactId, m.type, m.content, m.caption, m.filename, m.created_at AS createdAt
     FROM messages m FORCE INDEX (messages_thread)
     WHERE m.tenant_id = :tenantId AND m.status <> 'scheduled' ${contactId === null ? '' : rest}
     ORDER BY m.contact_id DESC, m.created_at DESC, m.id DESC LIMIT ${Math.trunc(limit)} LOCK IN SHARE MODE`,
    contactId === null ? {} : { contactId, createdAt, messageId },
  );
}

/** Notes how far the indexing is. */
export async function storeIndexing(
  ctx: QueryContext,
  { contactId, createdAt, id: messageId }: UnindexedMessage,
  indexed: number,
): Promise<void> {
  await run(
    ctx,
    `UPDATE message_indexing SET contact_id = :contactId, created_at = :createdAt, message_id = :messageId,
       indexed = indexed + :indexed WHERE tenant_id = :tenantId`,
    { contactId, createdAt, messageId, indexed },
  );
}

/** Notes that all messages of the workspace are indexed. */
export async function endIndexing(ctx: QueryContext): Promise<void> {
  await run(ctx, 'DELETE FROM message_indexing WHERE tenant_id = :tenantId');
}
