import type { Context } from '../context/context.ts';
import { run, select } from '../tenancy/rows.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Keyring } from './keyring.ts';

/** The columns of a table that are sealed with SECRET_KEY. */
export interface SealedColumns<Column extends string = string> {
  readonly table: string;
  /** The column that identifies a row of a workspace: `tenant_id` where a workspace has one row. */
  readonly idColumn: 'id' | 'tenant_id';
  readonly columns: readonly Column[];
  /** Returns the encryption's context: a value copied to another row or column does not open. */
  contextOf(scope: TenantScope, column: Column, id: Buffer): string;
}

/** The number of sealed values by outcome of a rotation of SECRET_KEY. */
export interface RotationCounts {
  /** Sealed again with the current SECRET_KEY. */
  rotated: number;
  /** Already sealed with it. */
  current: number;
  /** Sealed with an unknown key; left unchanged. */
  unreadable: number;
}

/**
 * Seals a workspace's values of these columns with the current SECRET_KEY, one at a time. Repeatable, and
 * safe while servers are running: it does not overwrite a value that changes in the meantime. Returns the
 * counts.
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
