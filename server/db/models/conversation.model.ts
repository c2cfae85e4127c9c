import type { Marks } from '../../../shared/domain/assist/marks.ts';
import type { ConversationStatus } from '../../../shared/domain/inbox-views.ts';
import { defineModel, integer, key, string, time } from '../define-model.ts';

/** The marks of a conversation: statements of their own read and store them (decision 0395). */
export type StoredMarks = Omit<Marks, 'isOnlyThanks'> & { isOnlyThanks: number };

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
  status: ConversationStatus;
  snoozedUntil: Date | null;
  /** When its snooze ended; null once anyone has written or changed its status. */
  returnedAt: Date | null;
  assigneeId: Buffer | null;
  /** When the customer wrote the first message that has no answer yet. */
  waitingSince: Date | null;
  firstResponseAt: Date | null;
  /** Messages that failed and were neither retried nor dismissed. */
  failedCount: number;
  /** Of the newest message. The end of a snooze moves `lastActivityAt` alone. Null: the same. */
  lastMessageAt: Date | null;
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
  status: string(),
  snoozedUntil: time(),
  returnedAt: time(),
  assigneeId: key(),
  waitingSince: time(),
  firstResponseAt: time(),
  failedCount: integer(),
  lastMessageAt: time(),
  createdAt: time(),
  updatedAt: time(),
});
