import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';

/** The order of the rows at one time, with the activity of each row at that time. */
export type Snapshot = ReadonlyMap<string, string>;

/** Returns a snapshot of the order of the rows. */
export function snapshotOf(rows: readonly Conversation[]): Snapshot {
  return new Map(rows.map((row) => [row.id, row.lastActivityAt]));
}

/**
 * Returns the ids in the order of the snapshot: removed rows are dropped, older pages are appended, and rows
 * with news keep their position. `newCount` is the number of rows with news that would move them.
 */
export function heldOrder(
  rows: readonly Conversation[],
  snapshot: Snapshot | null,
): { ordered: readonly string[]; newCount: number } {
  if (snapshot === null) return { ordered: rows.map((row) => row.id), newCount: 0 };
  const present = new Set(rows.map((row) => row.id));
  const held = [...snapshot.keys()].filter((id) => present.has(id));
  const oldest = [...snapshot.values()].reduce((left, right) => (left < right ? left : right), '\uffff');
  const older = rows
    .filter((row) => !snapshot.has(row.id) && row.lastActivityAt <= oldest)
    .map((row) => row.id);
  const shown = new Set([...held, ...older]);
  const isNews = (row: Conversation, index: number) =>
    !shown.has(row.id) ||
    (snapshot.has(row.id) && snapshot.get(row.id) !== row.lastActivityAt && held[index] !== row.id);
  return { ordered: [...held, ...older], newCount: rows.filter(isNews).length };
}
