import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { appendToConversation } from '../../features/conversations/index.ts';
import { attachMedia } from '../../features/media/index.ts';
import { insertMessage } from '../../features/messages/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { newKey } from '../../kernel/ids.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { enqueueSend } from './outbound-sends.repository.ts';
import type { OutgoingContent } from './outgoing-content.ts';

/** The stored fields of a new outbound message. */
export interface NewOutbound {
  conversation: { id: Buffer; contactId: Buffer };
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
  const id = newKey();
  const createdAt = ctx.clock.now();
  const { conversation } = given;
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
