import type { Label } from '../../../shared/contract/inbox/labels.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { LABEL_USE_COUNTED_MAX, LABELS_MAX, type LabelColor } from '../../../shared/domain/inbox-views.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { LabelRow } from '../../db/models/label.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inLongTransaction, inTransaction } from '../../kernel/context/in-transaction.ts';
import { newKey, tryDecodeId } from '../../kernel/ids.ts';
import {
  countRows,
  deleteRow,
  findRow,
  findRows,
  insertRow,
  limitRows,
  updateRow,
} from '../../kernel/tenancy/rows.ts';
import { presentLabel } from './conversations.presenter.ts';
import { countLabelled } from './work-state.repository.ts';

/** Returns the labels of the workspace by name. */
export async function listLabels(ctx: Context): Promise<{ data: Label[] }> {
  const rows = await findRows(ctx, 'label', { order: [['name', 'ASC']], limit: LABELS_MAX });
  return { data: rows.map(presentLabel) };
}

/** Returns how many conversations have a label, up to `LABEL_USE_COUNTED_MAX`. @throws {AppError} label_not_found */
export async function labelUse(ctx: Context, id: string): Promise<{ conversations: number }> {
  const key = tryDecodeId('label', id);
  if (!key || (await countRows(ctx, 'label', { id: key })) === 0) throw new AppError('label_not_found');
  return { conversations: await countLabelled(ctx, key, LABEL_USE_COUNTED_MAX) };
}

/** Creates a label. @throws {AppError} label_name_taken; label_limit_reached. */
export function createLabel(ctx: Context, input: { name: string; color: LabelColor }): Promise<Label> {
  return inTransaction(ctx, async (ctx) => {
    const row = { ...input, id: newKey(), createdAt: ctx.clock.now() };
    await withFreeName(() => insertRow(ctx, 'label', row));
    limitRows(ctx, 'label', { max: LABELS_MAX, code: 'label_limit_reached' });
    const label = presentLabel(row);
    ctx.record('label.changed', { id: label.id, label });
    return label;
  });
}

/** Renames a label or changes its color. @throws {AppError} label_not_found; label_name_taken. */
export function changeLabel(
  ctx: Context,
  id: string,
  input: { name?: string | undefined; color?: LabelColor | undefined },
): Promise<Label> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLabel(ctx, id);
    const row = { ...before, name: input.name ?? before.name, color: input.color ?? before.color };
    await withFreeName(() => updateRow(ctx, 'label', before.id, { name: row.name, color: row.color }));
    const label = presentLabel(row);
    ctx.record('label.changed', { id: label.id, label });
    return label;
  });
}

/** Deletes a label; the database takes it off all conversations. @throws {AppError} label_not_found */
export function removeLabel(ctx: Context, id: string) {
  return inLongTransaction(ctx, async (ctx) => {
    const { id: key } = await lockLabel(ctx, id);
    await deleteRow(ctx, 'label', key);
    ctx.record('label.changed', { id, label: null });
    return { id, deleted: true as const };
  });
}

async function lockLabel(ctx: QueryContext, id: string): Promise<LabelRow> {
  const key = tryDecodeId('label', id);
  const row = key && (await findRow(ctx, 'label', { where: { id: key }, isLocked: true }));
  if (!row) throw new AppError('label_not_found');
  return row;
}

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicate(error, 'labels_name')) throw error;
    throw new AppError('label_name_taken', {
      details: [{ path: 'name', message: 'belongs to another label' }],
    });
  }
}
