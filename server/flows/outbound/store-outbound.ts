import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { appendToConversation } from '../../features/conversations/index.ts';
import { attachMedia } from '../../features/media/index.ts';
import { insertMessage } from '../../features/messages/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { newKey, newKeyAfter } from '../../kernel/ids.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { enqueueSend, newestWaitingSend } from './outbound-sends.repository.ts';
import type { OutgoingContent } from './outgoing-content.ts';

/** The stored fields of a new outbound message. */
export interface NewOutbound {
  /** With its row locked. */
  conversation: { id: Buffer; contactId: Buffer; lastMessageAt: Date };
  content: OutgoingContent;
  warnings: readonly string[];
  /** The message fails if it has not been handed over by then. */
  expiryHours: number;
  replyTo?: Buffer | null;
  clientId?: string;
  authorId?: Buffer;
  /** A file that was uploaded earlier. */
  mediaId?: Buffer;
}

/**
 * Stores an outbound message as queued, with its event and its queue entry. Returns the message as in the
 * event.
 * @throws {AppError} media_already_sent
 */
export async function storeOutbound(ctx: ChangeContext, given: NewOutbound): Promise<ThreadMessage> {
  const { db, scope, tx } = ctx;
  const { conversation } = given;
  const { id, createdAt } = await placeAtEnd(ctx, conversation);
  await insertMessage(ctx, {
    ...given.content,
    id,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: 'outbound',
    status: 'queued',
    replyTo: given.replyTo ?? null,
    clientId: given.clientId ?? null,
    authorId: given.authorId ?? null,
    warnings: given.warnings,
    createdAt,
  });
  if (given.mediaId) {
    const place = { messageId: id, conversationId: conversation.id, contactId: conversation.contactId };
    const isOurs = await attachMedia(ctx, given.mediaId, place);
    // Someone else has sent the file in the meantime.
    if (!isOurs) throw new AppError('media_already_sent');
  }
  await appendToConversation(ctx, conversation.id, {
    id,
    createdAt,
    direction: 'outbound',
    unread: false,
  });
  await enqueueSend(ctx, { id, contactId: conversation.contactId, expiryHours: given.expiryHours });
  const snapshot = await snapshotOf(db, scope, tx, id);
  ctx.record('message.queued', snapshot);
  return snapshot.message;
}

/** Servers whose clocks differ by more than this are not ready (kernel/servers). */
const CLOCK_LIMIT_MS = 30_000;

/**
 * Returns the place of a new message: after all others of its conversation, also when the server that stored
 * the last one has a clock that is ahead. Sends of a contact leave in the order of their ids.
 */
async function placeAtEnd(
  ctx: ChangeContext,
  { contactId, lastMessageAt }: NewOutbound['conversation'],
): Promise<{ id: Buffer; createdAt: Date }> {
  const waiting = await newestWaitingSend(ctx, contactId);
  const now = ctx.clock.now();
  const behindMs = lastMessageAt.getTime() - now.getTime();
  // The last time may be the platform's, which says nothing about ours if it is far ahead.
  const isBehind = behindMs >= 0 && behindMs <= CLOCK_LIMIT_MS;
  return {
    id: waiting ? newKeyAfter(waiting) : newKey(),
    createdAt: isBehind ? new Date(lastMessageAt.getTime() + 1) : now,
  };
}
