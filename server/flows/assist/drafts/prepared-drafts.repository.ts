import type { Database } from '../../../db/database.ts';
import { asJson, jsonText } from '../../../db/define-model.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { newKey } from '../../../kernel/ids.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

/** Replies that the model has prepared: at most one per conversation, until someone answers (decision 0366). */

export interface DueDraft {
  tenantId: Buffer;
  conversationId: Buffer;
  contactId: Buffer;
  messageId: Buffer;
  attempt: Buffer;
  dueAt: Date;
  isShadow: number;
}

/** A source of a draft, as its chip shows it. */
export interface PreparedSource {
  kind: string;
  title: string;
}

export interface PreparedDraft {
  contactId: Buffer;
  messageId: Buffer;
  text: string;
  sources: PreparedSource[];
  language: string;
  model: string;
  isShadow: boolean;
  isShown: boolean;
  isTaken: boolean;
}

type Timed = QueryContext & Pick<Context, 'clock'>;

/**
 * Notes that a draft is due some seconds after a message of the customer. A further message postpones it and drops what
 * was prepared; a repeated one changes nothing.
 */
export async function scheduleDraft(
  ctx: Timed,
  row: { conversationId: Buffer; contactId: Buffer; messageId: Buffer; dueAt: Date; isShadow: boolean },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO assist_drafts (tenant_id, conversation_id, contact_id, message_id, attempt, state, due_at, is_shadow,
       created_at)
     VALUES (:tenantId, :conversationId, :contactId, :messageId, :attempt, 0, :dueAt, :isShadow, :now)
     ON DUPLICATE KEY UPDATE
       attempt = IF(message_id < :messageId, :attempt, attempt),
       state = IF(message_id < :messageId, 0, state),
       due_at = IF(message_id < :messageId, :dueAt, due_at),
       text = IF(message_id < :messageId, NULL, text),
       sources = IF(message_id < :messageId, NULL, sources),
       is_shadow = IF(message_id < :messageId, :isShadow, is_shadow),
       is_shown = IF(message_id < :messageId, 0, is_shown),
       is_taken = IF(message_id < :messageId, 0, is_taken),
       created_at = IF(message_id < :messageId, :now, created_at),
       contact_id = :contactId,
       message_id = GREATEST(message_id, :messageId)`,
    { ...row, isShadow: row.isShadow ? 1 : 0, attempt: newKey(), now: ctx.clock.now() },
  );
}

/** Removes some drafts that nobody has made in time; the newest are made first, so the oldest would never be looked at. */
export async function dropStaleDrafts(db: Database, staleMs: number): Promise<void> {
  await db.run(
    `/* system: claim */ DELETE FROM assist_drafts
     WHERE state = 0 AND due_at < UTC_TIMESTAMP(3) - INTERVAL :seconds SECOND ORDER BY due_at LIMIT 1000`,
    { seconds: staleMs / 1_000 },
  );
}

/** Returns some drafts that are due on this server: workspaces in turns, the newest of each first. */
export function dueDrafts(db: Database, limit: number): Promise<DueDraft[]> {
  return db.select<DueDraft>(
    `/* system: claim */ SELECT d.tenantId, d.conversationId, d.contactId, d.messageId, d.attempt, d.dueAt, d.isShadow
     FROM (
       SELECT tenant_id AS tenantId, conversation_id AS conversationId, contact_id AS contactId,
         message_id AS messageId, attempt, due_at AS dueAt, is_shadow AS isShadow,
         ROW_NUMBER() OVER (PARTITION BY tenant_id ORDER BY due_at DESC) AS turn
       FROM assist_drafts WHERE state = 0 AND due_at <= UTC_TIMESTAMP(3)
     ) d ORDER BY d.turn, d.dueAt DESC LIMIT ${Math.trunc(limit)}`,
  );
}

/** Takes a draft that is due for this server; returns whether no other server was faster. */
export async function takeDraft(ctx: QueryContext, { conversationId, attempt }: DueDraft): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE assist_drafts SET state = 1 WHERE tenant_id = :tenantId AND conversation_id = :conversationId
       AND attempt = :attempt AND state = 0`,
    { conversationId, attempt },
  );
  return changed > 0;
}

/** Removes a draft that is not made, unless a further message has replaced it. */
export async function dropDraft(ctx: QueryContext, { conversationId, attempt }: DueDraft): Promise<void> {
  await run(
    ctx,
    `DELETE FROM assist_drafts WHERE tenant_id = :tenantId AND conversation_id = :conversationId
       AND attempt = :attempt`,
    { conversationId, attempt },
  );
}

/** Leaves a draft that was taken to the next server that looks for one, unless a further message has replaced it. */
export async function leaveDraft(ctx: QueryContext, { conversationId, attempt }: DueDraft): Promise<void> {
  await run(
    ctx,
    `UPDATE assist_drafts SET state = 0 WHERE tenant_id = :tenantId AND conversation_id = :conversationId
       AND attempt = :attempt AND state = 1`,
    { conversationId, attempt },
  );
}

/** Stores a draft, unless anyone has written since: then it answers nothing. Returns whether it was stored. */
export async function storeDraft(
  ctx: QueryContext,
  { conversationId, attempt }: DueDraft,
  { text, sources, language, model }: Pick<PreparedDraft, 'text' | 'sources' | 'language' | 'model'>,
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE assist_drafts d SET state = 2, text = :text, sources = :sources, language = :language, model = :model
     WHERE d.tenant_id = :tenantId AND d.conversation_id = :conversationId AND d.attempt = :attempt AND d.state = 1
       AND EXISTS (SELECT 1 FROM conversations c WHERE c.tenant_id = :tenantId AND c.id = d.conversation_id
         AND c.last_message_id = d.message_id)`,
    {
      ...{ conversationId, attempt, text, sources: jsonText(sources) },
      ...{ language: language.slice(0, 8), model: model.slice(0, 100) },
    },
  );
  return changed > 0;
}

/**
 * Notes that there is no draft because of the language of the customer; null: it was not recognized. Returns whether it was
 * noted: with the next message it is out of date.
 */
export async function storeWithheld(
  ctx: QueryContext,
  { conversationId, attempt }: DueDraft,
  language: string | null,
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE assist_drafts SET state = 3, language = :language
     WHERE tenant_id = :tenantId AND conversation_id = :conversationId AND attempt = :attempt AND state = 1
       AND is_shadow = 0`,
    { conversationId, attempt, language: language?.slice(0, 8) ?? null },
  );
  return changed > 0;
}

/** Returns which message got no draft because of its language; null where there is none. */
export async function withheldDraft(
  ctx: QueryContext,
  conversationId: Buffer,
): Promise<{ messageId: Buffer; language: string | null } | null> {
  const [row] = await select<{ messageId: Buffer; language: string | null }>(
    ctx,
    `SELECT message_id AS messageId, language FROM assist_drafts
     WHERE tenant_id = :tenantId AND conversation_id = :conversationId AND state = 3`,
    { conversationId },
  );
  return row ?? null;
}

/** Returns the draft of a conversation that is ready; null when there is none. Locked on request. */
export async function preparedDraft(
  ctx: QueryContext,
  conversationId: Buffer,
  isLocked = false,
): Promise<PreparedDraft | null> {
  const [row] = await select<{
    contactId: Buffer;
    messageId: Buffer;
    text: string;
    sources: unknown;
    language: string;
    model: string;
    isShadow: number;
    isShown: number;
    isTaken: number;
  }>(
    ctx,
    `SELECT contact_id AS contactId, message_id AS messageId, text, sources, language, model, is_shadow AS isShadow,
       is_shown AS isShown, is_taken AS isTaken
     FROM assist_drafts WHERE tenant_id = :tenantId AND conversation_id = :conversationId AND state = 2
     ${isLocked ? 'FOR UPDATE' : ''}`,
    { conversationId },
  );
  if (!row) return null;
  const { sources, isShadow, isShown, isTaken, ...rest } = row;
  return {
    ...rest,
    sources: asJson<PreparedSource[]>(sources),
    isShadow: isShadow === 1,
    isShown: isShown === 1,
    isTaken: isTaken === 1,
  };
}

/** Marks that a draft was shown or taken; returns whether that is new. */
export async function markDraft(
  ctx: QueryContext,
  conversationId: Buffer,
  messageId: Buffer,
  mark: 'is_shown' | 'is_taken',
): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE assist_drafts SET ${mark} = 1 WHERE tenant_id = :tenantId AND conversation_id = :conversationId
       AND message_id = :messageId AND state = 2 AND is_shadow = 0 AND ${mark} = 0`,
    { conversationId, messageId },
  );
  return changed > 0;
}

/**
 * Removes what was prepared for a conversation, ready or not; with `messageId`, unless a further message has replaced it.
 * Returns whether there was anything.
 */
export async function removeDraft(
  ctx: QueryContext,
  conversationId: Buffer,
  messageId?: Buffer,
): Promise<boolean> {
  const removed = await run(
    ctx,
    `DELETE FROM assist_drafts WHERE tenant_id = :tenantId AND conversation_id = :conversationId
       ${messageId ? 'AND message_id = :messageId' : ''}`,
    { conversationId, ...(messageId && { messageId }) },
  );
  return removed > 0;
}

/** Which message a draft answers, and its place in the conversation. */
export interface DraftPlace {
  messageId: Buffer;
  writtenAt: Date;
}

/** Returns the drafts of these conversations, due or ready, by the hexadecimal digits of the keys of the conversations. */
export async function draftPlaces(
  ctx: QueryContext,
  conversationIds: readonly Buffer[],
): Promise<Map<string, DraftPlace>> {
  const rows = await select<{ conversationId: Buffer; messageId: Buffer; writtenAt: Date | null }>(
    ctx,
    `SELECT d.conversation_id AS conversationId, d.message_id AS messageId, m.created_at AS writtenAt
     FROM assist_drafts d LEFT JOIN messages m ON m.tenant_id = :tenantId AND m.id = d.message_id
     WHERE d.tenant_id = :tenantId AND d.conversation_id IN (:conversationIds)`,
    { conversationIds: [...conversationIds] },
  );
  return new Map(
    // Without its message, a draft answers nothing: any event is later.
    rows.map(({ conversationId, messageId, writtenAt }) => [
      conversationId.toString('hex'),
      { messageId, writtenAt: writtenAt ?? new Date(0) },
    ]),
  );
}

/** Removes drafts after a day: by then the customer's window has closed. */
export function draftRetention(db: Database): HousekeepingStep {
  return {
    name: 'assist_drafts',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM assist_drafts
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
