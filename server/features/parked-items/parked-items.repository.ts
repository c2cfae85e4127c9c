import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import type { ParkedItemRow } from '../../db/models/parked-item.model.ts';
import { newKey } from '../../kernel/ids.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

const SHOWN = 200;
/** Room for every error of an item that has many. */
const REASON_MAX = 5_000;

/** Something to park. */
export interface Parking {
  kind: string;
  reason: string;
  payload: unknown;
  /** Where it was: parked twice with the same place, it is kept once. Null for what was parked before. */
  place: { callbackId: Buffer; item: number } | null;
  /** All that is needed besides the payload to take it in again, as JSON; null when that makes no sense. */
  origin: { contacts: object[] } | null;
  /** The platform's id of the message that it is about, when that is still to come. */
  awaits?: string;
}

export class ParkedItemsRepository extends TenantRepository<ParkedItemRow> {
  protected readonly table = this.database.models.parkedItem;

  /** Keeps a payload whole. Bare text is wrapped: a JSON string in a JSON column reads back in two ways. */
  async park({ kind, reason, payload, place, origin, awaits }: Parking): Promise<void> {
    await this.run(
      `INSERT INTO parked_items (id, tenant_id, kind, reason, payload, awaits, source, item, origin, created_at)
       VALUES (:id, :tenantId, :kind, :reason, :payload, :awaits, :source, :item, :origin, :createdAt)
       ON DUPLICATE KEY UPDATE id = parked_items.id`,
      {
        id: newKey(),
        kind: kind.slice(0, 40),
        reason: reason.slice(0, REASON_MAX).replace(/\p{Surrogate}/gu, '\ufffd'),
        payload: bounded(storable(typeof payload === 'string' ? { text: payload } : payload)),
        awaits: awaits ?? null,
        source: place?.callbackId ?? null,
        item: place?.item ?? null,
        origin: origin === null ? null : storable(origin),
        createdAt: new Date(),
      },
    );
  }

  /** What came before its message, in the order in which it came. */
  listAwaiting(platformId: string): Promise<ParkedItemRow[]> {
    return this.select<ParkedItemRow>(
      `SELECT id, kind, reason, payload, awaits, origin, created_at AS createdAt FROM parked_items
       WHERE tenant_id = :tenantId AND awaits = :platformId ORDER BY id`,
      { platformId },
    );
  }

  listRecent(): Promise<ParkedItemRow[]> {
    return this.select<ParkedItemRow>(
      `SELECT id, kind, reason, payload, created_at AS createdAt FROM parked_items
       WHERE tenant_id = :tenantId ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
    );
  }

  /** Items to work on again, oldest first. What waits for its message is not among them. */
  listRetryable(options: RetryOptions & { after: Buffer; limit: number }): Promise<ParkedItemRow[]> {
    const { after, limit, kind, since, id } = options;
    const conditions = [
      kind === undefined ? '' : 'AND kind = :kind',
      since === undefined ? '' : 'AND created_at >= :since',
      id === undefined ? '' : 'AND id = :id',
    ];
    return this.select<ParkedItemRow>(
      `SELECT id, kind, reason, payload, origin, source, item, created_at AS createdAt FROM parked_items
       WHERE tenant_id = :tenantId AND awaits IS NULL AND id > :after ${conditions.join(' ')}
       ORDER BY id LIMIT ${Math.trunc(limit)}`,
      {
        after,
        ...(kind === undefined ? {} : { kind }),
        ...(since === undefined ? {} : { since }),
        ...(id === undefined ? {} : { id }),
      },
    );
  }
}

/** Which items to work on again; all, when nothing is said. */
export interface RetryOptions {
  kind?: string | undefined;
  since?: Date | undefined;
  id?: Buffer | undefined;
}

/** Below the largest packet that databases take as they are installed. */
const PAYLOAD_MAX = 4 * 1024 * 1024;

/** A payload that escaping has made larger than a statement may be keeps its beginning, as text. */
function bounded(json: string): string {
  if (json.length <= PAYLOAD_MAX) return json;
  return storable({ length: json.length, beginning: json.slice(0, PAYLOAD_MAX / 16) });
}

function storable(value: unknown): string {
  return JSON.stringify(makeStorableJson(value) ?? null);
}
