import {
  SAVED_VIEWS_MAX,
  type SavedView,
  type SavedViewFilter,
} from '../../../shared/contract/inbox/saved-views.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { SavedViewRow } from '../../db/models/saved-view.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRow, findRow, findRows, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';

/** Returns a person's views and then those of the team, each in their order. */
export async function listSavedViews(ctx: Context, person: UserActor): Promise<{ data: SavedView[] }> {
  const own = await viewsOf(ctx, decodeId(person.id));
  const shared = await viewsOf(ctx, null);
  return { data: [...own, ...shared].map(present) };
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
    const last = (await viewsOf(ctx, ownerId)).at(-1);
    const row = {
      ...{ id: newKey(), ownerId, name: input.name, position: last ? last.position + 1 : 0 },
      ...{ filter: JSON.stringify(input.filter), createdAt: ctx.clock.now() },
    };
    await insertRow(ctx, 'savedView', row);
    const max = { max: SAVED_VIEWS_MAX, code: 'saved_view_limit_reached' } as const;
    limitRows(ctx, 'savedView', { ...max, where: { ownerId } });
    ctx.record('saved_view.changed', { id: encodeId('savedView', row.id) });
    return present(row);
  });
}

/** Renames a view, or moves it among those of its owner. @throws {AppError} saved_view_not_found; forbidden */
export function changeSavedView(
  ctx: Context,
  person: UserActor,
  id: string,
  { name, position }: { name?: string | undefined; position?: number | undefined },
): Promise<SavedView> {
  return inTransaction(ctx, async (ctx) => {
    // All of them first, in one order: two moves at the same time would wait for each other.
    if (position !== undefined) await lockViews(ctx, id);
    const row = await lockView(ctx, person, id);
    if (name !== undefined) await updateRow(ctx, 'savedView', row.id, { name });
    if (position !== undefined) await move(ctx, row, position);
    ctx.record('saved_view.changed', { id });
    return present({ ...row, name: name ?? row.name });
  });
}

/** Locks all views of the owner of one. */
async function lockViews(ctx: ChangeContext, id: string): Promise<void> {
  const key = tryDecodeId('savedView', id);
  const row = key && (await findRow(ctx, 'savedView', { where: { id: key } }));
  if (!row) return;
  const { ownerId } = row;
  await findRows(ctx, 'savedView', {
    where: { ownerId },
    order: [['id', 'ASC']],
    columns: ['id'],
    isLocked: true,
  });
}

/** Puts a view in a place and renumbers the others: at most 30, which are locked. */
async function move(ctx: ChangeContext, row: SavedViewRow, position: number): Promise<void> {
  const all = await viewsOf(ctx, row.ownerId, true);
  const others = all.filter(({ id }) => !id.equals(row.id));
  for (const [place, view] of others.toSpliced(position, 0, row).entries())
    if (view.position !== place) await updateRow(ctx, 'savedView', view.id, { position: place });
}

function viewsOf(ctx: QueryContext, ownerId: Buffer | null, isLocked = false): Promise<SavedViewRow[]> {
  return findRows(ctx, 'savedView', {
    where: { ownerId },
    order: [
      ['position', 'ASC'],
      ['name', 'ASC'],
    ],
    limit: SAVED_VIEWS_MAX,
    isLocked,
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
