import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import type { ParkedItemRow } from '../../db/models/parked-item.model.ts';
import { newKey } from '../../kernel/ids.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

const SHOWN = 200;
/** Room for every fault of an item that has many. */
const REASON_MAX = 5_000;

export class ParkedItemsRepository extends TenantRepository<ParkedItemRow> {
  protected readonly table = this.database.models.parkedItem;

  /** Keeps a payload whole. Bare text is wrapped: a JSON string in a JSON column reads back in two ways. */
  async park(kind: string, reason: string, payload: unknown): Promise<void> {
    await this.insert({
      id: newKey(),
      kind: kind.slice(0, 40),
      reason: reason.slice(0, REASON_MAX),
      payload: JSON.stringify(
        makeStorableJson(typeof payload === 'string' ? { text: payload } : payload) ?? null,
      ),
      createdAt: new Date(),
    });
  }

  listRecent(): Promise<ParkedItemRow[]> {
    return this.select<ParkedItemRow>(
      `SELECT id, kind, reason, payload, created_at AS createdAt FROM parked_items
       WHERE tenant_id = :tenantId ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
    );
  }
}
