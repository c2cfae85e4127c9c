import type { Database } from '../../../db/database.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { insertTuples, run, select } from '../../../kernel/tenancy/rows.ts';

/** Messages of one example: what a customer wrote before the answer. */
export const BURST_MAX = 5;
/** Rows that a workspace learns from, the newest first. */
const ROWS_LEARNED = 8_000;
/** Rows that are kept of one saved reply, and of answers in a person's own words. */
const ROWS_PER_REPLY = 300;
const KEPT_DAYS = 400;

/** A message of a conversation, as retrieval reads it. */
export interface LatestMessage {
  id: Buffer;
  direction: 'inbound' | 'outbound';
  text: string | null;
  /** What the server sent by itself; broadcasts answer as little as rules do. */
  origin: string | null;
  createdAt: Date;
}

/** Returns the newest messages of a contact, the newest first. Scheduled ones are not said yet. */
export function latestMessages(
  ctx: QueryContext,
  contactId: Buffer,
  limit: number,
): Promise<LatestMessage[]> {
  return select<LatestMessage>(
    ctx,
    `SELECT id, direction, COALESCE(content, caption) AS text, IF(broadcast_id IS NULL, origin, 'automation') AS origin,
       created_at AS createdAt FROM messages
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND status <> 'scheduled' AND revoked_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    { contactId },
  );
}

/** Stores which messages an answer was for, and the saved reply that it was written with; null: own words. */
export async function addExample(
  ctx: QueryContext & Pick<Context, 'clock'>,
  example: {
    answerId: Buffer;
    messageIds: readonly Buffer[];
    savedReplyId: Buffer | null;
    contactId: Buffer;
    /** Its place among the suggested ones. */
    place: number | null;
  },
): Promise<void> {
  const now = ctx.clock.now();
  const { answerId, savedReplyId, contactId, place } = example;
  await insertTuples(
    ctx,
    'INSERT INTO reply_examples (tenant_id, answer_id, message_id, saved_reply_id, contact_id, place, created_at)',
    example.messageIds.map((id) => [answerId, id, savedReplyId, contactId, place, now]),
    { atOnce: BURST_MAX, onDuplicate: 'place = reply_examples.place' },
  );
}

/** One message of an example. */
interface ExampleRow {
  answerId: Buffer;
  savedReplyId: Buffer | null;
  text: string | null;
  createdAt: Date;
}

/** What was answered, and with which saved reply; null: in own words. */
export interface Example {
  savedReplyId: Buffer | null;
  text: string;
  createdAt: Date;
}

/**
 * Returns the newest examples of the workspace, the newest first: the messages in their order, of contacts that may be
 * learned from. An answer that was cancelled, or a message that was deleted, teaches nothing.
 */
export async function readExamples(ctx: QueryContext): Promise<Example[]> {
  const rows = await select<ExampleRow>(
    ctx,
    `SELECT e.answer_id AS answerId, e.saved_reply_id AS savedReplyId, e.created_at AS createdAt,
       COALESCE(m.content, m.caption) AS text
     FROM (SELECT tenant_id, answer_id, message_id, saved_reply_id, contact_id, created_at FROM reply_examples
           WHERE tenant_id = :tenantId ORDER BY created_at DESC LIMIT ${ROWS_LEARNED}) e
     JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id AND m.revoked_at IS NULL
     JOIN messages a ON a.tenant_id = e.tenant_id AND a.id = e.answer_id AND a.status <> 'scheduled'
     LEFT JOIN assist_exclusions x ON x.tenant_id = e.tenant_id AND x.contact_id = e.contact_id
     WHERE e.tenant_id = :tenantId AND x.contact_id IS NULL
     ORDER BY e.created_at DESC, e.answer_id, m.created_at, m.id`,
  );
  const examples: (Example & { answerId: Buffer })[] = [];
  for (const { answerId, savedReplyId, text, createdAt } of rows) {
    if (!text) continue;
    const last = examples.at(-1);
    if (last?.answerId.equals(answerId)) last.text += `\n${text}`;
    else examples.push({ answerId, savedReplyId, text, createdAt });
  }
  return examples;
}

/** Returns how many rows the workspace could learn from. */
export async function countExamples(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    'SELECT COUNT(*) AS count FROM reply_examples WHERE tenant_id = :tenantId',
  );
  return Number(row?.count ?? 0);
}

/** Returns a text that changes when learned data may no longer be used: a saved reply changed, or a contact was erased. */
export async function stampOf(ctx: QueryContext): Promise<string> {
  const [row] = await select<{ version: number | null; count: number; changed: Date | null }>(
    ctx,
    `SELECT (SELECT v.version FROM retrieval_versions v WHERE v.tenant_id = :tenantId) AS version,
       COUNT(*) AS count, MAX(r.updated_at) AS changed
     FROM saved_replies r WHERE r.tenant_id = :tenantId`,
  );
  return [row?.version ?? 0, row?.count ?? 0, row?.changed?.getTime() ?? 0].join(' ');
}

/** Deletes the oldest examples of saved replies that have more than are kept, and of answers in own words. */
export async function trimExamples(ctx: QueryContext): Promise<void> {
  const full = await select<{ savedReplyId: Buffer | null }>(
    ctx,
    `SELECT saved_reply_id AS savedReplyId FROM reply_examples WHERE tenant_id = :tenantId
     GROUP BY saved_reply_id HAVING COUNT(*) > ${ROWS_PER_REPLY * 2}`,
  );
  for (const { savedReplyId } of full) {
    const [oldest] = await select<{ createdAt: Date }>(
      ctx,
      `SELECT created_at AS createdAt FROM reply_examples
       WHERE tenant_id = :tenantId AND saved_reply_id <=> :savedReplyId
       ORDER BY created_at DESC LIMIT 1 OFFSET ${ROWS_PER_REPLY}`,
      { savedReplyId },
    );
    if (!oldest) continue;
    await run(
      ctx,
      `DELETE FROM reply_examples
       WHERE tenant_id = :tenantId AND saved_reply_id <=> :savedReplyId AND created_at <= :createdAt
       LIMIT ${BATCH_ROWS}`,
      { savedReplyId, createdAt: oldest.createdAt },
    );
  }
}

/** Returns the step that deletes examples after 400 days: what customers ask changes with the seasons, not with years. */
export function exampleRetention(db: Database): HousekeepingStep {
  return {
    name: 'reply_examples',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM reply_examples
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
