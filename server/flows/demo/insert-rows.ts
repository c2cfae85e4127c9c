import type { Bindings } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import { statementsOf } from '../../db/table-statements.ts';
import type { QueryContext } from '../../kernel/context/context.ts';

const BATCH = 200;

/** Inserts many rows of a workspace in few statements. */
export async function insertRows<Row extends { tenantId: Buffer }>(
  { db, scope, tx }: QueryContext,
  table: Table<Row>,
  rows: readonly Omit<Row, 'tenantId'>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows
      .slice(start, start + BATCH)
      .map((row) => ({ ...row, tenantId: scope.key }) as Bindings);
    const names = Object.keys(batch[0] ?? {});
    const bindings = Object.fromEntries(
      batch.flatMap((row, index) => names.map((name) => [`${name}${index}`, row[name] ?? null])),
    );
    await db.run(statementsOf(table).insertMany(names, batch.length), bindings, tx);
  }
}
