import { defineModel, key } from '../define-model.ts';

export interface ConversationLabelRow {
  tenantId: Buffer;
  conversationId: Buffer;
  labelId: Buffer;
  /** The contact of the conversation: the row is deleted with it. */
  contactId: Buffer;
}

export const conversationLabelModel = defineModel<ConversationLabelRow>('conversation_labels', {
  tenantId: key({ primaryKey: true }),
  conversationId: key({ primaryKey: true }),
  labelId: key({ primaryKey: true }),
  contactId: key(),
});
