import type { Marks } from './marks.ts';

/** So often asked is asked again. */
export const ASKED_AGAIN_FROM = 2;

/** Returns whether marks say that a conversation is urgent. Apart from the rules that make marks: the first screen asks this. */
export function isUrgent({ urgentWord, askedCount }: Pick<Marks, 'urgentWord' | 'askedCount'>): boolean {
  return urgentWord !== null || askedCount >= ASKED_AGAIN_FROM;
}
