import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useThreads } from '../thread/store/threads.store.ts';
import { loadNotes, oldestLoaded, readMentions } from './notes.actions.ts';
import { noteQueue, type PendingNote, useNotes } from './notes.store.ts';

/** A note as the thread shows it. */
export type ShownNote = Note | PendingNote;

const NONE: never[] = [];

/**
 * Returns the notes of the loaded part of a thread, oldest first, then those that the server has not confirmed. Loads
 * them as far back as the messages, and marks the own mentions as seen while they are on the screen.
 */
export function useThreadNotes(id: string): readonly ShownNote[] {
  const { session } = useInbox();
  const oldest = useThreads((threads) => oldestLoaded(threads[id]));
  const isReady = useThreads((threads) => threads[id]?.phase === 'ready');
  const notes = useNotes((state) => state[id]?.notes ?? NONE);
  const isLoaded = useNotes((state) => state[id]?.phase === 'ready');
  const pending = noteQueue.use((state) => state.items);
  const isMentioned = useConversations((state) => state.byId[id]?.mentioned.includes(session.user.id));
  const isVisible = useDocumentVisibility() === 'visible';

  useEffect(() => {
    // Older messages bring older notes.
    if (isReady || oldest !== null) void loadNotes(id);
  }, [id, isReady, oldest]);
  useEffect(() => {
    // A failure is repeated when the conversation is opened again.
    if (isMentioned && isVisible && isLoaded) readMentions(id).catch(() => undefined);
  }, [id, isMentioned, isVisible, isLoaded]);

  return useMemo(() => {
    const stored = new Set(notes.map(({ clientId }) => clientId));
    return [
      ...notes.filter(({ createdAt }) => oldest === null || createdAt >= oldest),
      ...pending.filter(({ conversationId, clientId }) => conversationId === id && !stored.has(clientId)),
    ];
  }, [id, notes, oldest, pending]);
}
