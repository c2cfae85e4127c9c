import { create } from 'zustand';
import type { LocalStore } from '../../lib/local-store.ts';

interface DraftsState {
  byConversation: Readonly<Record<string, string>>;
}

/** What is typed and not sent, by conversation. On disk it is at most half a second older. */
export const useDrafts = create<DraftsState>(() => ({ byConversation: {} }));

const WRITE_AFTER_MS = 400;

let disk: { store: LocalStore; prefix: string } | null = null;
const unwritten = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the drafts of a person in a workspace from disk. */
export function openDrafts(store: LocalStore, owner: string): void {
  disk = { store, prefix: `draft.${owner}.` };
  const { prefix } = disk;
  const entries = store.keys(prefix).map((key) => [key, store.read(prefix + key) ?? ''] as const);
  useDrafts.setState({ byConversation: Object.fromEntries(entries.filter(([, text]) => text !== '')) });
}

export function closeDrafts(): void {
  flushDrafts();
  disk = null;
  useDrafts.setState({ byConversation: {} });
}

export function readDraft(conversationId: string): string {
  return useDrafts.getState().byConversation[conversationId] ?? '';
}

/** Keeps what is typed: at once in memory, soon on disk. An empty text removes the draft. */
export function saveDraft(conversationId: string, text: string): void {
  const { [conversationId]: _before, ...others } = useDrafts.getState().byConversation;
  useDrafts.setState({ byConversation: text === '' ? others : { ...others, [conversationId]: text } });
  unwritten.add(conversationId);
  clearTimeout(timer);
  timer = setTimeout(flushDrafts, WRITE_AFTER_MS);
}

/** Writes now what would be written soon: before the page goes or another conversation opens. */
export function flushDrafts(): void {
  clearTimeout(timer);
  for (const conversationId of unwritten) {
    const text = readDraft(conversationId);
    if (text === '') disk?.store.remove(disk.prefix + conversationId);
    else disk?.store.write(disk.prefix + conversationId, text);
  }
  unwritten.clear();
}
