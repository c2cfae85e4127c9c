import type { NoteRow } from '../../db/models/note.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { deleteRows, run, select } from '../../kernel/tenancy/rows.ts';
import type { ListPlace } from './inbox.repository.ts';

/** A note with the name of its author; null when they are no longer a member. */
export type NoteView = Omit<NoteRow, 'tenantId'> & { authorName: string | null };

const VIEW = `SELECT n.id, n.conversation_id AS conversationId, n.contact_id AS contactId, n.author_id AS authorId,
    n.client_id AS clientId, n.content, n.mentions, n.created_at AS createdAt, n.edited_at AS editedAt, u.name AS authorName
  FROM notes n LEFT JOIN users u ON u.tenant_id = n.tenant_id AND u.id = n.author_id
  WHERE n.tenant_id = :tenantId`;

/** Returns the note with an id, or with the id that its client gave it; null when there is none. */
export async function noteView(
  ctx: QueryContext,
  by: { id: Buffer } | { clientId: string },
): Promise<NoteView | null> {
  const condition = 'id' in by ? 'n.id = :id' : 'n.client_id = :clientId';
  const [row] = await select<NoteView>(ctx, `${VIEW} AND ${condition}`, by);
  return row ?? null;
}

/** Returns notes of a conversation, newest first, after `after`. */
export function notesOf(
  ctx: QueryContext,
  conversationId: Buffer,
  { after, limit }: { after: ListPlace | undefined; limit: number },
): Promise<NoteView[]> {
  return select<NoteView>(
    ctx,
    `${VIEW} AND n.conversation_id = :conversationId
       ${after ? 'AND (n.created_at < :at OR (n.created_at = :at AND n.id < :id))' : ''}
     ORDER BY n.created_at DESC, n.id DESC LIMIT ${Math.trunc(limit)}`,
    { conversationId, ...(after ? { at: after.at, id: after.id } : {}) },
  );
}

/** Remembers that a member has not seen that they were mentioned in a conversation. */
export async function addUnreadMention(
  ctx: QueryContext,
  row: { userId: Buffer; conversationId: Buffer; contactId: Buffer },
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO unread_mentions (tenant_id, user_id, conversation_id, contact_id)
     VALUES (:tenantId, :userId, :conversationId, :contactId)
     ON DUPLICATE KEY UPDATE contact_id = unread_mentions.contact_id`,
    row,
  );
}

/** Removes a member's unread mention in a conversation; returns whether there was one. */
export async function removeUnreadMention(
  ctx: QueryContext,
  userId: Buffer,
  conversationId: Buffer,
): Promise<boolean> {
  return (await deleteRows(ctx, 'unreadMention', { userId, conversationId })) > 0;
}
