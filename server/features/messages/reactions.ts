import type { Message } from '../../../shared/contract/messages.contract.ts';
import { asJson } from '../../db/define-model.ts';

/** A reaction as stored in its message: at most one by the customer and one of ours. */
export interface StoredReaction {
  direction: Message['direction'];
  /** Null when withdrawn. The entry is there all the same, so that a late report of an older reaction is ignored. */
  emoji: string | null;
  /** ISO 8601, by the platform's clock for the customer's reaction and by ours for our own. */
  at: string;
  /** The previous emoji, restored when the platform rejects ours. */
  was: string | null;
}

/** Returns the reactions in the column `reactions`. */
export function readReactions(column: unknown): StoredReaction[] {
  return column === null ? [] : asJson<StoredReaction[]>(column);
}

/**
 * Returns the reactions after adding one; null when it is older than the known one of the same side, or the same. An equal
 * one that is newer takes its place, and so does a withdrawal of none: else an older report that arrives later would count.
 */
export function withReaction(
  known: readonly StoredReaction[],
  next: Omit<StoredReaction, 'was'>,
): StoredReaction[] | null {
  const before = known.find((one) => one.direction === next.direction);
  const newerBy = before ? Date.parse(next.at) - Date.parse(before.at) : Number.POSITIVE_INFINITY;
  if (newerBy < 0 || (newerBy === 0 && before?.emoji === next.emoji)) return null;
  const others = known.filter((one) => one.direction !== next.direction);
  return [...others, { ...next, was: before?.emoji ?? null }];
}

/** Returns the reactions without ours of the time `at`, which the platform rejected; null if outdated. */
export function withoutRefused(known: readonly StoredReaction[], at: string): StoredReaction[] | null {
  const refused = known.find((one) => one.direction === 'outbound' && one.at === at);
  if (!refused) return null;
  return known.map((one) => (one === refused ? { ...one, emoji: one.was, was: null } : one));
}

/** Returns the visible reactions, oldest first. */
export function presentReactions(column: unknown): Message['reactions'] {
  return readReactions(column)
    .flatMap(({ direction, emoji, at }) => (emoji === null ? [] : [{ direction, emoji, at }]))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
