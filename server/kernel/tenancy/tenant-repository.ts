import type { Bindings } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import { statementsOf } from '../../db/table-statements.ts';
import { TenantQueries } from './tenant-queries.ts';

interface TenantOwned {
  id: Buffer;
  tenantId: Buffer;
}

/**
 * The one place where a tenant condition is written. A repository is built for one call from a scope
 * and, inside a unit of work, its transaction; everything it reads or writes belongs to that tenant.
 * There is no unscoped finder, no restore, no include: a join is a named query through `select`.
 */
export abstract class TenantRepository<Row extends TenantOwned> extends TenantQueries {
  protected abstract readonly table: Table<Row>;

  protected async findWhere(where: Partial<Row>): Promise<Row | null> {
    const [row] = await this.listWhere(where, 1);
    return row ?? null;
  }

  protected listWhere(where: Partial<Row>, limit?: number): Promise<Row[]> {
    const owned = this.owned(where);
    return this.database.select<Row>(statementsOf(this.table).select(owned, limit), owned, this.tx);
  }

  async insert(values: Omit<Row, 'tenantId'>): Promise<void> {
    const row = this.owned(values as Partial<Row>);
    await this.database.run(statementsOf(this.table).insert(row), row, this.tx);
  }

  /** Writes the given columns of one row; answers whether that changed anything. */
  async update(id: Buffer, values: Partial<Omit<Row, 'id' | 'tenantId'>>): Promise<boolean> {
    const changes = given(values);
    const bindings = this.owned({ ...changes, id } as unknown as Partial<Row>);
    return (await this.database.run(statementsOf(this.table).update(changes), bindings, this.tx)) > 0;
  }

  async remove(id: Buffer): Promise<boolean> {
    const sql = `DELETE FROM ${this.table.tableName} WHERE tenant_id = :tenantId AND id = :id`;
    return (await this.run(sql, { id })) > 0;
  }

  private owned(values: Partial<Row>): Bindings {
    return { ...given(values), tenantId: this.scope.key };
  }
}

/** What has a value, null included: a property that is undefined is not meant. */
function given(values: object): Bindings {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
