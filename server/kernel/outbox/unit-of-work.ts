import type { Database } from '../../db/database.ts';
import { OPERATOR } from '../auth/author.ts';
import type { Change } from '../context/context.ts';
import { inTransaction } from '../context/in-transaction.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** What a service without a context does its work with. */
export type Work = Omit<Change, 'audit'>;

/** Runs one change of a tenant: all of it is stored with its events, or none of it. */
export type UnitOfWork = <T>(scope: TenantScope, change: (work: Work) => Promise<T>) => Promise<T>;

/** The way into a transaction of code that has no context yet: see `inTransaction`. */
export function createUnitOfWork(db: Database, wakeRelay: (tenantId: Buffer) => void): UnitOfWork {
  return (scope, change) => inTransaction({ db, scope, wakeRelay, author: OPERATOR, claim: null }, change);
}
