import type { Bindings, Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from './tenant-scope.ts';

/**
 * Named statements of one tenant. Built for one call from a scope and, inside a unit of work, its transaction. For
 * tables whose rows are a tenant's own without an id; `TenantRepository` adds what rows with ids have in common.
 */
export abstract class TenantQueries {
  protected readonly database: Database;
  protected readonly scope: TenantScope;
  protected readonly tx: Transaction | undefined;

  constructor(database: Database, scope: TenantScope, tx?: Transaction) {
    this.database = database;
    this.scope = scope;
    this.tx = tx;
  }

  /** A named query of this tenant: the statement must use `:tenantId`, which is bound here. */
  protected select<Result extends object>(sql: string, bindings: Bindings = {}): Promise<Result[]> {
    return this.database.select<Result>(sql, { ...bindings, tenantId: this.scope.key }, this.tx);
  }

  /** A named write of this tenant, with `:tenantId` bound; answers how many rows changed. */
  protected run(sql: string, bindings: Bindings = {}): Promise<number> {
    return this.database.run(sql, { ...bindings, tenantId: this.scope.key }, this.tx);
  }
}
