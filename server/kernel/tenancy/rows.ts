import { Op, type WhereOptions } from 'sequelize';
import { AppError, type ErrorCode } from '../../../shared/domain/errors.ts';
import type { Bindings } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import type { Associations } from '../../db/models/associations.ts';
import type { Models } from '../../db/models/index.ts';
import type { ChangeContext, QueryContext } from '../context/context.ts';

/** The comparisons of a `where`, such as `{ id: { [Op.lt]: before } }`. */
export { Op };

type RowOf<Name extends keyof Models> = Models[Name] extends Table<infer Row> ? Row : never;

/** The names of tables whose rows belong to a workspace. */
type Owned = {
  [Name in keyof Models]: RowOf<Name> extends { tenantId: Buffer } ? Name : never;
}[keyof Models];
/** Those of them whose rows have an id. */
type Identified = { [Name in Owned]: RowOf<Name> extends { id: Buffer } ? Name : never }[Owned];

type Column<Name extends Owned> = keyof RowOf<Name> & string;
type Values<Name extends Owned> = Omit<RowOf<Name>, 'tenantId'>;
type Changes<Name extends Owned> = Partial<Omit<Values<Name>, 'id'>>;
type Where<Name extends Owned> = WhereOptions<Values<Name>>;

type Associated<Name extends Owned> = Name extends keyof Associations ? Associations[Name] : object;
/** The columns to read of each association. */
type Include<Name extends Owned> = {
  readonly [As in keyof Associated<Name>]?: readonly (keyof Associated<Name>[As])[];
};
/** What a row has of its associations: nulls where there is no such row. */
type Included<Name extends Owned, Joins extends Include<Name>> = {
  [As in keyof Joins & keyof Associated<Name>]: {
    [Read in NonNullable<Joins[As]>[number] & keyof Associated<Name>[As]]: Associated<Name>[As][Read] | null;
  };
};

/** What to read, of all columns and rows when nothing is given. */
interface Selection<Name extends Owned, Read extends Column<Name>, Joins extends Include<Name>> {
  where?: Where<Name>;
  columns?: readonly Read[];
  include?: Joins;
  order?: readonly (readonly [Column<Name>, 'ASC' | 'DESC'])[];
  limit?: number;
  /** Whether to lock the rows until the end of the transaction. */
  isLocked?: boolean;
}

const ROWS_PER_INSERT = 200;
/** The values come from code that has checked them: no second check, and no hooks. */
const AS_GIVEN = { validate: false, hooks: false } as const;

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

/** Returns rows of this workspace, each with the parts of its associations that `include` names. */
export async function findRows<
  Name extends Owned,
  Read extends Column<Name> = Column<Name>,
  const Joins extends Include<Name> = Record<never, never>,
>(
  ctx: QueryContext,
  table: Name,
  { where, columns, include, order, limit, isLocked }: Selection<Name, Read, Joins> = {},
): Promise<(Pick<RowOf<Name>, Read> & Included<Name, Joins>)[]> {
  const joins = Object.entries<readonly string[]>({ ...include }).map(([association, attributes]) => ({
    association,
    attributes: [...attributes],
    where: { tenantId: ctx.scope.key },
    required: false,
  }));
  const rows: unknown = await ctx.db.callModel(
    (transaction) =>
      modelOf(ctx, table).findAll({
        transaction,
        where: ownWhere(ctx, where),
        include: joins,
        raw: true,
        nest: joins.length > 0,
        ...(columns && { attributes: [...columns] }),
        ...(order && { order: order.map(([column, direction]) => [column, direction]) }),
        ...(limit !== undefined && { limit }),
        ...(isLocked && { lock: true }),
      }),
    ctx.tx,
  );
  // Sequelize's types know of instances only; `raw` reads what the driver gives for the columns of the model.
  return rows as (Pick<RowOf<Name>, Read> & Included<Name, Joins>)[];
}

/** Returns the first such row of this workspace; null when there is none. */
export async function findRow<
  Name extends Owned,
  Read extends Column<Name> = Column<Name>,
  const Joins extends Include<Name> = Record<never, never>,
>(
  ctx: QueryContext,
  table: Name,
  selection: Omit<Selection<Name, Read, Joins>, 'limit'> = {},
): Promise<(Pick<RowOf<Name>, Read> & Included<Name, Joins>) | null> {
  const [row] = await findRows<Name, Read, Joins>(ctx, table, { ...selection, limit: 1 });
  return row ?? null;
}

/** Returns how many such rows this workspace has. */
export function countRows<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  where?: Where<Name>,
): Promise<number> {
  return ctx.db.callModel(
    (transaction) => modelOf(ctx, table).count({ transaction, where: ownWhere(ctx, where) }),
    ctx.tx,
  );
}

/**
 * Refuses a change after which this workspace has more than `max` such rows. Looked at in the end, where changes that are
 * made at the same time see each other; the change records an event.
 * @throws {AppError} with this code.
 */
export function limitRows<Name extends Owned>(
  ctx: ChangeContext,
  table: Name,
  { max, code, where }: { max: number; code: ErrorCode; where?: Where<Name> },
): void {
  ctx.atEnd(async () => {
    if ((await countRows(ctx, table, where)) > max) throw new AppError(code);
  });
}

/** Adds one row to this workspace. @throws a duplicate-key error: see `isDuplicate`. */
export async function insertRow<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  values: Values<Name>,
): Promise<void> {
  await ctx.db.callModel(
    (transaction) => modelOf(ctx, table).create(ownValues(ctx, values), { transaction, ...AS_GIVEN }),
    ctx.tx,
  );
}

/** Adds many rows to this workspace, in few statements. */
export async function insertRows<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  rows: readonly Values<Name>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const batch = rows.slice(start, start + ROWS_PER_INSERT).map((row) => ownValues(ctx, row));
    await ctx.db.callModel(
      (transaction) => modelOf(ctx, table).bulkCreate(batch, { transaction, ...AS_GIVEN }),
      ctx.tx,
    );
  }
}

/** The values of a row in the order of its columns, without the tenant. */
type Tuple = readonly (string | number | Buffer | Date | null)[];

/**
 * Adds many rows by named statements: `into` names the table and its columns, of which the first is `tenant_id`. Each
 * statement has at most `atOnce` rows; `onDuplicate` says what changes of a row that is there already.
 */
export async function insertTuples(
  ctx: QueryContext,
  into: string,
  rows: readonly Tuple[],
  { atOnce, onDuplicate }: { atOnce: number; onDuplicate?: string },
): Promise<void> {
  const end = onDuplicate === undefined ? '' : `ON DUPLICATE KEY UPDATE ${onDuplicate}`;
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce).map((row) => [ctx.scope.key, ...row]);
    await run(ctx, `${into} VALUES :rows ${end}`, { rows: part });
  }
}

/** Writes the given columns of such rows; returns how many that changed. */
export function updateRows<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  where: Where<Name>,
  values: Changes<Name>,
): Promise<number> {
  return update(ctx, table, where, values);
}

/** Writes the given columns of one row; returns whether that changed anything. */
export async function updateRow<Name extends Identified>(
  ctx: QueryContext,
  table: Name,
  id: Buffer,
  values: Changes<Name>,
): Promise<boolean> {
  return (await update(ctx, table, { id }, values)) > 0;
}

/** Deletes such rows; returns how many there were. */
export function deleteRows<Name extends Owned>(
  ctx: QueryContext,
  table: Name,
  where: Where<Name>,
): Promise<number> {
  return destroy(ctx, table, where);
}

/** Deletes one row; returns whether there was one. */
export async function deleteRow(ctx: QueryContext, table: Identified, id: Buffer): Promise<boolean> {
  return (await destroy(ctx, table, { id })) > 0;
}

async function update(ctx: QueryContext, table: Owned, where: WhereOptions, values: object): Promise<number> {
  // A row with all its columns may be passed: its tenant is never changed.
  const { tenantId: _, ...changes }: { tenantId?: Buffer } = values;
  const [changed] = await ctx.db.callModel(
    (transaction) =>
      modelOf(ctx, table).update(changes, { transaction, where: ownWhere(ctx, where), ...AS_GIVEN }),
    ctx.tx,
  );
  return changed;
}

function destroy(ctx: QueryContext, table: Owned, where: WhereOptions): Promise<number> {
  return ctx.db.callModel(
    (transaction) => modelOf(ctx, table).destroy({ transaction, where: ownWhere(ctx, where), hooks: false }),
    ctx.tx,
  );
}

/** What every table of a workspace has. */
type OwnedRow = { id: Buffer; tenantId: Buffer };

function modelOf({ db }: QueryContext, table: Owned): Table<OwnedRow> {
  const model: unknown = db.models[table];
  return model as Table<OwnedRow>;
}

/** Adds the workspace to a condition. The inner `and` puts the condition in brackets, so it can only narrow. */
function ownWhere({ scope }: QueryContext, where: WhereOptions = {}): WhereOptions<OwnedRow> {
  return { [Op.and]: [{ tenantId: scope.key }, { [Op.and]: [where] }] };
}

/** Puts values into the workspace, whatever they say themselves. */
function ownValues({ scope }: QueryContext, values: object): Partial<OwnedRow> {
  return { ...values, tenantId: scope.key };
}
