import { describe, expect, it } from 'vitest';
import { presentReactions, withoutRefused, withReaction } from './reactions.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const theirs = (emoji: string | null, second: number) =>
  ({ direction: 'inbound', emoji, at: at(second) }) as const;
const ours = (emoji: string | null, second: number) =>
  ({ direction: 'outbound', emoji, at: at(second) }) as const;

describe('reactions', () => {
  it('are one of each side; a newer one takes the place of the older', () => {
    const first = withReaction([], theirs('👍', 1)) ?? [];
    const both = withReaction(first, ours('❤️', 2)) ?? [];
    const newer = withReaction(both, theirs('🎉', 3)) ?? [];
    expect(presentReactions(newer)).toEqual([ours('❤️', 2), theirs('🎉', 3)]);
  });

  it('are gone when they are taken back, and a late report does not bring them back', () => {
    const taken = withReaction(withReaction([], theirs('👍', 1)) ?? [], theirs(null, 5)) ?? [];
    expect(presentReactions(taken)).toEqual([]);
    expect(withReaction(taken, theirs('👍', 1))).toBeNull();
    expect(withReaction(taken, theirs('👍', 6))).not.toBeNull();
  });

  it('change nothing when they say what is known', () => {
    expect(withReaction([], theirs(null, 1))).toBeNull();
    const known = withReaction([], theirs('👍', 1)) ?? [];
    expect(withReaction(known, theirs('👍', 9))).toBeNull();
  });

  it('of ours go back to what was before when the platform refuses them, unless they have changed since', () => {
    const changed = withReaction(withReaction([], ours('👍', 1)) ?? [], ours('❤️', 2)) ?? [];
    expect(presentReactions(withoutRefused(changed, at(2)))[0]?.emoji).toBe('👍');
    expect(withoutRefused(changed, at(1))).toBeNull();
    const first = withReaction([], ours('👍', 1)) ?? [];
    expect(presentReactions(withoutRefused(first, at(1)))).toEqual([]);
  });
});
