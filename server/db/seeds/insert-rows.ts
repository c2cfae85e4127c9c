import type { Transaction } from '../database.ts';
import type { Table } from '../define-model.ts';

/** Inserts many rows of one tenant in few statements. */
export async function insertRows<Row extends { tenantId: Buffer }>(
  table: Table<Row>,
  tenantId: Buffer,
  rows: readonly Omit<Row, 'tenantId'>[],
  tx: Transaction,
): Promise<void> {
  for (let start = 0; start < rows.length; start += 200) {
    const batch = rows.slice(start, start + 200).map((row) => ({ ...row, tenantId }));
    await table.bulkCreate(batch as never, { hooks: false, validate: false, transaction: tx });
  }
}
