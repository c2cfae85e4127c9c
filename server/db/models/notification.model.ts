import type { NotificationKind } from '../../../shared/contract/inbox/notifications.contract.ts';
import { defineModel, key, string, time } from '../define-model.ts';

export interface NotificationRow {
  id: Buffer;
  tenantId: Buffer;
  /** Who is notified. */
  userId: Buffer;
  kind: NotificationKind;
  conversationId: Buffer;
  /** The contact of the conversation: the row is deleted with it. */
  contactId: Buffer;
  /** Who did it; null: a program or the server. */
  actorId: Buffer | null;
  /** The note of a mention, the message of a failure or a reminder; else null. */
  subjectId: Buffer | null;
  createdAt: Date;
  readAt: Date | null;
}

export const notificationModel = defineModel<NotificationRow>('notifications', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  userId: key(),
  kind: string(),
  conversationId: key(),
  contactId: key(),
  actorId: key(),
  subjectId: key(),
  createdAt: time(),
  readAt: time(),
});
