import type { ContactRow } from '../../db/models/contact.model.ts';
import { IS_ANSWERED_CALL, IS_MISSED_CALL } from '../../features/messages/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** What a test of a rule reads of the past: by the indexes of conversations and threads, in small pages. */

/** A conversation with its contact. */
export type PastConversation = Pick<
  ContactRow,
  'name' | 'email' | 'status' | 'phone' | 'tags' | 'attributes' | 'marketing' | 'isBlocked'
> & { id: Buffer; contactId: Buffer; lastActivityAt: Date; labelIds: Buffer[] };

/** Returns a page of the conversations that were active since a time, the last active first. */
export async function pastConversations(
  ctx: QueryContext,
  { since, before, limit }: { since: Date; before: PastConversation | null; limit: number },
): Promise<PastConversation[]> {
  const rows = await select<Omit<PastConversation, 'labelIds'> & { labels: string | null }>(
    ctx,
    `SELECT c.id, c.contact_id AS contactId, c.last_activity_at AS lastActivityAt, k.name, k.email, k.status, k.phone,
       k.tags, k.attributes, k.marketing, k.is_blocked AS isBlocked,
       (SELECT GROUP_CONCAT(HEX(l.label_id)) FROM conversation_labels l
        WHERE l.tenant_id = c.tenant_id AND l.conversation_id = c.id) AS labels
     FROM conversations c JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
     WHERE c.tenant_id = :tenantId AND c.last_activity_at >= :since
       ${before ? 'AND (c.last_activity_at < :at OR (c.last_activity_at = :at AND c.id < :id))' : ''}
     ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${Math.trunc(limit)}`,
    { since, ...(before && { at: before.lastActivityAt, id: before.id }) },
  );
  return rows.map(({ labels, ...row }) => ({
    ...row,
    labelIds: (labels ?? '')
      .split(',')
      .filter((hex) => hex.length === 32)
      .map((hex) => Buffer.from(hex, 'hex')),
  }));
}

/** A message as far as triggers decide by it. */
export interface PastMessage {
  contactId: Buffer;
  direction: 'inbound' | 'outbound';
  createdAt: Date;
  text: string | null;
  /** Whether a person or a program sent it to this customer. */
  isAnswer: boolean;
  /** Whether it was written in a group. */
  isOfGroup: boolean;
  /** Whether it is a call of the customer, and not a message. */
  isCall: boolean;
  /** Whether it is a call that was answered: the customer does not wait for anything. */
  isAnsweredCall: boolean;
}

/** Of the lines that are no messages, calls alone mean that the customer has been here before, as when they arrive. */
const IS_CALL = `(type = 'system' AND direction = 'inbound' AND (${IS_MISSED_CALL} OR ${IS_ANSWERED_CALL}))`;

/** Texts are read up to here: keywords further on are not looked for. */
const TEXT_READ = 2_000;

/** Returns the messages with some contacts since a time, of each the oldest first. */
export async function pastMessages(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  { since, limit }: { since: Date; limit: number },
): Promise<PastMessage[]> {
  if (contactIds.length === 0) return [];
  type Flags = 'isAnswer' | 'isOfGroup' | 'isCall' | 'isAnsweredCall';
  const rows = await select<Omit<PastMessage, Flags> & Record<Flags, number | null>>(
    ctx,
    `SELECT contact_id AS contactId, direction, created_at AS createdAt,
       LEFT(COALESCE(content, caption), ${TEXT_READ}) AS text,
       direction = 'outbound' AND (origin IS NULL OR origin <> 'automation') AND broadcast_id IS NULL AS isAnswer,
       JSON_CONTAINS_PATH(facts, 'one', '$.group') AS isOfGroup, type = 'system' AS isCall,
       ${IS_ANSWERED_CALL} AS isAnsweredCall
     FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND created_at >= :since
       AND (type <> 'system' OR ${IS_CALL}) AND status <> 'scheduled'
     ORDER BY contact_id, created_at, id LIMIT ${Math.trunc(limit)}`,
    { contactIds, since },
  );
  return rows.map((row) => ({
    ...row,
    isAnswer: Number(row.isAnswer) === 1,
    isOfGroup: Number(row.isOfGroup) === 1,
    isCall: Number(row.isCall) === 1,
    isAnsweredCall: Number(row.isAnsweredCall) === 1,
  }));
}

/** Returns those of some contacts who had written or called before a time, as hex. */
export async function contactsBefore(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  since: Date,
): Promise<Set<string>> {
  if (contactIds.length === 0) return new Set();
  const rows = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT DISTINCT contact_id AS contactId FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND created_at < :since
       AND direction = 'inbound' AND (type <> 'system' OR ${IS_CALL})`,
    { contactIds, since },
  );
  return new Set(rows.map(({ contactId }) => contactId.toString('hex')));
}

/** A time at which the conversation of a contact was opened or closed. */
export interface PastTurn {
  contactId: Buffer;
  kind: 'opened' | 'resolution';
  at: Date;
}

/** Returns when the conversations of some contacts were opened and closed, the oldest first: facts of the insights. */
export async function pastTurns(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  since: Date,
): Promise<PastTurn[]> {
  if (contactIds.length === 0) return [];
  return select<PastTurn>(
    ctx,
    `SELECT contact_id AS contactId, kind, at FROM insight_facts FORCE INDEX (insight_facts_contact)
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND kind IN ('opened', 'resolution') AND at >= :since
     ORDER BY at`,
    { contactIds, since },
  );
}

/**
 * Returns when people and programs added a label to the conversations of some contacts, the oldest first. The history has
 * the names of labels: a label that was renamed is found from then on.
 */
export async function pastLabelings(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
  { name, since }: { name: string; since: Date },
): Promise<{ contactId: Buffer; at: Date }[]> {
  if (contactIds.length === 0) return [];
  return select(
    ctx,
    `SELECT contact_id AS contactId, created_at AS at FROM contact_history FORCE INDEX (contact_history_contact)
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND created_at >= :since AND author_kind <> 'rule'
       AND JSON_CONTAINS(changes, :added)
     ORDER BY created_at`,
    {
      contactIds,
      since,
      added: JSON.stringify({ field: 'conversation:label', before: '', after: name }),
    },
  );
}
