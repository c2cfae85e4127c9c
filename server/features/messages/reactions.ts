import type { Message } from '../../../shared/contract/messages.contract.ts';
import { asJson } from '../../db/define-model.ts';

/** A reaction as its message keeps it: at most one of the customer and one of ours. */
export interface StoredReaction {
  direction: Message['direction'];
  /** Null: taken back. It is kept, so that an older report that comes late does not bring it back. */
  emoji: string | null;
  /** ISO 8601; by the platform's clock for the customer's, by ours for our own. */
  at: string;
  /** What stood there before, to go back to when the platform refuses ours. */
  was: string | null;
}

/** Returns what the column `reactions` holds. */
export function readReactions(column: unknown): StoredReaction[] {
  return column === null ? [] : asJson<StoredReaction[]>(column);
}

/**
 * Returns the reactions after one more; null when it changes nothing: it is older than what is known of the same
 * side, or says the same.
 */
export function withReaction(
  known: readonly StoredReaction[],
  next: Omit<StoredReaction, 'was'>,
): StoredReaction[] | null {
  const before = known.find((one) => one.direction === next.direction);
  if ((before?.emoji ?? null) === next.emoji) return null;
  if (before && Date.parse(before.at) > Date.parse(next.at)) return null;
  const others = known.filter((one) => one.direction !== next.direction);
  return [...others, { ...next, was: before?.emoji ?? null }];
}

/** Returns the reactions without ours of the moment `at`, which the platform refused; null when it is no longer there. */
export function withoutRefused(known: readonly StoredReaction[], at: string): StoredReaction[] | null {
  const refused = known.find((one) => one.direction === 'outbound' && one.at === at);
  if (!refused) return null;
  return known.map((one) => (one === refused ? { ...one, emoji: one.was, was: null } : one));
}

/** Returns the reactions that are to be seen, the oldest first. */
export function presentReactions(column: unknown): Message['reactions'] {
  return readReactions(column)
    .flatMap(({ direction, emoji, at }) => (emoji === null ? [] : [{ direction, emoji, at }]))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
