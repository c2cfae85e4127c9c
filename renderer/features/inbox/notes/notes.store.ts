import { create } from 'zustand';
import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { isListOf, isNullable, isOneOf, isShape, isText } from '../../../lib/checks.ts';
import { createLocalQueue } from '../../../lib/offline/local-queue.ts';

/** A note that the server has not confirmed. */
export interface PendingNote {
  clientId: string;
  conversationId: string;
  content: string;
  /** The ids of the mentioned colleagues. */
  mentions: string[];
  createdAt: string;
  state: 'sending' | 'waiting' | 'refused';
  problem: string | null;
}

const isPendingNote = isShape<PendingNote>({
  clientId: isText,
  conversationId: isText,
  content: isText,
  mentions: isListOf(isText),
  createdAt: isText,
  state: isOneOf('sending', 'waiting', 'refused'),
  problem: isNullable(isText),
});

/**
 * The notes that wait for the server. Apart from the outbox of messages, whose items are sent to customers: a note
 * cannot become one of them.
 */
export const noteQueue = createLocalQueue('note-outbox', isPendingNote);

/** The loaded notes of a conversation, up to the newest, oldest first. */
export interface LoadedNotes {
  notes: readonly Note[];
  /** The cursor of older notes; null when the oldest one is loaded. */
  nextCursor: string | null;
  phase: 'loading' | 'ready' | 'failed';
}

/** Notes by conversation, only of those that were opened. */
export const useNotes = create<Readonly<Record<string, LoadedNotes>>>(() => ({}));

/** Conversations whose notes are kept; the least recently opened one is dropped first. */
const KEPT = 6;

/** Sets what is known of a conversation's notes. */
export function patchNotes(id: string, patch: Partial<LoadedNotes>): void {
  const { [id]: known, ...others } = useNotes.getState();
  const loaded = { ...(known ?? { notes: [], nextCursor: null, phase: 'loading' as const }), ...patch };
  useNotes.setState(Object.fromEntries([...Object.entries(others).slice(-(KEPT - 1)), [id, loaded]]), true);
}

/** Stores notes by id, in order. Ignores those of conversations that are not open. */
export function upsertNotes(id: string, notes: readonly Note[]): void {
  const known = useNotes.getState()[id];
  if (!known) return;
  const byId = new Map([...known.notes, ...notes].map((note) => [note.id, note]));
  const sorted = [...byId.values()].sort(
    (left, right) => left.createdAt.localeCompare(right.createdAt) || left.id.localeCompare(right.id),
  );
  patchNotes(id, { notes: sorted });
}

/** Removes a note that was deleted. */
export function dropNote(conversationId: string, noteId: string): void {
  const known = useNotes.getState()[conversationId];
  if (known) patchNotes(conversationId, { notes: known.notes.filter(({ id }) => id !== noteId) });
}

/** The note that is being edited, with its text so far: scrolling removes its field from the page. */
export const useNoteEdit = create<{ id: string | null; text: string }>(() => ({ id: null, text: '' }));

/** Shows the editor of a note. */
export function editNote({ id, content }: Pick<Note, 'id' | 'content'>): void {
  useNoteEdit.setState({ id, text: content });
}

/** Closes the editor. */
export function stopEditing(): void {
  useNoteEdit.setState({ id: null, text: '' });
}

/** Clears the store. */
export function resetNotes(): void {
  useNotes.setState({}, true);
  stopEditing();
}
