import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** Messages that came outside business hours, one row each: a message is answered once, by its key. */

/** Why a message was left to a person. */
export type LeftBecause =
  | 'off'
  | 'open'
  | 'blocked'
  | 'handled'
  | 'answered_before'
  | 'person_wanted'
  | 'sensitive'
  | 'unsure'
  | 'not_allowed'
  | 'not_connected'
  | 'late';

/** People send bursts: what belongs together is read together. */
const WAIT_SECONDS = 20;
const KEPT_DAYS = 90;
const LOG_MAX = 50;

/** Stores a message that may be answered, with the time at which it was written, unless it is stored already. */
export async function addCase(
  ctx: QueryContext,
  { messageId, contactId, createdAt }: { messageId: Buffer; contactId: Buffer; createdAt: Date },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO after_hours_answers (tenant_id, message_id, contact_id, result, created_at, due_at)
     VALUES (:tenantId, :messageId, :contactId, 'waiting', :createdAt, UTC_TIMESTAMP(3) + INTERVAL ${WAIT_SECONDS} SECOND)
     ON DUPLICATE KEY UPDATE message_id = after_hours_answers.message_id`,
    { messageId, contactId, createdAt },
  );
}

/** Returns some of the workspaces with messages that are due. Reads one index entry per workspace. */
export async function tenantsWithCases(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenantId FROM (
       SELECT tenant_id AS tenantId, MIN(due_at) AS dueAt
       FROM after_hours_answers FORCE INDEX (after_hours_answers_due)
       WHERE tenant_id > :after GROUP BY tenant_id) r
     WHERE dueAt <= UTC_TIMESTAMP(3) ORDER BY tenantId LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some messages that are due, the longest first. */
export async function dueCases(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ messageId: Buffer }>(
    ctx,
    `SELECT message_id AS messageId FROM after_hours_answers
     WHERE tenant_id = :tenantId AND due_at <= UTC_TIMESTAMP(3) AND message_id NOT IN (:passedOver)
     ORDER BY due_at, message_id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
  return rows.map(({ messageId }) => messageId);
}

/** Returns a message that is still to be decided, with its row locked; null when another server has decided it. */
export async function lockCase(
  ctx: QueryContext,
  messageId: Buffer,
): Promise<{ contactId: Buffer; createdAt: Date } | null> {
  const [row] = await select<{ contactId: Buffer; createdAt: Date; result: string }>(
    ctx,
    `SELECT contact_id AS contactId, created_at AS createdAt, result FROM after_hours_answers
     WHERE tenant_id = :tenantId AND message_id = :messageId FOR UPDATE`,
    { messageId },
  );
  return row?.result === 'waiting' ? row : null;
}

/** Stores what came of a message. */
export async function closeCase(
  ctx: QueryContext,
  messageId: Buffer,
  outcome: { savedReplyId: Buffer; answerId: Buffer } | LeftBecause,
): Promise<void> {
  const isSent = typeof outcome === 'object';
  await run(
    ctx,
    `UPDATE after_hours_answers SET result = :result, reason = :reason, saved_reply_id = :savedReplyId,
       answer_id = :answerId, due_at = NULL
     WHERE tenant_id = :tenantId AND message_id = :messageId`,
    {
      messageId,
      result: isSent ? 'sent' : 'left',
      reason: isSent ? null : outcome,
      savedReplyId: isSent ? outcome.savedReplyId : null,
      answerId: isSent ? outcome.answerId : null,
    },
  );
}

/**
 * Returns what speaks against an answer without a person: whether a person or a program has written to the contact, also
 * in the business app, or about it since `touchedSince`, and whether an answer was sent since `answeredSince`. A
 * broadcast is for everyone.
 */
export async function handledSince(
  ctx: QueryContext,
  contactId: Buffer,
  { touchedSince, answeredSince }: { touchedSince: Date; answeredSince: Date },
): Promise<{ isTouched: boolean; isAnswered: boolean }> {
  const [row] = await select<{ touched: number; answered: number }>(
    ctx,
    `SELECT
       EXISTS (SELECT 1 FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId
         AND created_at > :touchedSince AND direction = 'outbound' AND broadcast_id IS NULL
         AND (origin IS NULL OR origin = 'business_app'))
       OR EXISTS (SELECT 1 FROM notes WHERE tenant_id = :tenantId AND contact_id = :contactId
         AND created_at > :touchedSince) AS touched,
       EXISTS (SELECT 1 FROM after_hours_answers WHERE tenant_id = :tenantId AND contact_id = :contactId
         AND result = 'sent' AND created_at > :answeredSince) AS answered`,
    { contactId, touchedSince, answeredSince },
  );
  return { isTouched: Number(row?.touched) > 0, isAnswered: Number(row?.answered) > 0 };
}

/** An answer that was sent without a person. */
export interface SentAlone {
  answerId: Buffer;
  conversationId: Buffer;
  contactName: string;
  savedReplyName: string | null;
  createdAt: Date;
}

/** Returns the newest answers that were sent without a person. */
export function listSent(ctx: QueryContext): Promise<SentAlone[]> {
  return select<SentAlone>(
    ctx,
    `SELECT a.answer_id AS answerId, v.id AS conversationId, k.name AS contactName, r.name AS savedReplyName,
       a.created_at AS createdAt
     FROM after_hours_answers a
     JOIN contacts k ON k.tenant_id = a.tenant_id AND k.id = a.contact_id
     JOIN conversations v ON v.tenant_id = a.tenant_id AND v.contact_id = a.contact_id
     LEFT JOIN saved_replies r ON r.tenant_id = a.tenant_id AND r.id = a.saved_reply_id
     WHERE a.tenant_id = :tenantId AND a.result = 'sent'
     ORDER BY a.created_at DESC, a.message_id DESC LIMIT ${LOG_MAX}`,
  );
}

/** Returns the step that deletes the log after 90 days. */
export function afterHoursRetention(db: Database): HousekeepingStep {
  return {
    name: 'after_hours_answers',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM after_hours_answers
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
