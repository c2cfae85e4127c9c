import type { ConversationRow } from '../../../db/models/conversation.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

/** Moves what belongs to a contact to another one. Both contacts, and their conversations, are locked. */

/** A move: from a contact and its conversation, to another contact and the conversation that it has then. */
interface Move {
  sourceId: Buffer;
  targetId: Buffer;
  /** Null: neither has one, so there is nothing in it. */
  conversationId: Buffer | null;
}
/** A conversation with the number of its latest change that endpoints were sent. */
export type MergingConversation = Omit<ConversationRow, 'tenantId' | 'createdAt' | 'updatedAt'> & {
  webhookSeq: number;
};

/** Returns the conversations of two contacts with their rows locked. */
export function lockConversations(ctx: QueryContext, ids: readonly Buffer[]): Promise<MergingConversation[]> {
  return select<MergingConversation>(
    ctx,
    `SELECT id, contact_id AS contactId, unread_count AS unreadCount, message_count AS messageCount,
       last_message_id AS lastMessageId, last_activity_at AS lastActivityAt, last_inbound_at AS lastInboundAt, status,
       snoozed_until AS snoozedUntil, returned_at AS returnedAt, assignee_id AS assigneeId,
       waiting_since AS waitingSince, first_response_at AS firstResponseAt, failed_count AS failedCount,
       last_message_at AS lastMessageAt, webhook_seq AS webhookSeq
     FROM conversations WHERE tenant_id = :tenantId AND contact_id IN (:ids) ORDER BY contact_id FOR UPDATE`,
    { ids: [...ids] },
  );
}

/** Returns how many numbers and platform ids two contacts have. */
export async function countIdentities(ctx: QueryContext, ids: readonly Buffer[]): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    'SELECT COUNT(*) AS count FROM contact_identities WHERE tenant_id = :tenantId AND contact_id IN (:ids)',
    { ids: [...ids] },
  );
  return Number(row?.count);
}

/** Gives a contact the numbers and platform ids of the other; those numbers of both that are in use are alternates. */
export async function moveIdentities(ctx: QueryContext, { sourceId, targetId }: Move): Promise<void> {
  await run(
    ctx,
    `UPDATE contact_identities SET contact_id = :targetId, is_alternate = IF(kind = 'phone' AND retired = 0, 1, is_alternate)
     WHERE tenant_id = :tenantId AND contact_id IN (:sourceId, :targetId)`,
    { sourceId, targetId },
  );
}

/** Moves all messages of a contact, with their files and those that wait to be sent. */
export async function moveMessages(
  ctx: QueryContext,
  { sourceId, targetId, conversationId }: Move,
): Promise<void> {
  const to = { sourceId, targetId };
  // One statement each: with a LIMIT, each would first pass all index entries that those before it have removed.
  for (const table of [
    'messages FORCE INDEX (messages_thread)',
    'media FORCE INDEX (media_contact)',
  ] as const) {
    await run(
      ctx,
      `UPDATE ${table} SET contact_id = :targetId, conversation_id = :conversationId
       WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
      { ...to, conversationId },
    );
  }
  await run(
    ctx,
    'UPDATE outbound_sends SET contact_id = :targetId WHERE tenant_id = :tenantId AND contact_id = :sourceId',
    to,
  );
  // The messages from before an upgrade are indexed in the order of their contacts: begin again, which is repeatable.
  await run(
    ctx,
    `UPDATE message_indexing SET contact_id = NULL, created_at = NULL, message_id = NULL, indexed = 0
     WHERE tenant_id = :tenantId`,
  );
}

/** Lets what names the contact whose data it holds name the other one: its deletion finds all of it. */
export async function moveTraces(ctx: QueryContext, { sourceId, targetId }: Move): Promise<void> {
  for (const table of [
    'events',
    'webhook_events',
    'idempotency_keys',
    'contact_history',
    'reply_examples',
    'assist_sent_texts',
    'after_hours_answers',
    'reply_proposal_sources',
  ] as const) {
    await run(
      ctx,
      `UPDATE ${table} SET contact_id = :targetId WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
      { sourceId, targetId },
    );
  }
}

/** Moves what members and rules have in a conversation: notes, mentions, notifications and runs. */
export async function moveTeamwork(ctx: QueryContext, move: Move): Promise<void> {
  for (const table of ['notes', 'notifications', 'reminders', 'automation_runs', 'insight_facts'] as const) {
    await run(
      ctx,
      `UPDATE ${table} SET contact_id = :targetId, conversation_id = :conversationId
       WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
      { ...move },
    );
  }
  await run(
    ctx,
    `INSERT INTO unread_mentions (tenant_id, user_id, conversation_id, contact_id)
     SELECT s.tenant_id, s.user_id, :conversationId, :targetId FROM unread_mentions s
     WHERE s.tenant_id = :tenantId AND s.contact_id = :sourceId
     ON DUPLICATE KEY UPDATE contact_id = :targetId`,
    { ...move },
  );
  // Insights have one row for each conversation; that of a conversation which is joined to another ends here.
  for (const table of ['unread_mentions', 'insight_conversations'] as const)
    await run(ctx, `DELETE FROM ${table} WHERE tenant_id = :tenantId AND contact_id = :sourceId`, {
      sourceId: move.sourceId,
    });
}

/** Deletes what the insights know of a conversation as it is now. */
export async function dropFigures(ctx: QueryContext, conversationId: Buffer): Promise<void> {
  await run(
    ctx,
    'DELETE FROM insight_conversations WHERE tenant_id = :tenantId AND conversation_id = :conversationId',
    { conversationId },
  );
}

/** Leaves the merged contact out of the assistant if one of the two was. Returns whether it is left out. */
export async function moveAssistExclusion(
  ctx: QueryContext,
  sourceId: Buffer,
  targetId: Buffer,
): Promise<boolean> {
  await run(
    ctx,
    `INSERT INTO assist_exclusions (tenant_id, contact_id, created_at)
     SELECT s.tenant_id, :targetId, s.created_at FROM assist_exclusions s
     WHERE s.tenant_id = :tenantId AND s.contact_id = :sourceId
     ON DUPLICATE KEY UPDATE contact_id = :targetId`,
    { sourceId, targetId },
  );
  const [left] = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT contact_id AS contactId FROM assist_exclusions
     WHERE tenant_id = :tenantId AND contact_id = :targetId`,
    { targetId },
  );
  return left !== undefined;
}

/** Gives a contact the conversation of another one, with its labels and drafts. */
export async function moveConversation(ctx: QueryContext, { sourceId, targetId }: Move): Promise<void> {
  for (const table of ['conversations', 'conversation_labels', 'drafts', 'insight_conversations'] as const) {
    await run(
      ctx,
      `UPDATE ${table} SET contact_id = :targetId WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
      { sourceId, targetId },
    );
  }
}

/** Lets a conversation go on after the highest number of either one. */
export async function raiseConversationSeq(ctx: QueryContext, id: Buffer, seq: number): Promise<void> {
  await run(
    ctx,
    `UPDATE conversations SET webhook_seq = GREATEST(webhook_seq, :seq) WHERE tenant_id = :tenantId AND id = :id`,
    { id, seq },
  );
}
