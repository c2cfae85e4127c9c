import { useMemo, useState } from 'react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { heldOrder, type Snapshot, snapshotOf } from './held-order.ts';

/**
 * Returns the order of the rows, which does not change while `isHeld`. News that would move rows is counted
 * instead, and applied when the hold ends or `release` is called.
 */
export function useHeldOrder(rows: readonly Conversation[], isHeld: boolean) {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  if (isHeld && snapshot === null) setSnapshot(snapshotOf(rows));
  if (!isHeld && snapshot !== null) setSnapshot(null);

  const { ordered, newCount } = useMemo(() => heldOrder(rows, snapshot), [rows, snapshot]);
  return { ordered, newCount, release: () => setSnapshot(snapshotOf(rows)) };
}
