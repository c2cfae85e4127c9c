import { create } from 'zustand';
import type { LocalStore } from './local-store.ts';

interface DraftsState {
  byConversation: Readonly<Record<string, string>>;
}

const WRITE_AFTER_MS = 400;

/** Creates a store for unsent text by conversation. It writes to disk within half a second. */
export function createLocalDrafts(kind: string) {
  const use = create<DraftsState>(() => ({ byConversation: {} }));
  let disk: { store: LocalStore; prefix: string } | null = null;
  const unwritten = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(conversationId: string): string {
    return use.getState().byConversation[conversationId] ?? '';
  }

  /** Writes pending changes now, before the page closes or another conversation opens. */
  function flush(): void {
    clearTimeout(timer);
    for (const conversationId of unwritten) {
      const text = read(conversationId);
      if (text === '') disk?.store.remove(disk.prefix + conversationId);
      else disk?.store.write(disk.prefix + conversationId, text);
    }
    unwritten.clear();
  }

  return {
    use,
    read,
    flush,
    /** Reads a person's drafts in a workspace from disk. */
    open(store: LocalStore, owner: string): void {
      disk = { store, prefix: `${kind}.${owner}.` };
      const { prefix } = disk;
      const entries = store.keys(prefix).map((key) => [key, store.read(prefix + key) ?? ''] as const);
      use.setState({ byConversation: Object.fromEntries(entries.filter(([, text]) => text !== '')) });
    },
    close(): void {
      flush();
      disk = null;
      use.setState({ byConversation: {} });
    },
    /** Removes the open person's drafts from memory and disk, and stores no more until `open`. */
    discard(): void {
      clearTimeout(timer);
      unwritten.clear();
      for (const key of disk?.store.keys(disk.prefix) ?? []) disk?.store.remove(disk.prefix + key);
      disk = null;
      use.setState({ byConversation: {} });
    },
    /** Stores a draft. Empty text removes it. */
    save(conversationId: string, text: string): void {
      const { [conversationId]: _before, ...others } = use.getState().byConversation;
      use.setState({ byConversation: text === '' ? others : { ...others, [conversationId]: text } });
      unwritten.add(conversationId);
      clearTimeout(timer);
      timer = setTimeout(flush, WRITE_AFTER_MS);
    },
  };
}
