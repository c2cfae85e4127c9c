import {
  SAVED_VIEWS_MAX,
  type SavedView,
  type SavedViewFilter,
} from '../../../shared/contract/inbox/saved-views.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { SavedViewRow } from '../../db/models/saved-view.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import {
  countRows,
  deleteRow,
  findRow,
  findRows,
  insertRow,
  Op,
  updateRow,
} from '../../kernel/tenancy/rows.ts';

/** Returns a person's views and those of the team, each by name. */
export async function listSavedViews(ctx: Context, person: UserActor): Promise<{ data: SavedView[] }> {
  const rows = await findRows(ctx, 'savedView', {
    where: { [Op.or]: [{ ownerId: null }, { ownerId: decodeId(person.id) }] },
    order: [['name', 'ASC']],
    limit: 2 * SAVED_VIEWS_MAX,
  });
  return { data: rows.map(present) };
}

/** Saves a view. @throws {AppError} saved_view_limit_reached; forbidden to share without the permission. */
export function createSavedView(
  ctx: Context,
  person: UserActor,
  input: { name: string; filter: SavedViewFilter; isShared: boolean },
): Promise<SavedView> {
  if (input.isShared) checkSharing(person);
  const ownerId = input.isShared ? null : decodeId(person.id);
  return inTransaction(ctx, async (ctx) => {
    const row = {
      ...{ id: newKey(), ownerId, name: input.name },
      ...{ filter: JSON.stringify(input.filter), createdAt: ctx.clock.now() },
    };
    await insertRow(ctx, 'savedView', row);
    // At the end, where views that are saved at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countRows(ctx, 'savedView', { ownerId })) > SAVED_VIEWS_MAX)
        throw new AppError('saved_view_limit_reached');
    });
    ctx.record('saved_view.changed', { id: encodeId('savedView', row.id) });
    return present(row);
  });
}

/** Renames a view. @throws {AppError} saved_view_not_found; forbidden */
export function renameSavedView(
  ctx: Context,
  person: UserActor,
  id: string,
  name: string,
): Promise<SavedView> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockView(ctx, person, id);
    await updateRow(ctx, 'savedView', row.id, { name });
    ctx.record('saved_view.changed', { id });
    return present({ ...row, name });
  });
}

/** Deletes a view; no conversation changes. @throws {AppError} saved_view_not_found; forbidden */
export function removeSavedView(ctx: Context, person: UserActor, id: string) {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockView(ctx, person, id);
    await deleteRow(ctx, 'savedView', row.id);
    ctx.record('saved_view.changed', { id });
    return { id, deleted: true as const };
  });
}

/** Returns a view that the person may change. Those of other people do not exist for them. */
async function lockView(ctx: QueryContext, person: UserActor, id: string): Promise<SavedViewRow> {
  const key = tryDecodeId('savedView', id);
  const row = key && (await findRow(ctx, 'savedView', { where: { id: key }, isLocked: true }));
  if (!row || (row.ownerId && !row.ownerId.equals(decodeId(person.id))))
    throw new AppError('saved_view_not_found');
  if (row.ownerId === null) checkSharing(person);
  return row;
}

function checkSharing(person: UserActor): void {
  if (person.permissions.has('settings:manage')) return;
  throw new AppError('forbidden');
}

function present(row: Omit<SavedViewRow, 'tenantId'>): SavedView {
  return {
    id: encodeId('savedView', row.id),
    name: row.name,
    filter: asJson<SavedViewFilter>(row.filter),
    isShared: row.ownerId === null,
  };
}
