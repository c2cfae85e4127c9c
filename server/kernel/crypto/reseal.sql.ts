import type { Context } from '../context/context.ts';
import { run, select } from '../tenancy/rows.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Keyring } from './keyring.ts';

/** The columns of a table that are stored under SECRET_KEY. */
export interface SealedColumns<Column extends string = string> {
  readonly table: string;
  /** The column that identifies a row of a workspace: `tenant_id` where a workspace has one row. */
  readonly idColumn: 'id' | 'tenant_id';
  readonly columns: readonly Column[];
  /** Returns what is bound into the encryption: a value copied to another row or column does not open there. */
  contextOf(scope: TenantScope, column: Column, id: Buffer): string;
}

/** How many sealed values there were when SECRET_KEY was rotated, by outcome. */
export interface RotationCounts {
  /** Sealed again, under the current SECRET_KEY. */
  rotated: number;
  /** Under it already. */
  current: number;
  /** Under a key that is not known here: they stay as they are. */
  unreadable: number;
}

/**
 * Seals the values of these columns under the current SECRET_KEY, those of one workspace, one after the other. Repeatable,
 * and harmless beside running servers: a value that is saved in the meantime stays as it was saved. Returns the counts.
 */
export async function resealColumns(
  ctx: Pick<Context, 'db' | 'scope' | 'keyring'>,
  sealedColumns: SealedColumns,
): Promise<RotationCounts> {
  const { table, idColumn, columns } = sealedColumns;
  const counts: RotationCounts = { rotated: 0, current: 0, unreadable: 0 };
  const rows = await select<Record<string, Buffer | null> & { id: Buffer }>(
    ctx,
    `SELECT ${idColumn} AS id, ${columns.join(', ')} FROM ${table} WHERE tenant_id = :tenantId`,
  );
  for (const row of rows) {
    for (const column of columns) {
      const sealed = row[column];
      if (!sealed) continue;
      const outcome = reseal(ctx.keyring, sealed, sealedColumns.contextOf(ctx.scope, column, row.id));
      if (Buffer.isBuffer(outcome)) {
        await run(
          ctx,
          `UPDATE ${table} SET ${column} = :fresh
           WHERE tenant_id = :tenantId AND ${idColumn} = :id AND ${column} = :sealed`,
          { id: row.id, fresh: outcome, sealed },
        );
        counts.rotated += 1;
      } else counts[outcome] += 1;
    }
  }
  return counts;
}

function reseal(keyring: Keyring, sealed: Buffer, context: string): Buffer | 'current' | 'unreadable' {
  try {
    return keyring.reseal(sealed, context) ?? 'current';
  } catch {
    return 'unreadable';
  }
}
