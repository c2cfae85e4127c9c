import { type MessageStatus, STATUS_RANK } from '../../../shared/domain/message-status.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';
import { findMessage } from './messages.repository.ts';
import { addMessageWords } from './search/message-words.repository.ts';

// How an outbound message goes from scheduled to read, or fails.

/** The column that keeps the time of each reported status. */
const TIME_COLUMN = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  read: 'read_at',
  failed: 'failed_at',
} as const;

/**
 * Moves the status up, never down, in one guarded statement, and keeps the time of each state even
 * when the state itself was passed already.
 * @returns whether anything changed.
 */
export async function climbStatus(
  ctx: QueryContext,
  id: Buffer,
  status: keyof typeof TIME_COLUMN,
  at: Date,
  error: string | null,
): Promise<boolean> {
  const column = TIME_COLUMN[status];
  const changed = await run(
    ctx,
    `UPDATE messages SET
       status = IF(status_rank < :rank, :status, status),
       error = CASE WHEN status_rank < :rank AND :status = 'failed' THEN :error
                    WHEN status_rank < :rank AND :rank > ${STATUS_RANK.failed} THEN NULL
                    WHEN status = 'failed' AND :error IS NOT NULL AND error IS NULL THEN :error ELSE error END,
       ${column} = COALESCE(${column}, :at),
       status_rank = GREATEST(status_rank, :rank)
     WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound'
       AND (status_rank < :rank OR ${column} IS NULL)`,
    { id, status, rank: STATUS_RANK[status], at, error },
  );
  return changed > 0;
}

/** Adds the warning that the reply window is closed to a message that waits without any warning. */
export async function warnWindowClosed(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE messages SET warnings = :warnings
     WHERE tenant_id = :tenantId AND id = :id AND status = 'queued' AND JSON_LENGTH(warnings) = 0`,
    { id, warnings: JSON.stringify(['window_closed']) },
  );
}

/** Adds a warning that was found out later to a message that waits, once. */
export async function addWarning(
  ctx: QueryContext,
  id: Buffer,
  warning: 'channel_refused' | 'contact_unsubscribed',
): Promise<void> {
  await run(
    ctx,
    `UPDATE messages SET warnings = JSON_ARRAY_APPEND(warnings, '$', :warning)
     WHERE tenant_id = :tenantId AND id = :id AND status = 'queued' AND NOT JSON_CONTAINS(warnings, JSON_QUOTE(:warning))`,
    { id, warning },
  );
}

/** Writes the platform's id of a message, once. */
export async function attachPlatformId(ctx: QueryContext, id: Buffer, platformId: string): Promise<void> {
  await run(
    ctx,
    'UPDATE messages SET platform_id = :platformId WHERE tenant_id = :tenantId AND id = :id AND platform_id IS NULL',
    { id, platformId },
  );
}

/**
 * Notes an error without touching the status: free text outside the window stays `sent`. On a message that
 * has arrived after all there is no error to note, whichever of the two reports came first.
 * @returns whether it was noted.
 */
export async function noteMessageError(ctx: QueryContext, id: Buffer, error: string): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE messages SET error = :error
     WHERE tenant_id = :tenantId AND id = :id AND error IS NULL AND status_rank < ${STATUS_RANK.failed}`,
    { id, error },
  );
  return changed > 0;
}

/**
 * Lets a scheduled message wait for the platform from now on, and makes it findable at that time; returns false when it is
 * not scheduled any more.
 */
export async function queueScheduled(ctx: QueryContext, id: Buffer, createdAt: Date): Promise<boolean> {
  const queued: MessageStatus = 'queued';
  const changed = await run(
    ctx,
    `UPDATE messages SET status = :queued, status_rank = ${STATUS_RANK.queued}, created_at = :createdAt
     WHERE tenant_id = :tenantId AND id = :id AND status = 'scheduled'`,
    { id, queued, createdAt },
  );
  const message = changed > 0 ? await findMessage(ctx, id) : null;
  if (message) await addMessageWords(ctx, [message]);
  return message !== null;
}

/** Deletes a scheduled message. */
export async function deleteScheduled(ctx: QueryContext, id: Buffer): Promise<void> {
  await run(ctx, "DELETE FROM messages WHERE tenant_id = :tenantId AND id = :id AND status = 'scheduled'", {
    id,
  });
}

/** Puts a failed message back to the start, for another try; returns false when it has not failed. */
export async function requeueMessage(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const queued: MessageStatus = 'queued';
  const changed = await run(
    ctx,
    `UPDATE messages SET status = :queued, status_rank = ${STATUS_RANK.queued}, error = NULL, failed_at = NULL,
       sent_at = NULL, platform_id = NULL,
       send_round = send_round + 1
     WHERE tenant_id = :tenantId AND id = :id AND status = 'failed'`,
    { id, queued },
  );
  return changed > 0;
}
