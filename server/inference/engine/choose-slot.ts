import { isSpeculative, type RequestClass, speculativeSlots } from '../request-class.ts';

/** The parts of a slot that the choice depends on. A slot processes one chat at a time. */
export interface SlotView<Prompt> {
  isBusy: boolean;
  /** The tenant whose chat it holds; null while it holds none. */
  tenant: string | null;
  /** When it was last used, in milliseconds. */
  lastUsed: number;
  /** The class of the request that it answers, or answered last. */
  requestClass: RequestClass;
  /** Returns how many tokens at the beginning of a prompt it already holds. */
  commonPrefix(prompt: Prompt): number;
}

/** Minimum share of the prompt that a slot must hold to be preferred. */
const WORTHWHILE_SHARE = 0.1;

/**
 * Chooses the slot for a new prompt: the tenant's free slot that already holds most of it, otherwise the
 * least recently used free slot. Another tenant's cache is never reused, because the time to the first token
 * would reveal whether that tenant has sent the same prompt. Busy slots are not looked at. Speculative requests fill only as many slots as may run at
 * once, so that they do not push out the chats of callers.
 * @param prompt null: without regard to what the slots hold.
 * @returns the slot, and whether it must be cleared first; null when all slots are busy.
 */
export function chooseSlot<Prompt extends readonly unknown[], Slot extends SlotView<Prompt>>(
  slots: readonly Slot[],
  tenant: string,
  prompt: Prompt | null,
  requestClass: RequestClass,
): { slot: Slot; mustClear: boolean } | null {
  const free = slots.filter((slot) => !slot.isBusy);
  let best: Slot | undefined;
  let longest = (prompt?.length ?? 0) * WORTHWHILE_SHARE;
  for (const slot of free) {
    if (prompt === null || slot.tenant !== tenant) continue;
    const common = slot.commonPrefix(prompt);
    if (common > longest) [best, longest] = [slot, common];
  }
  if (best) return { slot: best, mustClear: false };
  const speculative = slots.filter((slot) => slot.tenant !== null && isSpeculative(slot.requestClass));
  const isLimited = isSpeculative(requestClass) && speculative.length >= speculativeSlots(slots.length);
  const own = free.filter((slot) => isLimited && speculative.includes(slot));
  const [oldest] = (own.length > 0 ? own : free).sort((one, other) => one.lastUsed - other.lastUsed);
  return oldest ? { slot: oldest, mustClear: oldest.tenant !== tenant } : null;
}
