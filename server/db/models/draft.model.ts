import { defineModel, key, text, time } from '../define-model.ts';

export interface DraftRow {
  tenantId: Buffer;
  userId: Buffer;
  conversationId: Buffer;
  /** The contact of the conversation: the row is deleted with it. */
  contactId: Buffer;
  revision: Buffer;
  reply: string;
  note: string;
  /** A partly filled template and a quoted message, as the dashboard writes them. */
  template: string;
  quote: string;
  updatedAt: Date;
}

export const draftModel = defineModel<DraftRow>('drafts', {
  tenantId: key({ primaryKey: true }),
  userId: key({ primaryKey: true }),
  conversationId: key({ primaryKey: true }),
  contactId: key(),
  revision: key(),
  reply: text(),
  note: text(),
  template: text(),
  quote: text(),
  updatedAt: time(),
});
