import { createHash } from 'node:crypto';
import type { AuditChange } from '../../../shared/contract/audit-log.contract.ts';
import { MESSAGE_TYPES } from '../../../shared/contract/messages.contract.ts';
import type { RetryResult } from '../../../shared/contract/parked-items.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { asJson } from '../../db/define-model.ts';
import type { ParkedItemRow } from '../../db/models/parked-item.model.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { type RetryOptions, removeParkedItem, retryableItems } from '../../features/parked-items/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { type ItemOrigin, rebuildCallback } from '../../platform/inbound/callback.ts';
import { insertRebuiltCallback } from './inbound-callbacks.sql.ts';

/** Items per read. Kept small because each may hold a whole callback. */
const BATCH = 10;
const MESSAGE_KINDS = new Set<string>([...MESSAGE_TYPES, 'message', 'reaction', 'edit', 'revoke', 'voice']);

/**
 * Puts parked items back in the callback queue. Each becomes a new callback in the transaction that removes
 * it, so a crash neither loses nor repeats an item. Can run next to a live server, which then processes them.
 * The audit log records it once, with the first item.
 * @param options `max` bounds the number of items.
 */
export async function retryParked(
  ctx: Context,
  { max = Number.POSITIVE_INFINITY, ...options }: RetryOptions & { max?: number },
): Promise<RetryResult> {
  const ownNumber = await connectedNumberId(ctx);
  const counts = { retried: 0, skipped: 0 };
  let after: Buffer = Buffer.alloc(16);
  // Items that are parked again in the meantime have newer ids. Stop there to avoid an endless retry.
  const end = newKey();
  for (;;) {
    const items = await retryableItems(ctx, { ...options, after, limit: BATCH });
    for (const item of items) {
      if (Buffer.compare(item.id, end) > 0) return { ...counts, hasMore: false };
      if (counts.retried + counts.skipped >= max) return { ...counts, hasMore: true };
      after = item.id;
      const callback = callbackOf(item, ownNumber);
      const target = counts.retried === 0 ? targetOf(ctx, item, options) : null;
      if (callback && (await putBack(ctx, item.id, callback, target))) counts.retried += 1;
      else counts.skipped += 1;
    }
    if (items.length < BATCH) return { ...counts, hasMore: false };
  }
}

/**
 * Puts one item back.
 * @throws {AppError} parked_item_not_found, also while it waits for its message.
 */
export async function retryParkedItem(ctx: Context, id: string): Promise<RetryResult> {
  const key = tryDecodeId('parkedItem', id);
  const result = key && (await retryParked(ctx, { id: key }));
  if (!result || result.retried + result.skipped === 0) throw new AppError('parked_item_not_found');
  return result;
}

function targetOf(
  { scope }: Context,
  { id, kind }: ParkedItemRow,
  options: RetryOptions,
): AuditChange['target'] {
  if (options.id) return { kind: 'parked_item', id: encodeId('parkedItem', id), label: kind };
  return { kind: 'parked_item', id: scope.tenantId, label: options.kind ?? AUDIT_LABELS.write('all_kinds') };
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
  ctx: Context,
  parkedId: Buffer,
  { body, itemsFrom }: RebuiltCallback,
  target: AuditChange['target'] | null,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    // Of two concurrent retries, only one finds the row.
    if (!(await removeParkedItem(ctx, parkedId))) return false;
    const digest = createHash('sha256').update(parkedId).update(body).digest();
    await insertRebuiltCallback(ctx, { digest, body, itemsFrom });
    if (target) await ctx.audit({ action: 'parked_item.retried', target });
    return true;
  });
}
