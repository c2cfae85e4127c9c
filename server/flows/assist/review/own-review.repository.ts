import { REVIEW_CONVERSATIONS_MAX } from '../../../../shared/domain/assist/review.ts';
import { SIMULATED_PHONES_LIKE } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import type { OwnConversation, ReviewedMessage } from './exchanges.ts';

/** So many conversations of the days are looked through for the member's own messages, the last active first. */
const WALKED_MAX = 2_000;
const MESSAGES_MAX = 6_000;

/**
 * Returns the conversations since a time in which a member has written, the last active first, without contacts whom the
 * assistant leaves alone and without rehearsals; of one contact on request.
 */
export function ownConversations(
  ctx: QueryContext,
  { me, since, contactId }: { me: Buffer; since: Date; contactId: Buffer | null },
): Promise<OwnConversation[]> {
  return select<OwnConversation>(
    ctx,
    `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, c.status, c.assignee_id AS assigneeId
     FROM (SELECT id, contact_id, status, assignee_id, last_activity_at FROM conversations
       WHERE tenant_id = :tenantId AND last_activity_at >= :since ${contactId ? 'AND contact_id = :contactId' : ''}
       ORDER BY last_activity_at DESC, id DESC LIMIT ${WALKED_MAX}) c
     JOIN contacts k ON k.tenant_id = :tenantId AND k.id = c.contact_id
     LEFT JOIN assist_exclusions x ON x.tenant_id = :tenantId AND x.contact_id = c.contact_id
     WHERE x.contact_id IS NULL AND (k.phone IS NULL OR k.phone NOT LIKE '${SIMULATED_PHONES_LIKE}')
       AND EXISTS (SELECT 1 FROM messages w WHERE w.tenant_id = :tenantId AND w.contact_id = c.contact_id
         AND w.created_at >= :since AND w.author_id = :me)
     ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${REVIEW_CONVERSATIONS_MAX}`,
    { me, since, ...(contactId && { contactId }) },
  );
}

/** Returns what was written in some conversations since a time, each in its order. What was not delivered is no answer. */
export async function reviewedMessages(
  ctx: QueryContext,
  conversations: readonly OwnConversation[],
  since: Date,
): Promise<{ messages: ReviewedMessage[]; isCut: boolean }> {
  if (conversations.length === 0) return { messages: [], isCut: false };
  const messages = await select<ReviewedMessage>(
    ctx,
    `SELECT m.id, m.contact_id AS contactId, m.direction, m.author_id AS authorId, m.created_at AS createdAt,
       COALESCE(m.content, m.caption) AS text, IF(m.broadcast_id IS NULL, m.origin, 'broadcast') AS origin
     FROM messages m FORCE INDEX (messages_thread)
     WHERE m.tenant_id = :tenantId AND m.contact_id IN (:contactIds) AND m.created_at >= :since
       AND m.type <> 'system' AND m.status NOT IN ('scheduled', 'failed') AND m.revoked_at IS NULL
     ORDER BY m.contact_id, m.created_at, m.id LIMIT ${MESSAGES_MAX + 1}`,
    { contactIds: conversations.map(({ contactId }) => contactId), since },
  );
  return { messages: messages.slice(0, MESSAGES_MAX), isCut: messages.length > MESSAGES_MAX };
}

/** Returns the contact to whom a member has written a message; null: the member has not written it. */
export async function contactWrittenTo(
  ctx: QueryContext,
  { me, id, since }: { me: Buffer; id: Buffer; since: Date },
): Promise<Buffer | null> {
  const [row] = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT contact_id AS contactId FROM messages
     WHERE tenant_id = :tenantId AND id = :id AND author_id = :me AND created_at >= :since`,
    { me, id, since },
  );
  return row?.contactId ?? null;
}
