import type { InferenceKey } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import type { InferenceKeyView } from './inference-keys.repository.ts';

/** Returns whether a key is active at this time, or why it is not. */
export function statusOf(
  row: Pick<InferenceKeyView, 'revokedAt' | 'expiresAt' | 'quota' | 'calls'>,
  now: Date,
): InferenceKey['status'] {
  if (row.revokedAt) return 'revoked';
  if (row.expiresAt && row.expiresAt <= now) return 'expired';
  return row.quota !== null && Number(row.calls) >= Number(row.quota) ? 'exhausted' : 'active';
}
