import type { Message } from '../../../shared/contract/messages.contract.ts';

/** An earlier wording of a message, with the platform's id of the edit, to ignore duplicates. */
export interface StoredEdit {
  content: string | null;
  caption: string | null;
  /** ISO time of the edit that replaced this wording. */
  at: string;
  platformId: string;
}

const EDITS_MAX = 20;

/** The text of a message at one time. */
interface Wording {
  content: string | null;
  caption: string | null;
}

interface Edit extends Wording {
  at: string;
  platformId: string;
}

/**
 * Returns a message after an edit: its current wording and the earlier ones. Edits can arrive in any order: a
 * late one is inserted in its place and does not undo a newer one. Returns null when the edit is already
 * known.
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
    return {
      wording: { content: edit.content, caption: edit.caption },
      edits: newestOf(edits),
      editedAt: at,
    };
  }
  // The next edit replaced this edit's wording, and this edit replaced the one that is stored there.
  const follower = earlier[place] as StoredEdit;
  const { platformId, at } = edit;
  const before = { content: follower.content, caption: follower.caption, at, platformId };
  const after = { ...follower, content: edit.content, caption: edit.caption };
  const edits = [...earlier.slice(0, place), before, after, ...earlier.slice(place + 1)];
  return { wording: now, edits: newestOf(edits), editedAt: newest?.at ?? at };
}

/** Drops the oldest wordings of a message that was edited again and again: each event repeats all that are kept. */
function newestOf(edits: StoredEdit[]): StoredEdit[] {
  return edits.slice(-EDITS_MAX);
}

/** Returns an earlier wording in the format of the API. */
export function presentEdit({ content, caption, at }: StoredEdit): Message['edits'][number] {
  return { content, caption, at };
}
