import { create } from 'zustand';
import { onLeave } from '../../../../lib/on-leave.ts';

/** What is written with the assistant's help: part of the reply, or all of it. */
export interface Writing {
  conversationId: string;
  /** The reply when the panel was opened, and the part of it that was selected. */
  text: string;
  from: number;
  to: number;
}

/** The open panel; null when it is closed. `replaced` is the reply before a text was taken, for an undo. */
export const useWriting = create<{
  open: Writing | null;
  replaced: { conversationId: string; before: string; after: string } | null;
}>(() => ({ open: null, replaced: null }));

onLeave(() => useWriting.setState({ open: null, replaced: null }));

/** Opens the panel for a reply, or for its selected part. */
export function openWriting(writing: Writing): void {
  useWriting.setState({ open: writing, replaced: null });
}

export function closeWriting(): void {
  useWriting.setState({ open: null });
}

/** Returns the part of the reply that a text will stand in the place of. */
export function chosenPart({ text, from, to }: Writing): string {
  return from === to ? text : text.slice(from, to);
}

/** Returns the reply with a text in the place of the chosen part. */
export function withPart({ text, from, to }: Writing, part: string): string {
  return from === to ? part : text.slice(0, from) + part + text.slice(to);
}
