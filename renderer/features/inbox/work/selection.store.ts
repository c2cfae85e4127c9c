import { create } from 'zustand';

interface Selection {
  ids: ReadonlySet<string>;
  /** The row that was selected last: a range goes from here. */
  anchor: string | null;
}

const NONE: Selection = { ids: new Set(), anchor: null };

/** The selected conversations of the list, which commands then change together. */
export const useSelection = create<Selection>(() => NONE);

/** Selects a conversation, or no longer does. */
export function toggleSelected(id: string): void {
  useSelection.setState(({ ids }) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    return { ids: next, anchor: id };
  });
}

/** Selects all conversations from the one that was selected last, or from `from`, to this one. */
export function selectRange(to: string, order: readonly string[], from: string | null = null): void {
  useSelection.setState(({ ids, anchor }) => {
    const start = order.indexOf(anchor ?? from ?? to);
    const end = order.indexOf(to);
    if (start === -1 || end === -1) return { ids: new Set([...ids, to]), anchor: to };
    const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
    return { ids: new Set([...ids, ...range]), anchor: anchor ?? from ?? to };
  });
}

/** Replaces the selection. */
export function select(ids: readonly string[]): void {
  useSelection.setState({ ids: new Set(ids), anchor: ids.at(-1) ?? null });
}

/** Keeps only the conversations that are still in the list. */
export function pruneSelection(order: readonly string[]): void {
  const { ids } = useSelection.getState();
  if (ids.size === 0) return;
  const kept = order.filter((id) => ids.has(id));
  if (kept.length < ids.size) select(kept);
}

/** Selects nothing. */
export function clearSelection(): void {
  if (useSelection.getState().ids.size > 0) useSelection.setState(NONE, true);
}
