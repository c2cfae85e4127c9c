/**
 * How urgent a request is: 0 a person waits for it (every call with a key), 1 it is for what is on a screen, 2 it is
 * done ahead, 3 it is background work.
 */
export const REQUEST_CLASSES = [0, 1, 2, 3] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** Slots that speculative requests may occupy at once, and background requests among them. */
const SPECULATIVE_SLOTS = 2;
const BACKGROUND_SLOTS = 1;

/** Returns whether nobody waits for a request: it may be stopped and started again, and be refused. */
export function isSpeculative(one: RequestClass): boolean {
  return one >= 2;
}

/** Returns how many slots speculative requests may occupy of so many. One slot is left to class 0, if there are several. */
export function speculativeSlots(slots: number): number {
  return Math.min(SPECULATIVE_SLOTS, Math.max(1, slots - 1));
}

/** Returns whether a request of a class may take a slot, given the classes of those that run. */
export function mayStart(one: RequestClass, running: readonly RequestClass[], slots: number): boolean {
  if (running.length >= slots) return false;
  if (one === 0) return true;
  if (running.filter((other) => other > 0).length >= Math.max(1, slots - 1)) return false;
  if (!isSpeculative(one)) return true;
  if (running.filter(isSpeculative).length >= speculativeSlots(slots)) return false;
  return one === 2 || running.filter((other) => other === 3).length < BACKGROUND_SLOTS;
}

/** The parts of a running request that its turn depends on. */
export interface TurnView {
  readonly requestClass: RequestClass;
  readonly state: 'idle' | 'reading' | 'writing';
}

/**
 * Returns whether a request waits while another runs: one of a higher class is not slowed down while it reads its
 * prompt, and one that someone waits for is not slowed down by speculative ones at all.
 */
export function yieldsTo(one: TurnView, other: TurnView): boolean {
  if (other.state === 'idle' || other.requestClass >= one.requestClass) return false;
  return other.state === 'reading' || (isSpeculative(one.requestClass) && !isSpeculative(other.requestClass));
}
