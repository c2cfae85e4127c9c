/** A place where one chat at a time is read and written, as the choice sees it. */
export interface SlotView {
  isBusy: boolean;
  /** Whose chat it holds; null while it holds none. */
  tenant: string | null;
  /** When it was last used, in milliseconds. */
  lastUsed: number;
  /** How many tokens at the beginning of the new prompt it already holds. */
  commonPrefix(): number;
}

/** Less of the prompt than this in common is no reason to give up what a slot remembers. */
const WORTHWHILE_SHARE = 0.1;

/**
 * Returns the slot for a new prompt: the free one of the same tenant that already holds most of it, else the one
 * that was not used for longest. Another tenant's slot is never looked into: how fast the first token comes
 * would reveal whether the same has been asked.
 * @returns the slot, and whether what it holds must be thrown away first; null when all are busy.
 */
export function chooseSlot<Slot extends SlotView>(
  slots: readonly Slot[],
  tenant: string,
  promptTokens: number,
): { slot: Slot; mustForget: boolean } | null {
  const free = slots.filter((slot) => !slot.isBusy);
  let best: Slot | undefined;
  let longest = promptTokens * WORTHWHILE_SHARE;
  for (const slot of free) {
    if (slot.tenant !== tenant) continue;
    const common = slot.commonPrefix();
    if (common > longest) [best, longest] = [slot, common];
  }
  if (best) return { slot: best, mustForget: false };
  const [oldest] = free.sort((one, other) => one.lastUsed - other.lastUsed);
  return oldest ? { slot: oldest, mustForget: oldest.tenant !== tenant } : null;
}
