import type { MessageType } from '../../../shared/contract/messages.contract.ts';
import type { MessageStatus } from '../../../shared/domain/message-status.ts';
import { defineModel, integer, json, key, string, text, time } from '../define-model.ts';

/** What a message says. Each kind fills its own columns; the others are null. */
export interface MessageContent {
  content: string | null;
  templateName: string | null;
  templateLanguage: string | null;
  components: unknown;
  mediaUrl: string | null;
  caption: string | null;
  filename: string | null;
}

/** What the server sent by itself: the message of a rule, or the answer to a word such as STOP. */
export type MessageOrigin = 'automation' | 'consent' | 'business_app';

export interface MessageRow extends MessageContent {
  id: Buffer;
  tenantId: Buffer;
  conversationId: Buffer;
  contactId: Buffer;
  direction: 'inbound' | 'outbound';
  type: MessageType;
  status: MessageStatus;
  statusRank: number;
  payload: unknown;
  /** What was read from the payload when it came (`StoredFacts`); null: read it when it is needed. */
  facts: unknown;
  replyTo: Buffer | null;
  platformId: string | null;
  /** How often the message was put back to the start by a person; separates reports of earlier rounds. */
  sendRound: number;
  clientId: string | null;
  authorId: Buffer | null;
  error: unknown;
  warnings: unknown;
  createdAt: Date;
  /** The time that it was scheduled or held for; null for one that was sent at once. */
  sendAt: Date | null;
  isHeld: number;
  /** A list of `StoredReaction`. */
  reactions: unknown;
  /** A list of `StoredEdit`; null: never changed. */
  edits: unknown;
  editedAt: Date | null;
  revokedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
}

export const messageModel = defineModel<MessageRow>('messages', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  conversationId: key(),
  contactId: key(),
  direction: string(),
  type: string(),
  status: string(),
  statusRank: integer(),
  content: text(),
  templateName: string(),
  templateLanguage: string(),
  components: json(),
  mediaUrl: text(),
  caption: text(),
  filename: string(),
  payload: json(),
  facts: json(),
  replyTo: key(),
  platformId: string(),
  sendRound: integer(),
  clientId: string(),
  authorId: key(),
  error: json(),
  warnings: json(),
  reactions: json(),
  edits: json(),
  editedAt: time(),
  revokedAt: time(),
  createdAt: time(),
  sendAt: time(),
  isHeld: integer(),
  sentAt: time(),
  deliveredAt: time(),
  readAt: time(),
  failedAt: time(),
});
