import { defineModel, key, string, time } from '../define-model.ts';

export interface ReminderRow {
  id: Buffer;
  tenantId: Buffer;
  /** Who is reminded. */
  userId: Buffer;
  conversationId: Buffer;
  /** The contact of the conversation: the row is deleted with it. */
  contactId: Buffer;
  /** The message with the promise. */
  messageId: Buffer;
  /** The sentence with the promise. */
  quote: string;
  dueAt: Date;
  /** When the member was notified; null while it is not due. */
  firedAt: Date | null;
  doneAt: Date | null;
  createdAt: Date;
}

export const reminderModel = defineModel<ReminderRow>('reminders', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  userId: key(),
  conversationId: key(),
  contactId: key(),
  messageId: key(),
  quote: string(),
  dueAt: time(),
  firedAt: time(),
  doneAt: time(),
  createdAt: time(),
});
