import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns whether two texts are equal, in a time that depends on neither. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
