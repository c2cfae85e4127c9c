import { defineModel, integer, key, time } from '../define-model.ts';

export interface ConversationRow {
  id: Buffer;
  tenantId: Buffer;
  contactId: Buffer;
  unreadCount: number;
  messageCount: number;
  lastMessageId: Buffer | null;
  lastActivityAt: Date;
  /** When the customer last wrote, by the platform's clock: the 24-hour window runs from it. */
  lastInboundAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const conversationModel = defineModel<ConversationRow>('conversations', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  contactId: key(),
  unreadCount: integer(),
  messageCount: integer(),
  lastMessageId: key(),
  lastActivityAt: time(),
  lastInboundAt: time(),
  createdAt: time(),
  updatedAt: time(),
});
