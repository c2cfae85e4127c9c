import type { ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { recentItems } from './parked-items.repository.ts';

/** Returns the parts of callbacks that could not be read, newest first. */
export async function listParkedItems(ctx: QueryContext): Promise<ParkedItem[]> {
  return (await recentItems(ctx)).map((row) => ({
    id: encodeId('parkedItem', row.id),
    kind: row.kind,
    reason: row.reason,
    payload: asJson(row.payload),
    createdAt: row.createdAt.toISOString(),
  }));
}
