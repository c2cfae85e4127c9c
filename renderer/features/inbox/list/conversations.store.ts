import { create } from 'zustand';
import type { Conversation } from '../../../../shared/contract/conversations.contract.ts';
import { mergeStatus } from '../thread/store/status-merge.ts';

interface ConversationsState {
  byId: Readonly<Record<string, Conversation>>;
  /** Conversations with unread messages, in the whole workspace. */
  unreadTotal: number;
  /** The window end that the server called past, by conversation: its clock decides, not ours. */
  refusedWindows: Readonly<Record<string, string | null>>;
}

const EMPTY: ConversationsState = { byId: {}, unreadTotal: 0, refusedWindows: {} };

/** The conversations seen so far, from answers of the server and from events alike. */
export const useConversations = create<ConversationsState>(() => EMPTY);

/**
 * Takes conversations in. An older report changes nothing, and the last message's status only climbs
 * (`isRetry`: unless a person has just put it back).
 */
export function upsertConversations(conversations: readonly Conversation[], isRetry = false): void {
  useConversations.setState((state) => {
    const byId = { ...state.byId };
    let { unreadTotal } = state;
    for (const next of conversations) {
      const known = byId[next.id];
      if (known && known.updatedAt > next.updatedAt) continue;
      byId[next.id] = known ? mergeConversation(known, next, isRetry) : next;
      if (known) unreadTotal += Number(next.unreadCount > 0) - Number(known.unreadCount > 0);
    }
    return { byId, unreadTotal: Math.max(0, unreadTotal) };
  });
}

/** The server's own count, which every list brings along. */
export function setUnreadTotal(unreadTotal: number): void {
  useConversations.setState({ unreadTotal });
}

/** The server refused free text: the window is closed whatever our clock says, until the customer writes. */
export function markWindowRefused(id: string): void {
  useConversations.setState((state) => ({
    refusedWindows: { ...state.refusedWindows, [id]: state.byId[id]?.windowExpiresAt ?? null },
  }));
}

/** Removes a deleted conversation. */
export function removeConversation(id: string): void {
  useConversations.setState((state) => {
    const { [id]: removed, ...byId } = state.byId;
    const unreadTotal = state.unreadTotal - Number((removed?.unreadCount ?? 0) > 0);
    return { byId, unreadTotal: Math.max(0, unreadTotal) };
  });
}

/** A contact changed: the conversations that carry a copy of its name follow. */
export function renameContact(contact: Conversation['contact']): void {
  const affected = Object.values(useConversations.getState().byId).filter(
    (conversation) => conversation.contact.id === contact.id,
  );
  upsertConversations(affected.map((conversation) => ({ ...conversation, contact })));
}

/** Clears the store. */
export function resetConversations(): void {
  useConversations.setState(EMPTY, true);
}

function mergeConversation(known: Conversation, next: Conversation, isRetry: boolean): Conversation {
  const [before, after] = [known.lastMessage, next.lastMessage];
  if (!before || !after || before.id !== after.id) return next;
  return { ...next, lastMessage: { ...after, status: mergeStatus(before.status, after.status, isRetry) } };
}
