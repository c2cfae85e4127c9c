import type { Message } from '../../shared/contract/messages.contract.ts';
import { AppError } from '../../shared/domain/errors.ts';
import type { MessageStatus } from '../../shared/domain/message-status.ts';
import type { EventPayload } from '../../shared/events/index.ts';
import type { Database, Transaction } from '../db/database.ts';
import { findContact, presentContact } from '../features/contacts/index.ts';
import {
  conversationView,
  countConversationChange,
  countFailure,
  notify,
  presentConversation,
} from '../features/conversations/index.ts';
import { messageView, presentThreadMessage } from '../features/messages/index.ts';
import type { ChangeContext } from '../kernel/context/context.ts';
import { decodeId } from '../kernel/ids.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

/**
 * Returns a message with its conversation and contact as of this transaction: the payload of every message
 * event.
 * @throws {AppError} message_not_found when its contact has been deleted; the message itself is deleted
 * shortly after.
 */
export async function snapshotOf(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  messageId: Buffer,
): Promise<EventPayload<'message.updated'>> {
  const message = await messageView({ db: database, scope, tx }, messageId);
  if (!message) throw new AppError('message_not_found');
  const conversation = await conversationView({ db: database, scope, tx }, message.conversationId);
  const contact = await findContact({ db: database, scope, tx }, message.contactId);
  if (!conversation || !contact) throw new AppError('message_not_found');
  return {
    message: presentThreadMessage(message),
    conversation: presentConversation(conversation),
    contact: presentContact(contact),
    conversationSeq: conversation.webhookSeq,
  };
}

/**
 * Records that a report has changed an outbound message: as an event with the next number of the conversation, and in
 * the count of failed messages that nobody has dealt with. A report that left the status as it was, such as a late
 * `delivered` after `read`, is for the screens alone, which show its time.
 * @param reported the status of the report, which may be older than that of the message.
 */
export async function recordStatus(
  ctx: ChangeContext,
  messageId: Buffer,
  reported: MessageStatus,
): Promise<void> {
  const { db, scope, tx } = ctx;
  const before = await snapshotOf(db, scope, tx, messageId);
  if (before.message.status !== reported)
    return ctx.record('message.updated', { ...before, isSameStatus: true });
  await countConversationChange(ctx, messageId);
  const snapshot = await snapshotOf(db, scope, tx, messageId);
  const difference = failuresBy(snapshot.message, reported);
  if (difference === 0) return ctx.record('message.updated', snapshot);
  const { conversationId, author } = snapshot.message;
  await countFailure(ctx, decodeId(conversationId), difference);
  if (difference === 1 && author) {
    await notify(ctx, {
      ...{ userId: decodeId(author.id), kind: 'send_failed', actorId: null, subjectId: messageId },
      ...{ conversationId: decodeId(conversationId), contactId: decodeId(snapshot.contact.id) },
    });
  }
  ctx.record('message.updated', await snapshotOf(db, scope, tx, messageId));
}

/** Returns by how much a report has changed the number of failed messages: a late one may change nothing. */
function failuresBy({ status, failedAt, deliveredAt }: Message, reported: MessageStatus): 1 | 0 | -1 {
  if (status !== reported) return 0;
  if (status === 'failed') return 1;
  const wasFailed =
    failedAt !== null && (status === 'delivered' || (status === 'read' && deliveredAt === null));
  return wasFailed ? -1 : 0;
}
