import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { keepLoading } from '../../lib/keep-loading.ts';
import { announceMessage } from './announcements.store.ts';
import { applyResponseRules } from './business-hours/response-rules.ts';
import { moveDraft } from './drafts/draft-sync.ts';
import { refreshLabels } from './labels/labels.queries.ts';
import { refreshUnreadTotal } from './list/conversations.actions.ts';
import {
  dropMarks,
  patchLabel,
  removeConversation,
  renameContact,
  upsertConversations,
  useConversations,
  useMovedConversations,
} from './list/conversations.store.ts';
import { refreshViewCounts } from './list/view-counts.store.ts';
import { dropNote, noteQueue, upsertNotes } from './notes/notes.store.ts';
import { noteReceived } from './offline/offline-changes.ts';
import { putPending, removePending, useOutbox } from './outbox/outbox.store.ts';
import { refreshSavedReplies } from './saved-replies/saved-replies.queries.ts';
import { refreshSavedViews } from './saved-views/saved-views.queries.ts';
import { reloadThread } from './thread/store/threads.actions.ts';
import {
  dropThread,
  patchMedia,
  removeMessage,
  upsertMessages,
  useThreads,
} from './thread/store/threads.store.ts';

/** Applies events to the inbox. */
export const inboxRealtime = {
  'message.received': (payload) => {
    applyMessage(payload, false);
    if (payload.message.type !== 'system') announceMessage(payload.conversation.contact, payload.message);
  },
  'message.queued': (payload) => applyMessage(payload, false),
  'message.scheduled': (payload) => applyMessage(payload, false),
  'message.canceled': ({ id, conversationId }) => removeMessage(conversationId, id),
  // A known message is `queued` again only after a person retried it.
  'message.updated': (payload) => applyMessage(payload, payload.message.status === 'queued'),
  'message.reacted': (payload) => applyMessage(payload, false),
  'message.changed': (payload) => applyMessage(payload, false),
  'note.added': ({ note }) => {
    upsertNotes(note.conversationId, [note]);
    // The response may be lost: the note would wait to be sent again.
    noteQueue.remove(note.clientId);
  },
  'note.updated': ({ note }) => upsertNotes(note.conversationId, [note]),
  'note.deleted': ({ id, conversationId }) => dropNote(conversationId, id),
  'media.updated': ({ conversationId, messageId, media }) => patchMedia(conversationId, messageId, media),
  'conversation.updated': ({ conversation }) => applyConversation(conversation, false),
  'saved_reply.changed': refreshSavedReplies,
  'saved_view.changed': refreshSavedViews,
  'business_hours.changed': ({ rules }) => {
    applyResponseRules(rules);
    refreshViewCounts();
  },
  'label.changed': ({ id, label }) => {
    patchLabel(id, label);
    refreshLabels();
  },
  'contact.created': ({ splitFrom }) => {
    if (splitFrom === undefined) return;
    const { conversationId, ownConversationId } = splitFrom;
    if (ownConversationId !== null) {
      useMovedConversations.setState(({ [ownConversationId]: _, ...moved }) => moved, true);
      reloadMerged(ownConversationId);
    }
    if (conversationId !== null) reloadMerged(conversationId);
  },
  'contact.updated': ({ contact: { id, name, phone, status, marketing, blocked } }) =>
    renameContact({ id, name, phone, status, marketing, blocked }),
  'assist.exclusion_changed': ({ contactId, isLeftOut }) => isLeftOut && dropMarks(contactId),
  'contact.deleted': ({ conversationId, mergedInto }) => {
    if (mergedInto?.conversationId) reloadMerged(mergedInto.conversationId);
    if (conversationId === null) return;
    if (mergedInto?.conversationId) moveConversation(conversationId, mergedInto.conversationId);
    if (!isKnown(conversationId)) refreshUnreadTotal();
    removeConversation(conversationId);
    dropThread(conversationId);
  },
} satisfies EventHandlers;

/** Shows the messages that a merge has added to a conversation, or its undo taken from it. */
function reloadMerged(conversationId: string): void {
  if (useThreads.getState()[conversationId]) void reloadThread(conversationId);
}

/** Takes what a person has typed, attached or recorded and not sent to the conversation that has the messages now. */
function moveConversation(from: string, to: string): void {
  for (const item of useOutbox.getState().pending) {
    if (item.conversationId === from) putPending({ ...item, conversationId: to });
  }
  moveDraft(from, to);
  // Loaded for this, since it is rare.
  keepLoading(
    () => import('./media/moved-files.ts'),
    ({ moveFiles }) => moveFiles(from, to),
  );
  useMovedConversations.setState({ [from]: to });
}

/** Applies a message and its conversation. Removes an outbound message from the outbox. */
function applyMessage({ message, conversation }: EventPayload<'message.updated'>, isRetry: boolean): void {
  applyConversation(conversation, isRetry);
  noteReceived(message);
  upsertMessages(conversation.id, [message], isRetry);
  if (message.clientId !== null) removePending(message.clientId);
}

function applyConversation(conversation: Conversation, isRetry: boolean): void {
  refreshViewCounts();
  if (!isKnown(conversation.id)) refreshUnreadTotal();
  upsertConversations([conversation], isRetry);
}

function isKnown(conversationId: string): boolean {
  return Object.hasOwn(useConversations.getState().byId, conversationId);
}
