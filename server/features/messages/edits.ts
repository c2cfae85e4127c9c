import type { Message } from '../../../shared/contract/messages.contract.ts';

/** What a message said before an edit, with the platform's id of the edit: a repeat of it changes nothing. */
export interface StoredEdit {
  content: string | null;
  caption: string | null;
  /** ISO time of the edit that ended this wording. */
  at: string;
  platformId: string;
}

/** What a message says at a time. */
interface Wording {
  content: string | null;
  caption: string | null;
}

interface Edit extends Wording {
  at: string;
  platformId: string;
}

/**
 * Returns a message after an edit: what it says now and what it said before. Edits may come in any order: a late
 * one is put where it belongs and does not undo a newer one. Returns null when the edit is known already.
 */
export function withEdit(
  now: Wording,
  earlier: readonly StoredEdit[],
  edit: Edit,
): { wording: Wording; edits: StoredEdit[]; editedAt: string } | null {
  if (earlier.some((one) => one.platformId === edit.platformId)) return null;
  const place = earlier.findIndex((one) => one.at > edit.at);
  const newest = earlier.at(-1);
  if (place < 0) {
    const { platformId, at } = edit;
    const edits = [...earlier, { content: now.content, caption: now.caption, at, platformId }];
    return { wording: { content: edit.content, caption: edit.caption }, edits, editedAt: at };
  }
  // The wording that a later edit ended was this edit's, and what stood there before belongs to this one.
  const follower = earlier[place] as StoredEdit;
  const { platformId, at } = edit;
  const before = { content: follower.content, caption: follower.caption, at, platformId };
  const after = { ...follower, content: edit.content, caption: edit.caption };
  const edits = [...earlier.slice(0, place), before, after, ...earlier.slice(place + 1)];
  return { wording: now, edits, editedAt: newest?.at ?? at };
}

/** Returns an earlier wording as its readers see it. */
export function presentEdit({ content, caption, at }: StoredEdit): Message['edits'][number] {
  return { content, caption, at };
}
