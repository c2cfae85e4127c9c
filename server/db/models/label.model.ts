import type { LabelColor } from '../../../shared/domain/inbox-views.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface LabelRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  color: LabelColor;
  createdAt: Date;
}

export const labelModel = defineModel<LabelRow>('labels', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  color: string(),
  createdAt: time(),
});

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
