import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StoredEdit, withEdit } from './edits.ts';

const edit = (hour: number) => ({
  content: `at ${hour}`,
  caption: null,
  at: `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
  platformId: `wamid.${hour}`,
});

function apply(hours: readonly number[]) {
  let wording: { content: string | null; caption: string | null } = { content: 'first', caption: null };
  let edits: StoredEdit[] = [];
  let editedAt: string | null = null;
  for (const hour of hours) {
    const next = withEdit(wording, edits, edit(hour));
    if (next) ({ wording, edits, editedAt } = next);
  }
  return { wordings: [...edits.map((one) => one.content), wording.content], editedAt };
}

describe('edits of a message', () => {
  it('keep the earlier wordings', () => {
    expect(apply([1, 2])).toEqual({ wordings: ['first', 'at 1', 'at 2'], editedAt: edit(2).at });
  });

  it('give the same result in any order, duplicates included', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 }), (hours) => {
        const inOrder = [...hours].sort((a, b) => a - b);
        expect(apply([...hours, ...hours])).toEqual({
          wordings: ['first', ...inOrder.map((hour) => `at ${hour}`)],
          editedAt: edit(inOrder.at(-1) ?? 0).at,
        });
      }),
    );
  });
});
