import type { ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { recentItems } from './parked-items.repository.ts';

/** Returns the parts of callbacks that could not be read, newest first. */
export async function listParkedItems(ctx: QueryContext): Promise<ParkedItem[]> {
  return (await recentItems(ctx)).map(({ id, kind, reason, payload, createdAt }) => {
    const { code: reasonCode, params: reasonParams } = PARKED_REASONS.read(reason);
    return {
      id: encodeId('parkedItem', id),
      kind,
      reason,
      reasonCode,
      reasonParams,
      payload: asJson(payload),
      createdAt: createdAt.toISOString(),
    };
  });
}
