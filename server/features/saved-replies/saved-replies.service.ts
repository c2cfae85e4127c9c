import type { SavedReply } from '../../../shared/contract/inbox/saved-replies.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { SAVED_REPLIES_MAX } from '../../../shared/domain/saved-reply.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { SavedReplyRow } from '../../db/models/saved-reply.model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRow, findRow, findRows, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { addUse } from './saved-replies.repository.ts';

/** Returns the saved replies of the workspace by name. */
export async function listSavedReplies(ctx: Context): Promise<{ data: SavedReply[] }> {
  const rows = await findRows(ctx, 'savedReply', { order: [['name', 'ASC']], limit: SAVED_REPLIES_MAX });
  return { data: rows.map(present) };
}

/** Creates a saved reply. @throws {AppError} saved_reply_name_taken; saved_reply_limit_reached. */
export function createSavedReply(
  ctx: Context,
  input: { name: string; content: string },
): Promise<SavedReply> {
  return inTransaction(ctx, (ctx) => addSavedReply(ctx, input));
}

/** Creates a saved reply in a larger change. @throws {AppError} as `createSavedReply`. */
export async function addSavedReply(
  ctx: ChangeContext,
  { name, content }: { name: string; content: string },
): Promise<SavedReply> {
  const now = ctx.clock.now();
  const row = {
    ...{ name, content, id: newKey(), usedCount: 0, lastUsedAt: null, answersAlone: 0 },
    ...{ createdAt: now, updatedAt: now },
  };
  await withFreeName(() => insertRow(ctx, 'savedReply', row));
  limitRows(ctx, 'savedReply', { max: SAVED_REPLIES_MAX, code: 'saved_reply_limit_reached' });
  await recordChange(ctx, 'created', row);
  return present(row);
}

/** Renames or rewrites a saved reply. @throws {AppError} saved_reply_not_found; saved_reply_name_taken. */
export function changeSavedReply(
  ctx: Context,
  id: string,
  input: { name?: string | undefined; content?: string | undefined },
): Promise<SavedReply> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockReply(ctx, id);
    const { name = before.name, content = before.content } = input;
    // What was allowed to answer alone is the text that was there then.
    const answersAlone = content === before.content ? before.answersAlone : 0;
    const change = { name, content, answersAlone, updatedAt: ctx.clock.now() };
    await withFreeName(() => updateRow(ctx, 'savedReply', before.id, change));
    await recordChange(ctx, 'changed', { id: before.id, name });
    return present({ ...before, ...change });
  });
}

/** Deletes a saved reply. Messages that were written with it stay. @throws {AppError} saved_reply_not_found */
export function removeSavedReply(ctx: Context, id: string) {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockReply(ctx, id);
    await deleteRow(ctx, 'savedReply', before.id);
    await recordChange(ctx, 'removed', before);
    return { id, deleted: true as const };
  });
}

/** Counts that a reply was put into a message. @throws {AppError} saved_reply_not_found */
export async function countUse(ctx: Context, id: string): Promise<{ id: string; usedCount: number }> {
  const key = tryDecodeId('savedReply', id);
  if (!key || !(await addUse(ctx, key, ctx.clock.now()))) throw new AppError('saved_reply_not_found');
  const row = await findRow(ctx, 'savedReply', { columns: ['usedCount'], where: { id: key } });
  return { id, usedCount: row?.usedCount ?? 0 };
}

/** Records a change for the audit log, and for the dashboards of the team, which fetch the list again. */
async function recordChange(
  ctx: ChangeContext,
  what: 'created' | 'changed' | 'removed',
  reply: Pick<SavedReplyRow, 'id' | 'name'>,
): Promise<void> {
  const id = encodeId('savedReply', reply.id);
  await ctx.audit({ action: `saved_reply.${what}`, target: { kind: 'saved_reply', id, label: reply.name } });
  ctx.record('saved_reply.changed', { id });
}

async function lockReply(ctx: QueryContext, id: string): Promise<SavedReplyRow> {
  const key = tryDecodeId('savedReply', id);
  const row = key && (await findRow(ctx, 'savedReply', { where: { id: key }, isLocked: true }));
  if (!row) throw new AppError('saved_reply_not_found');
  return row;
}

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicate(error, 'saved_replies_name')) throw error;
    throw new AppError('saved_reply_name_taken', {
      details: [{ path: 'name', message: 'belongs to another saved reply' }],
    });
  }
}

function present(row: Omit<SavedReplyRow, 'tenantId'>): SavedReply {
  return {
    id: encodeId('savedReply', row.id),
    name: row.name,
    content: row.content,
    usedCount: row.usedCount,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    answersAlone: row.answersAlone === 1,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
