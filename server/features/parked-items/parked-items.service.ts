import type { ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { ParkedItemsRepository } from './parked-items.repository.ts';

/** What the platform sent and nobody could read, newest first. */
export async function listParkedItems(database: Database, scope: TenantScope): Promise<ParkedItem[]> {
  const rows = await new ParkedItemsRepository(database, scope).listRecent();
  return rows.map((row) => ({
    id: encodeId('parkedItem', row.id),
    kind: row.kind,
    reason: row.reason,
    payload: asJson(row.payload),
    createdAt: row.createdAt.toISOString(),
  }));
}
