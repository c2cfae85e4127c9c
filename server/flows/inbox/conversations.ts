import type {
  Conversation,
  SendFromInbox,
  ThreadMessage,
} from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { contactsFound, getContact } from '../../features/contacts/index.ts';
import {
  type ConversationListQuery,
  conversationKey,
  conversationView,
  findConversation,
  getConversation,
  listInbox,
  openConversation,
  presentConversation,
} from '../../features/conversations/index.ts';
import {
  firstUnreadId,
  messageView,
  presentThreadMessage,
  readThread,
} from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { markRead, markReadTo } from './mark-read.ts';

/** The inbox's dependencies on background work. */
export interface InboxParts {
  /** Sends an agent's reply. */
  sendReply(ctx: Context, conversationId: Buffer, input: SendFromInbox): Promise<ThreadMessage>;
  /** Sets or removes our reaction to a message. */
  react(ctx: Context, messageId: Buffer, emoji: string | null): Promise<void>;
  /** Sends a scheduled message now. */
  sendNow(ctx: Context, messageId: Buffer): Promise<ThreadMessage>;
  /** Cancels a scheduled message. */
  cancelSend(ctx: Context, messageId: Buffer): Promise<void>;
  /** Retries a failed message. */
  retrySend(ctx: Context, messageId: Buffer): Promise<ThreadMessage>;
  wakeJobs(): void;
}

/** Returns a page of a view of the inbox. A search finds the contacts that the list of contacts finds (decision 0401). */
export async function searchInbox(ctx: Context, query: ConversationListQuery) {
  return listInbox(ctx, query, query.search ? await contactsFound(ctx, query.search) : null);
}

/** Returns a conversation and its contact. @throws {AppError} conversation_not_found; contact_not_found. */
export async function readConversation(ctx: Context, id: string) {
  const conversation = await getConversation(ctx, id);
  return { conversation, contact: await getContact(ctx, conversation.contact.id) };
}

/** Returns the conversation with a contact, and creates it if needed. @throws {AppError} contact_not_found */
export async function startConversation(ctx: Context, contactId: string): Promise<Conversation> {
  const contact = await getContact(ctx, contactId);
  return inTransaction(ctx, async (ctx) => {
    const opened = await openConversation(ctx, decodeId(contact.id));
    const row = await conversationView(ctx, opened.id);
    if (!row) throw new AppError('contact_not_found');
    const conversation = presentConversation(row);
    ctx.record('conversation.updated', { conversation });
    return conversation;
  });
}

/**
 * Returns a page of a conversation's messages, newest first.
 * @throws {AppError} conversation_not_found; message_not_found.
 */
export async function readMessages(ctx: Context, id: string, query: Parameters<typeof readThread>[2]) {
  const row = await findConversation(ctx, conversationKey(id));
  if (!row) throw new AppError('conversation_not_found');
  const page = await readThread(ctx, row.contactId, query);
  const isNewest = query.cursor === undefined && query.around === undefined && query.newer === undefined;
  const unread = isNewest ? row.unreadCount : 0;
  const first = unread === 0 ? null : await firstUnreadId(ctx, row.contactId, unread);
  return { ...page, firstUnreadId: first && encodeId('message', first) };
}

/**
 * Marks a conversation as read, or only up to one of its messages, and returns it.
 * @throws {AppError} conversation_not_found; message_not_found.
 */
export async function markConversationRead(
  ctx: Context,
  { wakeJobs }: InboxParts,
  id: string,
  upTo: string | null,
): Promise<Conversation> {
  if (upTo === null) await markRead(ctx, wakeJobs, conversationKey(id));
  else await markReadTo(ctx, wakeJobs, conversationKey(id), messageKey(upTo));
  return getConversation(ctx, id);
}

/**
 * Sends an agent's reply; see `sendFromInbox` for further errors.
 * @throws {AppError} conversation_not_found
 */
export async function sendReply(
  ctx: Context,
  parts: InboxParts,
  id: string,
  input: SendFromInbox,
): Promise<ThreadMessage> {
  const key = conversationKey(id);
  // An agent may have written it before the contact was merged into another one.
  const current = await findConversation(ctx, key);
  return parts.sendReply(ctx, current?.id ?? key, input);
}

/** Retries a failed message; see `retrySend` for further errors. @throws {AppError} message_not_found */
export async function retryMessage(
  ctx: Context,
  parts: InboxParts,
  messageId: string,
): Promise<ThreadMessage> {
  return parts.retrySend(ctx, messageKey(messageId));
}

/** Sends a scheduled message now. @throws {AppError} message_not_found; message_not_scheduled. */
export function sendMessageNow(ctx: Context, parts: InboxParts, messageId: string): Promise<ThreadMessage> {
  return parts.sendNow(ctx, messageKey(messageId));
}

/** Cancels a scheduled message. @throws {AppError} message_not_found; message_not_scheduled. */
export async function cancelMessage(ctx: Context, parts: InboxParts, messageId: string) {
  await parts.cancelSend(ctx, messageKey(messageId));
  return { id: messageId, deleted: true as const };
}

/** Sets or removes our reaction to a message; see `react` for further errors. @throws {AppError} message_not_found */
export async function reactFromInbox(
  ctx: Context,
  parts: InboxParts,
  messageId: string,
  emoji: string | null,
): Promise<ThreadMessage> {
  const key = messageKey(messageId);
  await parts.react(ctx, key, emoji);
  const view = await messageView(ctx, key);
  if (!view) throw new AppError('message_not_found');
  return presentThreadMessage(view);
}

function messageKey(id: string): Buffer {
  const key = tryDecodeId('message', id);
  if (!key) throw new AppError('message_not_found');
  return key;
}
