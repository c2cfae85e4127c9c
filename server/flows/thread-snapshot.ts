import { AppError } from '../../shared/domain/errors.ts';
import type { EventPayload } from '../../shared/events/index.ts';
import type { Database, Transaction } from '../db/database.ts';
import { findContact, presentContact } from '../features/contacts/index.ts';
import {
  conversationView,
  countConversationChange,
  presentConversation,
} from '../features/conversations/index.ts';
import { messageView, presentThreadMessage } from '../features/messages/index.ts';
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

/** Increments the number of changes of the conversation, and returns the snapshot for webhook endpoints. */
export async function countedSnapshotOf(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  messageId: Buffer,
): Promise<EventPayload<'message.updated'>> {
  await countConversationChange({ db: database, scope, tx }, messageId);
  return snapshotOf(database, scope, tx, messageId);
}
