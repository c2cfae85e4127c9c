import { describe, expect, it } from 'vitest';
import { presentReactions, type StoredReaction, withoutRefused, withReaction } from './reactions.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const theirs = (emoji: string | null, second: number) =>
  ({ direction: 'inbound', emoji, at: at(second) }) as const;
const ours = (emoji: string | null, second: number) =>
  ({ direction: 'outbound', emoji, at: at(second) }) as const;

describe('reactions', () => {
  it('are at most one per side; a newer one replaces the older', () => {
    const first = withReaction([], theirs('👍', 1)) ?? [];
    const both = withReaction(first, ours('❤️', 2)) ?? [];
    const newer = withReaction(both, theirs('🎉', 3)) ?? [];
    expect(presentReactions(newer)).toEqual([ours('❤️', 2), theirs('🎉', 3)]);
  });

  it('are removed when withdrawn, and a late report does not restore them', () => {
    const taken = withReaction(withReaction([], theirs('👍', 1)) ?? [], theirs(null, 5)) ?? [];
    expect(presentReactions(taken)).toEqual([]);
    expect(withReaction(taken, theirs('👍', 1))).toBeNull();
    expect(withReaction(taken, theirs('👍', 6))).not.toBeNull();
  });

  it('change nothing when they are already known', () => {
    const known = withReaction([], theirs('👍', 1)) ?? [];
    expect(withReaction(known, theirs('👍', 1))).toBeNull();
    const taken = withReaction(known, theirs(null, 5)) ?? [];
    expect(withReaction(taken, theirs(null, 5))).toBeNull();
  });

  it('end the same in any order', () => {
    const orders = <T>(all: T[]): T[][] =>
      all.length === 0
        ? [[]]
        : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
    const seen = [theirs('👍', 1), theirs(null, 5), theirs('👍', 9), theirs('👍', 9)];
    for (const reports of [...orders(seen), ...orders(seen.slice(0, 2))]) {
      const after = reports.reduce<StoredReaction[]>((known, one) => withReaction(known, one) ?? known, []);
      expect(after).toHaveLength(1);
      expect(presentReactions(after)).toEqual(reports.length === 2 ? [] : [theirs('👍', 9)]);
    }
  });

  it('of ours are undone when the platform rejects them, unless they have changed since', () => {
    const changed = withReaction(withReaction([], ours('👍', 1)) ?? [], ours('❤️', 2)) ?? [];
    expect(presentReactions(withoutRefused(changed, at(2)))[0]?.emoji).toBe('👍');
    expect(withoutRefused(changed, at(1))).toBeNull();
    const first = withReaction([], ours('👍', 1)) ?? [];
    expect(presentReactions(withoutRefused(first, at(1)))).toEqual([]);
  });
});
