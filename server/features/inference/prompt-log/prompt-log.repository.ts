import type { Database } from '../../../db/database.ts';
import type { PromptLogRow } from '../../../db/models/prompt-log.model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../../kernel/housekeeping/step.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';

export type PromptLogLine = Omit<PromptLogRow, 'tenantId' | 'expiresAt' | 'prompt' | 'answer'> & {
  keyName: string | null;
  userName: string | null;
};
export type OpenedPromptRow = PromptLogLine & Pick<PromptLogRow, 'prompt' | 'answer'>;

export interface PromptLogChoice {
  keeps: boolean;
  days: number;
}

const LINE = `l.id, l.key_id AS keyId, l.user_id AS userId, l.model, l.asked_at AS askedAt,
  l.duration_ms AS durationMs, l.prompt_tokens AS promptTokens, l.completion_tokens AS completionTokens,
  l.finish_reason AS finishReason, k.name AS keyName, u.name AS userName`;
const FROM = `FROM prompt_log l
  LEFT JOIN inference_keys k ON k.tenant_id = l.tenant_id AND k.id = l.key_id
  LEFT JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
  WHERE l.tenant_id = :tenantId AND l.expires_at > :now`;

/** Returns what the workspace has chosen; null when it never has. */
export async function promptLogChoice(ctx: QueryContext): Promise<PromptLogChoice | null> {
  const sql = 'SELECT keeps, days FROM prompt_log_settings WHERE tenant_id = :tenantId';
  const [row] = await select<{ keeps: number; days: number }>(ctx, sql);
  return row ? { keeps: Boolean(row.keeps), days: row.days } : null;
}

/** Writes the choice of the workspace. Its days hold for prompts that are stored already, too. */
export async function choosePromptLog(ctx: QueryContext, { keeps, days }: PromptLogChoice): Promise<void> {
  await run(
    ctx,
    `INSERT INTO prompt_log_settings (tenant_id, keeps, days, changed_at)
     VALUES (:tenantId, :keeps, :days, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE keeps = VALUES(keeps), days = VALUES(days), changed_at = VALUES(changed_at)`,
    { keeps: keeps ? 1 : 0, days },
  );
  await run(
    ctx,
    'UPDATE prompt_log SET expires_at = asked_at + INTERVAL :days DAY WHERE tenant_id = :tenantId',
    { days },
  );
}

/** Stores a call, if the workspace still stores prompts at this moment: the condition is part of the write. */
export async function insertPrompt(
  ctx: QueryContext,
  row: Omit<PromptLogRow, 'tenantId' | 'expiresAt'>,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO prompt_log (id, tenant_id, key_id, user_id, model, asked_at, expires_at, duration_ms,
       prompt_tokens, completion_tokens, finish_reason, prompt, answer)
     SELECT :id, s.tenant_id, :keyId, :userId, :model, :askedAt, :askedAt + INTERVAL s.days DAY, :durationMs,
       :promptTokens, :completionTokens, :finishReason, :prompt, :answer
     FROM prompt_log_settings s WHERE s.tenant_id = :tenantId AND s.keeps = 1`,
    { ...row },
  );
}

/** Returns one page of stored calls, newest first: those before `before`, or the newest. */
export function pageOfPrompts(
  ctx: QueryContext,
  before: Buffer | null,
  limit: number,
  now: Date,
): Promise<PromptLogLine[]> {
  const after = before ? 'AND l.id < :before' : '';
  return select<PromptLogLine>(
    ctx,
    `SELECT ${LINE} ${FROM} ${after} ORDER BY l.id DESC LIMIT ${Math.trunc(limit)}`,
    before ? { before, now } : { now },
  );
}

/** Returns one stored call with its texts; null when there is none, or its time is over. */
export async function findPrompt(ctx: QueryContext, id: Buffer, now: Date): Promise<OpenedPromptRow | null> {
  const sql = `SELECT ${LINE}, l.prompt, l.answer ${FROM} AND l.id = :id`;
  const [row] = await select<OpenedPromptRow>(ctx, sql, { id, now });
  return row ?? null;
}

/** Returns how many calls are stored. */
export async function countPrompts(ctx: QueryContext, now: Date): Promise<number> {
  const sql = 'SELECT COUNT(*) AS count FROM prompt_log WHERE tenant_id = :tenantId AND expires_at > :now';
  const [row] = await select<{ count: number }>(ctx, sql, { now });
  return Number(row?.count ?? 0);
}

/** Deletes all stored calls of the workspace; returns how many there were. */
export function deletePrompts(ctx: QueryContext): Promise<number> {
  return run(ctx, 'DELETE FROM prompt_log WHERE tenant_id = :tenantId');
}

/** Deletes a batch of stored calls whose time is over, of all workspaces; returns how many there were. */
export function deleteExpiredPrompts(db: Database, now: Date): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM prompt_log WHERE expires_at <= :now LIMIT ${BATCH_ROWS}`,
    { now },
  );
}
