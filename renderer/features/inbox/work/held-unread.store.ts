import { create } from 'zustand';

/** The open conversation that a person has marked as unread: it stays unread until they leave it. */
export const useHeldUnread = create<{ id: string | null }>(() => ({ id: null }));

/** Keeps a conversation unread while it is open. */
export function holdUnread(id: string | null): void {
  useHeldUnread.setState({ id });
}
