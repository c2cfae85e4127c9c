import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { noteSentText } from '../../features/assist/index.ts';
import { noteAnswer } from '../../features/assist/retrieval/index.ts';
import { isConnected } from '../../features/channel/index.ts';
import { countFailure, findConversation, openConversation } from '../../features/conversations/index.ts';
import { findMediaOfMessage, rememberUpload } from '../../features/media/index.ts';
import {
  findMessage,
  findMessageByClientId,
  messageView,
  presentThreadMessage,
  requeueMessage,
} from '../../features/messages/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { RightOfWay } from '../../kernel/queue/right-of-way.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import type { InboxSend } from './inbox-sends.ts';
import { enqueueSend } from './outbound-sends.repository.ts';
import type { CheckQueue } from './queue-limit.ts';
import { refuseAfterAnswer, repliedTo, requireUnblocked, timingOf, unwanted } from './send-rules.ts';
import { storeOutbound } from './store-outbound.ts';

/** What every send needs of the queue. */
export interface QueueParts {
  wakeSender(): void;
  checkQueue: CheckQueue;
  rightOfWay: RightOfWay;
  /** The message fails if it has not been handed over by then. */
  expiryHours: number;
}

/**
 * Sends a message for an agent, only into an open window (templates excepted), once per client id, and
 * without waiting for the platform. Returns the message, stored now or by an earlier call with the same
 * client id.
 * @throws {AppError} conversation_not_found; channel_not_connected; contact_blocked; send_queue_full; window_closed; newer_answer;
 * media_already_sent; message_not_found for `replyTo`;
 * message_already_queued when the client id belongs to another message; any error of `prepare`.
 */
export async function sendFromInbox(
  ctx: Context,
  parts: QueueParts,
  conversationId: Buffer,
  { clientId, lastSeenId, prepare, replyTo, savedReply, assist, sendAt, hold = false }: InboxSend,
): Promise<ThreadMessage> {
  const { actor } = ctx;
  if (actor?.kind !== 'user') throw new Error('only people send from the inbox');
  const before = await alreadyStored(ctx, conversationId, clientId);
  if (before) return before;
  const timing = timingOf(ctx, sendAt, hold);
  await parts.checkQueue(ctx);
  // Read before the transaction; inside, each send would hold one connection and wait for a second.
  const hasAccount = await isConnected(ctx);
  try {
    const message = await parts.rightOfWay.first(() =>
      inTransaction(ctx, async (ctx) => {
        const found = await findConversation(ctx, conversationId);
        if (!found) throw new AppError('conversation_not_found');
        if (!hasAccount) throw new AppError('channel_not_connected');
        const contact = await requireUnblocked(ctx, found.contactId);
        const conversation = await openConversation(ctx, found.contactId);
        if (lastSeenId !== undefined)
          await refuseAfterAnswer(ctx, conversation, { lastSeenId, me: decodeId(actor.id) });
        const { content, mediaId, isMarketing } = await prepare(ctx);
        const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
        if (!isOpen && content.type !== 'template') throw new AppError('window_closed');
        // Before the answer is there: it says what the answer is for.
        const note =
          content.type === 'text'
            ? await noteAnswer(ctx, { contactId: found.contactId, savedReply, text: content.content ?? '' })
            : null;
        const noteSent =
          content.type === 'text'
            ? await noteSentText(ctx, {
                ...{ conversationId: conversation.id, contactId: found.contactId, assist },
                text: content.content ?? '',
                isSuggestedReply: savedReply?.place !== undefined,
                later: timing && { at: timing.sendAt, isChosen: !timing.isHeld },
              })
            : null;
        const stored = await storeOutbound(ctx, {
          conversation,
          content,
          replyTo: await repliedTo(ctx, found.contactId, replyTo),
          ...(mediaId ? { mediaId } : {}),
          warnings: isMarketing ? unwanted(contact) : [],
          expiryHours: parts.expiryHours,
          clientId,
          authorId: decodeId(actor.id),
          timing,
        });
        await note?.(decodeId(stored.id));
        await noteSent?.(decodeId(stored.id));
        return stored;
      }),
    );
    parts.wakeSender();
    return message;
  } catch (error) {
    // Two concurrent calls with the same message: the second one finds its file, or its client id, taken.
    const isTaken = error instanceof AppError && error.code === 'media_already_sent';
    if (!isTaken && !isDuplicate(error, 'messages_client_id')) throw error;
    const stored = await alreadyStored(ctx, conversationId, clientId);
    if (stored) return stored;
    throw isTaken ? error : new AppError('message_already_queued');
  }
}

/**
 * Queues a failed message again, as the same message, and returns it.
 * @throws {AppError} message_not_found; channel_not_connected; contact_blocked; send_queue_full; window_closed.
 */
export async function retrySend(ctx: Context, parts: QueueParts, messageId: Buffer): Promise<ThreadMessage> {
  await parts.checkQueue(ctx);
  const hasAccount = await isConnected(ctx);
  const message = await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const row = await findMessage(ctx, messageId);
    if (row?.direction !== 'outbound') throw new AppError('message_not_found');
    if (!hasAccount) throw new AppError('channel_not_connected');
    await requireUnblocked(ctx, row.contactId);
    const conversation = await openConversation(ctx, row.contactId);
    const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
    if (!isOpen && row.type !== 'template') throw new AppError('window_closed');
    // If the button was pressed twice, the first call has already queued the message.
    if (await requeueMessage(ctx, messageId)) {
      // The platform may have rejected its copy of the file, so the file is uploaded again.
      await forgetUpload(ctx, messageId);
      await enqueueSend(ctx, { id: messageId, contactId: row.contactId, expiryHours: parts.expiryHours });
      await countFailure(ctx, conversation.id, -1);
      ctx.record('message.updated', await snapshotOf(db, scope, tx, messageId));
    }
    const view = await messageView(ctx, messageId);
    if (!view) throw new AppError('message_not_found');
    return presentThreadMessage(view);
  });
  parts.wakeSender();
  return message;
}

async function forgetUpload(ctx: QueryContext, messageId: Buffer): Promise<void> {
  const row = await findMediaOfMessage(ctx, messageId);
  if (row) await rememberUpload(ctx, row.id, null);
}

async function alreadyStored(ctx: QueryContext, conversationId: Buffer, clientId: string) {
  const row = await findMessageByClientId(ctx, clientId);
  if (!row) return null;
  if (!row.conversationId.equals(conversationId)) throw new AppError('message_already_queued');
  const view = await messageView(ctx, row.id);
  return view && presentThreadMessage(view);
}
