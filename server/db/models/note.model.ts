import { defineModel, json, key, string, text, time } from '../define-model.ts';

export interface NoteRow {
  id: Buffer;
  tenantId: Buffer;
  conversationId: Buffer;
  /** The contact of the conversation: the row is deleted with it. */
  contactId: Buffer;
  /** Null: a program wrote it. */
  authorId: Buffer | null;
  clientId: string;
  content: string;
  /** A list of `{ id, name }`: the mentioned members, with their names as of then. */
  mentions: unknown;
  createdAt: Date;
  /** When its author last changed it. */
  editedAt: Date | null;
}

export const noteModel = defineModel<NoteRow>('notes', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  conversationId: key(),
  contactId: key(),
  authorId: key(),
  clientId: string(),
  content: text(),
  mentions: json(),
  createdAt: time(),
  editedAt: time(),
});

export interface UnreadMentionRow {
  tenantId: Buffer;
  userId: Buffer;
  conversationId: Buffer;
  contactId: Buffer;
}

export const unreadMentionModel = defineModel<UnreadMentionRow>('unread_mentions', {
  tenantId: key({ primaryKey: true }),
  userId: key({ primaryKey: true }),
  conversationId: key({ primaryKey: true }),
  contactId: key(),
});
