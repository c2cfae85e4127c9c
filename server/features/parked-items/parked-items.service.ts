import type { OpenedParkedItem, ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { findItem, type ItemSummary, recentItems } from './parked-items.repository.ts';

/** Enough to see what is wrong; an item may hold a whole callback. */
const RAW_MAX = 64_000;

/** Returns the newest parts of callbacks that could not be read or stored, without what they hold. */
export async function listParkedItems(ctx: QueryContext): Promise<ParkedItem[]> {
  return (await recentItems(ctx)).map(present);
}

/**
 * Returns an item with the beginning of its JSON.
 * @throws {AppError} parked_item_not_found
 */
export async function openParkedItem(ctx: QueryContext, id: string): Promise<OpenedParkedItem> {
  const key = tryDecodeId('parkedItem', id);
  const row = key && (await findItem(ctx, key));
  if (!row) throw new AppError('parked_item_not_found');
  const whole = rawOf(row.payload);
  return { ...present(row), raw: cutText(whole, RAW_MAX), rawLength: whole.length };
}

/** A whole callback was stored as text, because it may not be JSON: it is shown as it came. */
function rawOf(stored: unknown): string {
  const payload = asJson<unknown>(stored);
  const text = (payload as { text?: unknown } | null)?.text;
  const isBareText = typeof text === 'string' && Object.keys(payload as object).length === 1;
  return isBareText ? text : (JSON.stringify(payload, null, 2) ?? 'null');
}

function present({ id, kind, reason, createdAt, awaits, source, origin }: ItemSummary): ParkedItem {
  const { code: reasonCode, params: reasonParams } = PARKED_REASONS.read(reason);
  // Items from before origins were stored have none, and are rebuilt from their kind.
  const isWhole = kind === 'callback' || asJson<unknown>(origin) !== null || source === null;
  return {
    id: encodeId('parkedItem', id),
    kind,
    reason,
    reasonCode,
    reasonParams,
    canRetry: awaits === null && isWhole,
    createdAt: createdAt.toISOString(),
  };
}
