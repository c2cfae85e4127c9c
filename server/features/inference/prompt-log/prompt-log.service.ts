import {
  type OpenedPrompt,
  PROMPT_LOG_DAYS,
  type PromptLogEntry,
  type PromptLogSettings,
} from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../../shared/domain/reasons/audit-labels.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import {
  choosePromptLog,
  countPrompts,
  deletePrompts,
  findPrompt,
  type PromptLogLine,
  pageOfPrompts,
  promptLogChoice,
} from './prompt-log.repository.ts';

const DEFAULT_SETTINGS: PromptLogSettings = { keeps: false, days: PROMPT_LOG_DAYS.usual };

/** Returns the workspace's settings and the number of stored calls. */
export async function promptLogSettings(ctx: Context) {
  return {
    ...((await promptLogChoice(ctx)) ?? DEFAULT_SETTINGS),
    kept: await countPrompts(ctx, ctx.clock.now()),
  };
}

/** Changes whether prompts are stored, and for how long. */
export async function changePromptLog(ctx: Context, choice: PromptLogSettings): Promise<PromptLogSettings> {
  await inTransaction(ctx, async (ctx) => {
    await choosePromptLog(ctx, choice);
    const label = choice.keeps
      ? AUDIT_LABELS.write('prompts_kept', { days: choice.days })
      : AUDIT_LABELS.write('prompts_not_kept');
    const target = { kind: 'prompt_log' as const, id: ctx.scope.tenantId, label };
    await ctx.audit({ action: 'prompt_log.changed', target });
  });
  return choice;
}

/**
 * Returns one page of stored calls, newest first, without their texts.
 * @throws {AppError} validation_failed
 */
export async function listPrompts(ctx: Context, query: { limit: number; cursor?: string | undefined }) {
  const { cursors, scope, clock } = ctx;
  const name = ['prompt-log', scope.tenantId];
  const [after] = query.cursor ? cursors.read(name, query.cursor) : [];
  const before = after === undefined ? null : decodeId(String(after));
  const rows = await pageOfPrompts(ctx, before, query.limit + 1, clock.now());
  const data = rows.slice(0, query.limit).map(present);
  const last = rows.length > query.limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? cursors.write(name, [last.id]) : null };
}

/**
 * Returns one stored call with its texts.
 * @throws {AppError} prompt_log_entry_not_found
 */
export async function openPrompt(ctx: Context, id: string): Promise<OpenedPrompt> {
  const key = tryDecodeId('promptLogEntry', id);
  const row = key && (await findPrompt(ctx, key, ctx.clock.now()));
  if (!row) throw new AppError('prompt_log_entry_not_found');
  return { ...present(row), prompt: row.prompt, answer: row.answer };
}

/** Deletes all stored calls of the workspace. Returns the number of deleted calls. */
export async function clearPromptLog(ctx: Context): Promise<{ deleted: number }> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await deletePrompts(ctx);
    const label = AUDIT_LABELS.write('prompts_deleted', { entries: deleted });
    const target = { kind: 'prompt_log' as const, id: ctx.scope.tenantId, label };
    await ctx.audit({ action: 'prompt_log.cleared', target });
    return { deleted };
  });
}

function present(row: PromptLogLine): PromptLogEntry {
  const { keyName, userName } = row;
  return {
    id: encodeId('promptLogEntry', row.id),
    askedAt: row.askedAt.toISOString(),
    by: row.keyId ? { kind: 'key', name: keyName ?? '' } : { kind: 'user', name: userName ?? '' },
    model: row.model,
    promptTokens: row.promptTokens,
    completionTokens: row.completionTokens,
    durationMs: row.durationMs,
    finishReason: row.finishReason,
  };
}
