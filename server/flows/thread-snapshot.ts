import type { EventPayload } from '../../shared/events/index.ts';
import type { Database, Transaction } from '../db/database.ts';
import { ContactsRepository, presentContact } from '../features/contacts/index.ts';
import { ConversationsRepository, presentConversation } from '../features/conversations/index.ts';
import { MessagesRepository, presentThreadMessage } from '../features/messages/index.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

/**
 * A message with its conversation and contact as they stand inside the transaction: the payload of
 * every message event, fixed at the time of the change.
 */
export async function snapshotOf(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  messageId: Buffer,
): Promise<EventPayload<'message.updated'>> {
  const message = await new MessagesRepository(database, scope, tx).view(messageId);
  if (!message) throw new Error('a message vanished inside its own transaction');
  const conversation = await new ConversationsRepository(database, scope, tx).view(message.conversationId);
  const contact = await new ContactsRepository(database, scope, tx).find(message.contactId);
  if (!conversation || !contact) throw new Error('a message has lost its conversation or contact');
  return {
    message: presentThreadMessage(message),
    conversation: presentConversation(conversation),
    contact: presentContact(contact),
  };
}
