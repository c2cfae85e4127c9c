import { create } from 'zustand';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { Label } from '../../../../shared/contract/inbox/labels.contract.ts';
import { UNREAD_COUNTED_MAX } from '../../../../shared/domain/inbox-views.ts';
import { mergeStatus } from '../thread/store/status-merge.ts';

interface ConversationsState {
  byId: Readonly<Record<string, Conversation>>;
  /** The number of conversations with unread messages in the workspace. */
  unreadTotal: number;
  /** The window ends that the server considers past, by conversation. The server's clock decides. */
  rejectedWindows: Readonly<Record<string, string | null>>;
}

const EMPTY: ConversationsState = { byId: {}, unreadTotal: 0, rejectedWindows: {} };

/** The loaded conversations, from responses and events. */
export const useConversations = create<ConversationsState>(() => EMPTY);

/**
 * Stores conversations. Ignores older reports. The status of the last message never goes back, except for a
 * retry by a person (`isRetry`). An unread count at its limit changes with the next list response only.
 */
export function upsertConversations(conversations: readonly Conversation[], isRetry = false): void {
  useConversations.setState((state) => {
    const byId = { ...state.byId };
    let { unreadTotal } = state;
    for (const next of conversations) {
      const known = byId[next.id];
      if (known && known.updatedAt > next.updatedAt) continue;
      byId[next.id] = known ? mergeConversation(known, next, isRetry) : next;
      const step = known ? Number(next.unreadCount > 0) - Number(known.unreadCount > 0) : 0;
      // The server stops counting there, so the number says no more.
      if (unreadTotal < UNREAD_COUNTED_MAX) unreadTotal += step;
      if (step !== 0) unreadChanges += 1;
    }
    return { byId, unreadTotal: Math.max(0, unreadTotal) };
  });
}

let unreadChanges = 0;

/** Marks the moment of a request whose response contains the unread count; see `setUnreadTotal`. */
export function unreadMark(): number {
  return unreadChanges;
}

/**
 * Sets the server's unread count. Returns false, and keeps ours, if a conversation has been read or become
 * unread since the request began (`mark`): the server may have counted before that.
 */
export function setUnreadTotal(unreadTotal: number, mark = unreadChanges): boolean {
  if (mark !== unreadChanges) return false;
  useConversations.setState({ unreadTotal });
  return true;
}

/** Closes the reply window until the customer writes, because the server rejected free text. */
export function markWindowRejected(id: string): void {
  useConversations.setState((state) => ({
    rejectedWindows: { ...state.rejectedWindows, [id]: state.byId[id]?.windowExpiresAt ?? null },
  }));
}

/** The conversations whose contacts were merged into others, with those that have their messages now. */
export const useMovedConversations = create<Readonly<Record<string, string>>>(() => ({}));

/** Removes a deleted conversation. */
export function removeConversation(id: string): void {
  useConversations.setState((state) => {
    const { [id]: removed, ...byId } = state.byId;
    const isCounted = state.unreadTotal < UNREAD_COUNTED_MAX && (removed?.unreadCount ?? 0) > 0;
    const unreadTotal = state.unreadTotal - Number(isCounted);
    return { byId, unreadTotal: Math.max(0, unreadTotal) };
  });
}

/** Updates the copies of a changed contact in its conversations. */
export function renameContact(contact: Conversation['contact']): void {
  const affected = Object.values(useConversations.getState().byId).filter(
    (conversation) => conversation.contact.id === contact.id,
  );
  upsertConversations(affected.map((conversation) => ({ ...conversation, contact })));
}

/** Updates the copies of a changed label in its conversations; null removes it. */
export function patchLabel(id: string, label: Label | null): void {
  const affected = Object.values(useConversations.getState().byId).filter(({ labels }) =>
    labels.some((one) => one.id === id),
  );
  upsertConversations(
    affected.map((conversation) => ({
      ...conversation,
      labels: conversation.labels.flatMap((one) => (one.id === id ? (label ?? []) : one)),
    })),
  );
}

/** Takes the marks off the conversation of a contact whom the assistant leaves alone. */
export function dropMarks(contactId: string): void {
  const affected = Object.values(useConversations.getState().byId).filter(
    ({ contact }) => contact.id === contactId,
  );
  upsertConversations(affected.map(({ marks: _, ...conversation }) => conversation));
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
