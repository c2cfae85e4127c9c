import type { Database } from '../../db/database.ts';
import type { ConversationRow } from '../../db/models/conversation.model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  insertRows,
  run,
  select,
  updateRow,
} from '../../kernel/tenancy/rows.ts';
import { currentOf } from './conversations.repository.ts';

/** The part of a conversation's row that changes of its work state decide by. */
const STATE = [
  'id',
  'contactId',
  'status',
  'snoozedUntil',
  'assigneeId',
  'waitingSince',
  'unreadCount',
  'failedCount',
] as const;
export type WorkState = Pick<ConversationRow, (typeof STATE)[number]>;
type WorkChange = Partial<Omit<ConversationRow, 'id' | 'tenantId' | 'contactId' | 'updatedAt'>>;

/** Returns the work state of a conversation with its row locked; null when there is none with this id. */
export function lockWorkState(ctx: QueryContext, id: Buffer): Promise<WorkState | null> {
  return currentOf(ctx, id, (id) =>
    findRow(ctx, 'conversation', { where: { id }, columns: STATE, isLocked: true }),
  );
}

/** Stores a change of the work state. */
export async function storeWorkState(ctx: ChangeContext, id: Buffer, change: WorkChange): Promise<void> {
  await updateRow(ctx, 'conversation', id, { ...change, updatedAt: ctx.clock.now() });
}

/** Returns whether a person is a member of the workspace. */
export async function isMember(ctx: QueryContext, id: Buffer): Promise<boolean> {
  return (await countRows(ctx, 'user', { id })) > 0;
}

/**
 * Returns whether a person is a member, and keeps it so until the transaction ends: they can be removed only after it, and are
 * then taken off what it has assigned to them. Shared, because a member is assigned many conversations at once.
 */
export async function holdMember(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    'SELECT 1 FROM users WHERE tenant_id = :tenantId AND id = :id LOCK IN SHARE MODE',
    { id },
  );
  return rows.length > 0;
}

/** Returns how many of these labels there are. */
export function countLabels(ctx: QueryContext, ids: readonly Buffer[]): Promise<number> {
  return countRows(ctx, 'label', { id: [...ids] });
}

/** Returns the ids of a conversation's labels. */
export async function labelIdsOf(ctx: QueryContext, conversationId: Buffer): Promise<Buffer[]> {
  const rows = await findRows(ctx, 'conversationLabel', { where: { conversationId }, columns: ['labelId'] });
  return rows.map(({ labelId }) => labelId);
}

/** Returns how many conversations have a label. Counting stops at `most`. */
export async function countLabelled(ctx: QueryContext, labelId: Buffer, most: number): Promise<number> {
  const [row] = await select<{ counted: number }>(
    ctx,
    `SELECT COUNT(*) AS counted FROM (
       SELECT conversation_id FROM conversation_labels
       WHERE tenant_id = :tenantId AND label_id = :labelId LIMIT ${Math.trunc(most)}) counted`,
    { labelId },
  );
  return Number(row?.counted ?? 0);
}

/** Puts labels on a conversation that does not have them yet. */
export async function addLabels(
  ctx: QueryContext,
  { id: conversationId, contactId }: Pick<WorkState, 'id' | 'contactId'>,
  labelIds: readonly Buffer[],
): Promise<void> {
  const rows = labelIds.map((labelId) => ({ conversationId, labelId, contactId }));
  await insertRows(ctx, 'conversationLabel', rows);
}

/** Takes labels off a conversation. */
export async function removeLabels(ctx: QueryContext, conversationId: Buffer, labelIds: readonly Buffer[]) {
  await deleteRows(ctx, 'conversationLabel', { conversationId, labelId: [...labelIds] });
}

/** Changes the number of failed messages that nobody has dealt with. Not below zero: they may have been dismissed. */
export async function countFailure(
  ctx: QueryContext & Pick<Context, 'clock'>,
  id: Buffer,
  difference: 1 | -1,
): Promise<void> {
  await run(
    ctx,
    `UPDATE conversations SET failed_count = ${difference === 1 ? 'failed_count + 1' : 'GREATEST(failed_count, 1) - 1'},
       updated_at = :now
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, now: ctx.clock.now() },
  );
}

/** Returns some of the workspaces with a snooze that has ended. Reads one index entry per workspace. */
export async function tenantsWithEndedSnoozes(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(snoozed_until) AS endsAt
       FROM conversations FORCE INDEX (conversations_snoozed)
       WHERE tenant_id > :after GROUP BY tenant_id) s
     WHERE endsAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some conversations whose snooze has ended, the longest ago first. */
export async function endedSnoozes(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM conversations FORCE INDEX (conversations_snoozed)
     WHERE tenant_id = :tenantId AND snoozed_until <= UTC_TIMESTAMP(3) AND id NOT IN (:passedOver)
     ORDER BY snoozed_until, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
  return rows.map(({ id }) => id);
}

/** Opens a conversation whose snooze has ended and moves it to the top; returns whether it was still snoozed. */
export async function endSnooze(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE conversations SET status = 'open', returned_at = :now, last_message_at = COALESCE(last_message_at, last_activity_at),
       last_activity_at = GREATEST(last_activity_at, :now), snoozed_until = NULL, updated_at = :now
     WHERE tenant_id = :tenantId AND id = :id AND snoozed_until <= UTC_TIMESTAMP(3)`,
    { id, now: ctx.clock.now() },
  );
  return changed > 0;
}

/** Returns the ids of some conversations that are assigned to a person. */
export async function assignedTo(ctx: QueryContext, assigneeId: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await findRows(ctx, 'conversation', { where: { assigneeId }, columns: ['id'], limit });
  return rows.map(({ id }) => id);
}
