import { createHash } from 'node:crypto';
import { MESSAGE_TYPES } from '../../../shared/contract/messages.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { ParkedItemRow } from '../../db/models/parked-item.model.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { type RetryOptions, removeParkedItem, retryableItems } from '../../features/parked-items/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { newKey } from '../../kernel/ids.ts';
import { type ItemOrigin, rebuildCallback } from '../../platform/inbound/callback.ts';
import { insertRebuiltCallback } from './inbound-callbacks.sql.ts';

export interface RetryCounts {
  /** Number of items put back in the queue. Items that still cannot be read are parked again. */
  retried: number;
  /** Number of items that cannot be processed without their original callback. They stay parked. */
  skipped: number;
}

/** Items per read. Kept small because each may hold a whole callback. */
const BATCH = 10;
const MESSAGE_KINDS = new Set<string>([...MESSAGE_TYPES, 'message', 'reaction', 'edit', 'revoke', 'voice']);

/**
 * Puts parked items back in the callback queue. Each becomes a new callback in the transaction that removes
 * it, so a crash neither loses nor repeats an item. Can run next to a live server, which then processes them.
 */
export async function retryParked(ctx: QueryContext, options: RetryOptions): Promise<RetryCounts> {
  const ownNumber = await connectedNumberId(ctx);
  const counts: RetryCounts = { retried: 0, skipped: 0 };
  let after: Buffer = Buffer.alloc(16);
  // Items that are parked again in the meantime have newer ids. Stop there to avoid an endless retry.
  const end = newKey();
  for (;;) {
    const items = await retryableItems(ctx, { ...options, after, limit: BATCH });
    for (const item of items) {
      if (Buffer.compare(item.id, end) > 0) return counts;
      after = item.id;
      const callback = callbackOf(item, ownNumber);
      if (callback && (await putBack(ctx, item.id, callback))) counts.retried += 1;
      else counts.skipped += 1;
    }
    if (items.length < BATCH) return counts;
  }
}

interface RebuiltCallback {
  body: Buffer;
  itemsFrom: number;
}

function callbackOf(row: ParkedItemRow, ownNumber: string | null): RebuiltCallback | null {
  const payload = asJson<unknown>(row.payload);
  if (row.kind === 'callback') {
    const { text } = payload as { text?: unknown };
    return typeof text === 'string' ? { body: Buffer.from(text), itemsFrom: row.item ?? 0 } : null;
  }
  const isEarlier = row.origin === null && row.source === null;
  const origin = isEarlier ? earlierOrigin(row, payload, ownNumber) : asJson<ItemOrigin | null>(row.origin);
  return origin && { body: Buffer.from(rebuildCallback(origin, payload)), itemsFrom: 0 };
}

/** Returns the origin of an item that was parked before origins were stored. */
function earlierOrigin(
  { kind }: ParkedItemRow,
  payload: unknown,
  ownNumber: string | null,
): ItemOrigin | null {
  const none = { wabaId: null, time: null, phoneNumberId: ownNumber, contacts: [], errors: [] };
  if (kind === 'status') return { ...none, field: 'messages', part: 'statuses' };
  if (MESSAGE_KINDS.has(kind)) return { ...none, field: 'messages', part: 'messages' };
  const isNotice = /^[a-z_]+$/.test(kind) && typeof payload === 'object' && payload !== null;
  return isNotice && kind !== 'errors' ? { ...none, field: kind, part: 'value' } : null;
}

function putBack(
  ctx: QueryContext,
  parkedId: Buffer,
  { body, itemsFrom }: RebuiltCallback,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    // Of two concurrent retries, only one finds the row.
    if (!(await removeParkedItem({ ...ctx, tx }, parkedId))) return false;
    const digest = createHash('sha256').update(parkedId).update(body).digest();
    await insertRebuiltCallback({ ...ctx, tx }, { digest, body, itemsFrom });
    return true;
  });
}
