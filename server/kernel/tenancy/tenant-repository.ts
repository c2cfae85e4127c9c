import type { WhereOptions } from 'sequelize';
import type { Bindings, Database, Transaction } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import type { TenantScope } from './tenant-scope.ts';

interface TenantOwned {
  id: Buffer;
  tenantId: Buffer;
}

/**
 * The one place where a tenant condition is written. A repository is built for one call from a scope
 * and, inside a unit of work, its transaction; everything it reads or writes belongs to that tenant.
 * There is no unscoped finder, no restore, no include: a join is a named query through `select`.
 */
export abstract class TenantRepository<Row extends TenantOwned> {
  protected readonly database: Database;
  protected readonly scope: TenantScope;
  protected readonly tx: Transaction | undefined;

  constructor(database: Database, scope: TenantScope, tx?: Transaction) {
    this.database = database;
    this.scope = scope;
    this.tx = tx;
  }

  protected abstract readonly table: Table<Row>;

  protected async findWhere(where: Partial<Row>): Promise<Row | null> {
    const [row] = await this.listWhere(where, 1);
    return row ?? null;
  }

  protected async listWhere(where: Partial<Row>, limit?: number): Promise<Row[]> {
    const rows = await this.table.findAll({
      where: this.owned(where),
      raw: true,
      transaction: this.tx ?? null,
      ...(limit === undefined ? {} : { limit }),
    });
    return rows as unknown as Row[];
  }

  async insert(values: Omit<Row, 'tenantId'>): Promise<void> {
    await this.table.create({ ...values, tenantId: this.scope.key } as never, {
      hooks: false,
      validate: false,
      transaction: this.tx ?? null,
    });
  }

  /** Writes the given columns of one row; answers whether there is such a row. */
  async update(id: Buffer, values: Partial<Omit<Row, 'id' | 'tenantId'>>): Promise<boolean> {
    const [changed] = await this.table.update(values as never, {
      where: this.owned({ id } as Partial<Row>),
      hooks: false,
      validate: false,
      transaction: this.tx ?? null,
    });
    return changed > 0;
  }

  async remove(id: Buffer): Promise<boolean> {
    const removed = await this.table.destroy({
      where: this.owned({ id } as Partial<Row>),
      hooks: false,
      transaction: this.tx ?? null,
    });
    return removed > 0;
  }

  /** A named query of this tenant: the statement must use `:tenantId`, which is bound here. */
  protected select<Result extends object>(sql: string, bindings: Bindings = {}): Promise<Result[]> {
    return this.database.select<Result>(sql, { ...bindings, tenantId: this.scope.key }, this.tx);
  }

  /** A named write of this tenant, with `:tenantId` bound; answers how many rows changed. */
  protected run(sql: string, bindings: Bindings = {}): Promise<number> {
    return this.database.run(sql, { ...bindings, tenantId: this.scope.key }, this.tx);
  }

  private owned(where: Partial<Row>): WhereOptions<Row> {
    return { ...where, tenantId: this.scope.key } as WhereOptions<Row>;
  }
}
