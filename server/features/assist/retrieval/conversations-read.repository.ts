import { CONVERSATION_LABELS_MAX } from '../../../../shared/domain/inbox-views.ts';
import { TEXT_MAX } from '../../../../shared/domain/message-limits.ts';
import { SIMULATED_PHONES_LIKE } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { select } from '../../../kernel/tenancy/rows.ts';

/** What is read of a workspace's recent conversations: the newest of them, and the newest of their messages. */
const CONVERSATIONS_READ = 400;
export const MESSAGES_READ = 12_000;

/** A message that something may be learned from. */
export interface ReadMessage {
  id: Buffer;
  contactId: Buffer;
  direction: 'inbound' | 'outbound';
  text: string | null;
  /** A person wrote it. */
  isHuman: number;
}

/** A place where something was found: a message with its conversation. */
export interface FoundAnswer {
  id: Buffer;
  text: string;
  conversationId: Buffer;
  contactName: string;
  createdAt: Date;
}

/**
 * Returns the messages of the newest conversations since a time, by contact and in their order; of very many, the newest.
 * Contacts whom the assistant leaves alone are not read, and no simulated customers.
 * @param before leaves out the messages from this time on.
 */
export async function readRecentMessages(
  ctx: QueryContext,
  since: Date,
  most = MESSAGES_READ,
  before: Date | null = null,
): Promise<ReadMessage[]> {
  const newest = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT v.contact_id AS contactId FROM conversations v
     JOIN contacts k ON k.tenant_id = v.tenant_id AND k.id = v.contact_id
     LEFT JOIN assist_exclusions x ON x.tenant_id = v.tenant_id AND x.contact_id = v.contact_id
     WHERE v.tenant_id = :tenantId AND x.contact_id IS NULL
       AND (k.phone IS NULL OR k.phone NOT LIKE '${SIMULATED_PHONES_LIKE}')
     ORDER BY v.last_activity_at DESC, v.id DESC LIMIT ${CONVERSATIONS_READ}`,
  );
  if (newest.length === 0) return [];
  return select<ReadMessage>(
    ctx,
    `SELECT m.id, m.contact_id AS contactId, m.direction, LEFT(COALESCE(m.content, m.caption), ${TEXT_MAX}) AS text,
       m.author_id IS NOT NULL AND m.origin IS NULL AND m.broadcast_id IS NULL AND m.type <> 'template' AS isHuman
     FROM (
       SELECT id FROM messages
       WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND created_at > :since
         ${before ? 'AND created_at < :before' : ''}
         AND revoked_at IS NULL AND status <> 'scheduled'
       ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(most)}
     ) newest JOIN messages m ON m.tenant_id = :tenantId AND m.id = newest.id
     ORDER BY m.contact_id, m.created_at, m.id`,
    { contactIds: newest.map(({ contactId }) => contactId), since, ...(before && { before }) },
  );
}

/** Returns how many messages the conversations of the workspace have. */
export async function countMessages(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ count: number | null }>(
    ctx,
    'SELECT SUM(message_count) AS count FROM conversations WHERE tenant_id = :tenantId',
  );
  return Number(row?.count ?? 0);
}

/** Returns how many conversations the workspace has, and how many labels people gave to them. */
export async function countLabelled(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT (SELECT COUNT(*) FROM conversations v WHERE v.tenant_id = :tenantId)
       + (SELECT COUNT(*) FROM conversation_labels l WHERE l.tenant_id = :tenantId) AS count`,
  );
  return Number(row?.count ?? 0);
}

/** Returns answers as they are now: one that was deleted, or whose contact was, is not among them. */
export async function findAnswers(ctx: QueryContext, ids: readonly Buffer[]): Promise<FoundAnswer[]> {
  if (ids.length === 0) return [];
  return select<FoundAnswer>(
    ctx,
    `SELECT m.id, COALESCE(m.content, m.caption) AS text, v.id AS conversationId, k.name AS contactName,
       m.created_at AS createdAt
     FROM messages m
     JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
     JOIN conversations v ON v.tenant_id = m.tenant_id AND v.contact_id = m.contact_id
     LEFT JOIN assist_exclusions x ON x.tenant_id = m.tenant_id AND x.contact_id = m.contact_id
     WHERE m.tenant_id = :tenantId AND m.id IN (:ids) AND m.revoked_at IS NULL AND x.contact_id IS NULL
       AND COALESCE(m.content, m.caption) IS NOT NULL`,
    { ids: [...ids] },
  );
}

/** Returns the labels of contacts' conversations, in a stable order. */
export async function labelsOfContacts(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
): Promise<{ contactId: Buffer; labelId: Buffer }[]> {
  if (contactIds.length === 0) return [];
  return select(
    ctx,
    `SELECT contact_id AS contactId, label_id AS labelId FROM conversation_labels
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds)
     ORDER BY conversation_id, label_id LIMIT ${CONVERSATIONS_READ * CONVERSATION_LABELS_MAX}`,
    { contactIds: [...contactIds] },
  );
}
