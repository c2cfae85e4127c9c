import type { Bindings } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import type { Models } from '../../db/models/index.ts';
import { statementsOf } from '../../db/table-statements.ts';
import type { QueryContext } from '../context/context.ts';

/** The names of tables whose rows have an id and belong to a workspace. */
type Owned = {
  [Name in keyof Models]: Models[Name] extends Table<infer Row>
    ? Row extends { id: Buffer; tenantId: Buffer }
      ? Name
      : never
    : never;
}[keyof Models];
type RowOf<Name extends Owned> = Models[Name] extends Table<infer Row> ? Row : never;

/** Returns the rows of a named query of this workspace. The statement must use `:tenantId`, which is bound here. */
export function select<Result extends object>(
  { db, scope, tx }: QueryContext,
  sql: string,
  bindings: Bindings = {},
): Promise<Result[]> {
  return db.select<Result>(sql, { ...bindings, tenantId: scope.key }, tx);
}

/** Runs a named write of this workspace, with `:tenantId` bound; returns how many rows changed. */
export function run({ db, scope, tx }: QueryContext, sql: string, bindings: Bindings = {}): Promise<number> {
  return db.run(sql, { ...bindings, tenantId: scope.key }, tx);
}

/** Returns the first row of this workspace that equals `where`; null when there is none. */
export async function findRow<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  where: Partial<RowOf<Name>>,
): Promise<RowOf<Name> | null> {
  const owned = ownedBy(ctx, where);
  const sql = statementsOf(ctx.db.models[table] as Table<RowOf<Name>>).select(owned, 1);
  const [row] = await ctx.db.select<RowOf<Name>>(sql, owned, ctx.tx);
  return row ?? null;
}

/** Adds one row to this workspace. @throws a duplicate-key error: see `isDuplicate`. */
export async function insertRow<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  values: Omit<RowOf<Name>, 'tenantId'>,
): Promise<void> {
  const row = ownedBy(ctx, values);
  await ctx.db.run(statementsOf(ctx.db.models[table] as Table<RowOf<Name>>).insert(row), row, ctx.tx);
}

/** Writes the given columns of one row; returns whether that changed anything. */
export async function updateRow<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  id: Buffer,
  values: Partial<Omit<RowOf<Name>, 'id' | 'tenantId'>>,
): Promise<boolean> {
  const changes = given(values);
  const sql = statementsOf(ctx.db.models[table] as Table<RowOf<Name>>).update(changes);
  return (await ctx.db.run(sql, ownedBy(ctx, { ...changes, id }), ctx.tx)) > 0;
}

/** Deletes one row; returns whether there was one. */
export async function deleteRow(ctx: QueryContext, table: Owned, id: Buffer): Promise<boolean> {
  const { tableName } = ctx.db.models[table];
  return (await run(ctx, `DELETE FROM ${tableName} WHERE tenant_id = :tenantId AND id = :id`, { id })) > 0;
}

function ownedBy({ scope }: QueryContext, values: object): Bindings {
  return { ...given(values), tenantId: scope.key };
}

/** Returns what has a value, null included: a property that is undefined is not meant. */
function given(values: object): Bindings {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
