import type { Database } from '../../../db/database.ts';
import type { PromptLogRow } from '../../../db/models/prompt-log.model.ts';
import { containsPattern } from '../../../db/search-text.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../../kernel/housekeeping/step.ts';
import { countRows, deleteRows, findRow, findRows, Op, run, select } from '../../../kernel/tenancy/rows.ts';

export type PromptLogLine = Omit<PromptLogRow, 'tenantId' | 'expiresAt' | 'prompt' | 'answer'> & {
  keyName: string | null;
  userName: string | null;
};
export type OpenedPromptRow = PromptLogLine & Pick<PromptLogRow, 'prompt' | 'answer'>;

export interface PromptLogChoice {
  keeps: boolean;
  days: number;
}

/** The columns of a line in the list. */
const LINE = [
  'id',
  'keyId',
  'userId',
  'model',
  'askedAt',
  'durationMs',
  'promptTokens',
  'completionTokens',
  'finishReason',
] as const;
const NAMES = { key: ['name'], user: ['name'] } as const;

/** Returns what the workspace has chosen; null when it never has. */
export async function promptLogChoice(ctx: QueryContext): Promise<PromptLogChoice | null> {
  const row = await findRow(ctx, 'promptLogSettings');
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

/** Rows per statement of a scan. */
const SCANNED = 500;

/** Removes the stored calls whose prompt or answer has one of these words. */
export async function erasePromptsWith(ctx: QueryContext, words: readonly string[]): Promise<void> {
  const hits = words.map((_, index) => `prompt LIKE :word${index} OR answer LIKE :word${index}`).join(' OR ');
  const bindings = Object.fromEntries(words.map((word, index) => [`word${index}`, containsPattern(word)]));
  for (let after: Buffer = Buffer.alloc(16); ; ) {
    const rows = await select<{ id: Buffer; isHit: number }>(
      ctx,
      `SELECT id, (${hits}) AS isHit FROM prompt_log FORCE INDEX (prompt_log_tenant)
       WHERE tenant_id = :tenantId AND id > :after ORDER BY id LIMIT ${SCANNED}`,
      { ...bindings, after },
    );
    const ids = rows.filter(({ isHit }) => Number(isHit) === 1).map(({ id }) => id);
    if (ids.length > 0) await deleteRows(ctx, 'promptLog', { id: { [Op.in]: ids } });
    const last = rows.at(-1);
    if (!last || rows.length < SCANNED) return;
    after = last.id;
  }
}

/** Returns one page of stored calls, newest first: those before `before`, or the newest. */
export async function pageOfPrompts(
  ctx: QueryContext,
  before: Buffer | null,
  limit: number,
  now: Date,
): Promise<PromptLogLine[]> {
  const rows = await findRows(ctx, 'promptLog', {
    columns: LINE,
    include: NAMES,
    where: { expiresAt: { [Op.gt]: now }, ...(before && { id: { [Op.lt]: before } }) },
    order: [['id', 'DESC']],
    limit,
  });
  return rows.map(withNames);
}

/** Returns one stored call with its texts; null when there is none, or its time is over. */
export async function findPrompt(ctx: QueryContext, id: Buffer, now: Date): Promise<OpenedPromptRow | null> {
  const row = await findRow(ctx, 'promptLog', {
    columns: [...LINE, 'prompt', 'answer'],
    include: NAMES,
    where: { id, expiresAt: { [Op.gt]: now } },
  });
  return row && withNames(row);
}

/** Returns how many calls are stored. */
export function countPrompts(ctx: QueryContext, now: Date): Promise<number> {
  return countRows(ctx, 'promptLog', { expiresAt: { [Op.gt]: now } });
}

/** Deletes all stored calls of the workspace; returns how many there were. */
export function deletePrompts(ctx: QueryContext): Promise<number> {
  return deleteRows(ctx, 'promptLog', {});
}

function withNames<Row extends { key: { name: string | null }; user: { name: string | null } }>({
  key,
  user,
  ...row
}: Row) {
  return { ...row, keyName: key.name, userName: user.name };
}

/** Deletes a batch of stored calls whose time is over, of all workspaces; returns how many there were. */
export function deleteExpiredPrompts(db: Database, now: Date): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM prompt_log WHERE expires_at <= :now LIMIT ${BATCH_ROWS}`,
    { now },
  );
}
