import { SIMULATED_PHONES_LIKE } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { REPLAY_CONVERSATIONS_MAX } from '../../../shared/domain/rehearsal/replay.ts';
import { BURST_MAX, burstOf, type LatestMessage } from '../../features/assist/retrieval/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** What a replay reads of the past: conversations in small pages, the last active first, and their messages. */

/** A conversation of the days. */
export interface PastConversation {
  id: Buffer;
  contactId: Buffer;
  lastActivityAt: Date;
}

const FROM_CONVERSATIONS = `FROM conversations c
  JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN assist_exclusions x ON x.tenant_id = c.tenant_id AND x.contact_id = c.contact_id
  WHERE c.tenant_id = :tenantId AND c.last_activity_at >= :since AND x.contact_id IS NULL
    AND (k.phone IS NULL OR k.phone NOT LIKE '${SIMULATED_PHONES_LIKE}')`;

/** Returns how many conversations there are since a time; counting stops above the most that are read. */
export async function countConversations(ctx: QueryContext, since: Date): Promise<number> {
  const [row] = await select<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT c.id ${FROM_CONVERSATIONS} LIMIT ${REPLAY_CONVERSATIONS_MAX + 1}) counted`,
    { since },
  );
  return Number(row?.n ?? 0);
}

/** Returns a page of conversations since a time, without contacts whom the assistant leaves alone and without rehearsals. */
export function conversationPage(
  ctx: QueryContext,
  { since, before, limit }: { since: Date; before: PastConversation | null; limit: number },
): Promise<PastConversation[]> {
  return select<PastConversation>(
    ctx,
    `SELECT c.id, c.contact_id AS contactId, c.last_activity_at AS lastActivityAt ${FROM_CONVERSATIONS}
       ${before ? 'AND (c.last_activity_at < :at OR (c.last_activity_at = :at AND c.id < :id))' : ''}
     ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${Math.trunc(limit)}`,
    { since, ...(before && { at: before.lastActivityAt, id: before.id }) },
  );
}

/** What a customer wrote, and what a person answered. */
export interface PastCase {
  contactId: Buffer;
  /** The last message before the answer. */
  messageId: Buffer;
  question: string;
  answerId: Buffer;
  answer: string;
  /** The saved reply that the answer was written with. */
  savedReplyId: Buffer | null;
}

interface PastMessage extends LatestMessage {
  contactId: Buffer;
  isHuman: number;
  savedReplyId: Buffer | null;
}

/** How many messages of a page of conversations are read. */
export const PAGE_MESSAGES_MAX = 6_000;

/**
 * Returns the answered messages in some conversations since a time. `isCut`: these have more than `messagesMax` messages,
 * and the others were not read.
 */
export async function casesIn(
  ctx: QueryContext,
  conversations: readonly PastConversation[],
  { since, messagesMax }: { since: Date; messagesMax: number },
): Promise<{ cases: PastCase[]; isCut: boolean }> {
  if (conversations.length === 0) return { cases: [], isCut: false };
  const messages = await select<PastMessage>(
    ctx,
    `SELECT m.id, m.contact_id AS contactId, m.direction, COALESCE(m.content, m.caption) AS text, m.created_at AS createdAt,
       IF(m.broadcast_id IS NULL, m.origin, 'automation') AS origin,
       m.author_id IS NOT NULL AND m.origin IS NULL AND m.broadcast_id IS NULL AND m.type = 'text' AS isHuman,
       (SELECT e.saved_reply_id FROM reply_examples e WHERE e.tenant_id = m.tenant_id AND e.answer_id = m.id LIMIT 1)
         AS savedReplyId
     FROM messages m FORCE INDEX (messages_thread)
     WHERE m.tenant_id = :tenantId AND m.contact_id IN (:contactIds) AND m.created_at >= :since
       AND m.type <> 'system' AND m.status <> 'scheduled' AND m.revoked_at IS NULL
     ORDER BY m.contact_id, m.created_at, m.id LIMIT ${Math.trunc(messagesMax) + 1}`,
    { contactIds: conversations.map(({ contactId }) => contactId), since },
  );
  return { cases: casesOf(messages.slice(0, messagesMax)), isCut: messages.length > messagesMax };
}

/** Returns the answered messages of some threads, each in its order. */
function casesOf(messages: readonly PastMessage[]): PastCase[] {
  const cases: PastCase[] = [];
  for (const [at, message] of messages.entries()) {
    const { contactId, text: answer } = message;
    if (Number(message.isHuman) === 0 || !answer?.trim()) continue;
    const before: PastMessage[] = [];
    for (let back = at - 1; back >= 0 && before.length < BURST_MAX + 3; back -= 1) {
      const one = messages[back];
      if (!one?.contactId.equals(contactId)) break;
      before.push(one);
    }
    const burst = burstOf(before);
    const messageId = burst?.messageIds.at(-1);
    if (!burst || !messageId) continue;
    const { id: answerId, savedReplyId } = message;
    cases.push({ contactId, messageId, question: burst.text, answerId, answer, savedReplyId });
  }
  return cases;
}
