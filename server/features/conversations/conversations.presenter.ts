import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import { windowExpiresAt } from '../../../shared/domain/window.ts';
import { encodeId } from '../../kernel/ids.ts';

/** The preview of a message that the customer has deleted. */
const REVOKED = 'Deleted by the customer';

/** A conversation with its contact and its last message, as one query returns them. */
export interface ConversationView {
  id: Buffer;
  contactId: Buffer;
  contactName: string;
  contactPhone: string | null;
  contactStatus: Contact['status'];
  unreadCount: number;
  lastActivityAt: Date;
  lastInboundAt: Date | null;
  updatedAt: Date;
  /** Number of its changes that were sent to webhook endpoints. */
  webhookSeq: number;
  messageId: Buffer | null;
  direction: Message['direction'];
  type: Message['type'];
  status: Message['status'];
  preview: string | null;
  messageCreatedAt: Date;
  messageRevokedAt: Date | null;
}

/** Returns a conversation as the dashboard and events show it. */
export function presentConversation(row: ConversationView): Conversation {
  return {
    id: encodeId('conversation', row.id),
    contact: {
      id: encodeId('contact', row.contactId),
      name: row.contactName,
      phone: row.contactPhone,
      status: row.contactStatus,
    },
    unreadCount: row.unreadCount,
    lastMessage: row.messageId && {
      id: encodeId('message', row.messageId),
      direction: row.direction,
      type: row.type,
      status: row.status,
      preview: row.messageRevokedAt ? REVOKED : (row.preview ?? '').replace(/\s+/g, ' ').trim(),
      createdAt: row.messageCreatedAt.toISOString(),
    },
    lastActivityAt: row.lastActivityAt.toISOString(),
    windowExpiresAt: windowExpiresAt(row.lastInboundAt)?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}
