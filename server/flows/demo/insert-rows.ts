import type { Bindings, Database, Transaction } from '../../db/database.ts';
import type { Table } from '../../db/define-model.ts';
import { statementsOf } from '../../db/table-statements.ts';

const BATCH = 200;

/** Inserts many rows of one tenant in few statements. */
export async function insertRows<Row extends { tenantId: Buffer }>(
  database: Database,
  table: Table<Row>,
  tenantId: Buffer,
  rows: readonly Omit<Row, 'tenantId'>[],
  tx: Transaction,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map((row) => ({ ...row, tenantId }) as Bindings);
    const names = Object.keys(batch[0] ?? {});
    const bindings = Object.fromEntries(
      batch.flatMap((row, index) => names.map((name) => [`${name}${index}`, row[name] ?? null])),
    );
    await database.run(statementsOf(table).insertMany(names, batch.length), bindings, tx);
  }
}
