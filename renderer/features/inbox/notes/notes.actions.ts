import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { onLeave, whileHere } from '../../../lib/on-leave.ts';
import { randomId } from '../../../lib/random-id.ts';
import { upsertConversations } from '../list/conversations.store.ts';
import { type Thread, useThreads } from '../thread/store/threads.store.ts';
import { dropNote, noteQueue, type PendingNote, patchNotes, upsertNotes, useNotes } from './notes.store.ts';

const PAGE = 50;
const RETRY_AFTER_MS = 8_000;
const busy = new Set<string>();
onLeave(() => busy.clear());

/** Loads the notes of a conversation, newest first, as far back as its messages are loaded. */
export async function loadNotes(id: string): Promise<void> {
  if (busy.has(id)) return;
  busy.add(id);
  try {
    while (!areLoaded(id)) {
      const cursor = useNotes.getState()[id]?.nextCursor ?? undefined;
      if (!useNotes.getState()[id]) patchNotes(id, {});
      const page = await whileHere(api.notes.list({ params: { id }, query: { limit: PAGE, cursor } }));
      // They were dropped meanwhile: they would come back with a gap.
      if (!useNotes.getState()[id]) return;
      upsertNotes(id, page.data);
      patchNotes(id, { phase: 'ready', nextCursor: page.nextCursor });
    }
  } catch {
    if (useNotes.getState()[id]) patchNotes(id, { phase: 'failed' });
  } finally {
    busy.delete(id);
  }
}

/** Loads the newest notes again, after a gap in the events. */
export async function reloadNotes(id: string): Promise<void> {
  const page = await whileHere(api.notes.list({ params: { id }, query: { limit: PAGE } }));
  patchNotes(id, { notes: [], phase: 'ready', nextCursor: page.nextCursor });
  upsertNotes(id, page.data);
}

/** Loads the notes of a conversation again, if that failed. */
export function reloadFailedNotes(id: string): void {
  if (useNotes.getState()[id]?.phase === 'failed') void loadNotes(id);
}

function areLoaded(id: string): boolean {
  const known = useNotes.getState()[id];
  if (known?.phase !== 'ready') return false;
  const [first] = known.notes;
  const oldest = oldestLoaded(useThreads.getState()[id]);
  return known.nextCursor === null || (oldest !== null && first !== undefined && first.createdAt < oldest);
}

/** Returns the time of the oldest loaded message of a thread; null when all of its messages are loaded. */
export function oldestLoaded(thread: Thread | undefined): string | null {
  return thread?.nextCursor ? (thread.messages[0]?.createdAt ?? null) : null;
}

/** Adds a note, which is shown immediately, and stores it on the server. */
export function writeNote(conversationId: string, content: string, mentions: string[]): void {
  const createdAt = new Date().toISOString();
  const note: Omit<PendingNote, 'clientId'> = {
    ...{ conversationId, content, mentions, createdAt },
    state: 'sending',
    problem: null,
  };
  noteQueue.put({ ...note, clientId: randomId() });
  void flushNotes();
}

let isFlushing = false;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Sends all waiting notes, in order. Only a person can retry refused ones. */
export async function flushNotes(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let note = nextNote(); note; note = nextNote()) if (!(await send(note))) return;
  } finally {
    isFlushing = false;
  }
}

function nextNote(): PendingNote | undefined {
  // What another tab has sent may have been deleted since: it must not be written again.
  noteQueue.dropTakenElsewhere();
  return noteQueue.items().find(({ state }) => state !== 'refused');
}

/** Returns whether the next note can be sent: false while the server does not respond. */
async function send(note: PendingNote): Promise<boolean> {
  const { conversationId: id, content, mentions, clientId } = note;
  try {
    const stored = await api.notes.create({ params: { id }, body: { content, mentions, clientId } });
    upsertNotes(id, [stored]);
    noteQueue.remove(clientId);
    return true;
  } catch (error) {
    noteQueue.dropTakenElsewhere();
    // It was discarded meanwhile, in this tab or another, or its author has left: it must not be written again.
    if (!noteQueue.items().some((one) => one.clientId === clientId)) return true;
    const failure = asApiError(error);
    const waits = failure.isTransient || failure.status === 401;
    noteQueue.put({ ...note, state: waits ? 'waiting' : 'refused', problem: sentenceOf(failure) });
    if (!waits) return true;
    clearTimeout(retry);
    retry = setTimeout(() => void flushNotes(), RETRY_AFTER_MS);
    return false;
  }
}

/** Retries a note that the server refused. */
export function retryNote(note: PendingNote): void {
  noteQueue.put({ ...note, state: 'sending', problem: null });
  void flushNotes();
}

/** Replaces the text of an own note. @throws {ApiError} */
export async function changeNote(
  { id, conversationId }: Pick<Note, 'id' | 'conversationId'>,
  content: string,
  mentions: string[],
): Promise<void> {
  upsertNotes(conversationId, [await api.notes.change({ params: { id }, body: { content, mentions } })]);
}

/** Deletes an own note. */
export async function deleteNote(conversationId: string, id: string): Promise<void> {
  await api.notes.remove({ params: { id } });
  dropNote(conversationId, id);
}

/** Marks the own mentions in a conversation as seen. */
export async function readMentions(id: string): Promise<void> {
  upsertConversations([await whileHere(api.notes.readMentions({ params: { id } }))]);
}
