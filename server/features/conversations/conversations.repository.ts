import type { Marks } from '../../../shared/domain/assist/marks.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isOrphan } from '../../db/database-errors.ts';
import type { ConversationRow, StoredMarks } from '../../db/models/conversation.model.ts';
import type { MessageOrigin } from '../../db/models/message.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { newKey } from '../../kernel/ids.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';

import { MARK_COLUMNS, markBindings, SET_MARKS } from './marks.repository.ts';

/** What a change of a conversation needs of a context: the time as well. */
type ChangingContext = QueryContext & Pick<Context, 'clock'>;

type OpenConversation = Pick<
  ConversationRow,
  'id' | 'contactId' | 'lastInboundAt' | 'unreadCount' | 'status' | 'waitingSince'
> & {
  lastMessageAt: Date;
} & StoredMarks;

type SendingTo = Pick<
  ConversationRow,
  'id' | 'contactId' | 'lastMessageId' | 'lastInboundAt' | 'unreadCount'
>;

/**
 * Returns a conversation, also by the id that it had before its contact was merged; null when there is none with this
 * id. SQL, because every send asks this.
 */
export function findConversation(ctx: QueryContext, id: Buffer): Promise<SendingTo | null> {
  return currentOf(ctx, id, async (id) => {
    const [row] = await select<SendingTo>(
      ctx,
      `SELECT id, contact_id AS contactId, last_message_id AS lastMessageId, last_inbound_at AS lastInboundAt,
         unread_count AS unreadCount
       FROM conversations WHERE tenant_id = :tenantId AND id = :id`,
      { id },
    );
    return row ?? null;
  });
}

/** Reads a conversation by its id; if there is none, the one that its messages went to when its contact was merged. */
export async function currentOf<Row>(
  ctx: QueryContext,
  id: Buffer,
  read: (id: Buffer) => Promise<Row | null>,
): Promise<Row | null> {
  const known = await read(id);
  if (known) return known;
  const [heir] = await select<{ id: Buffer }>(
    ctx,
    `SELECT v.id FROM contact_merges g JOIN conversations v ON v.tenant_id = g.tenant_id AND v.contact_id = g.target_id
     WHERE g.tenant_id = :tenantId AND g.conversation_id = :id`,
    { id },
  );
  return heir ? read(heir.id) : null;
}

/** Returns the conversation with a contact; null when there is none. */
export function conversationOfContact(ctx: QueryContext, contactId: Buffer): Promise<ConversationRow | null> {
  return findRow(ctx, 'conversation', { where: { contactId } });
}

/**
 * Returns the conversation with a contact, created when there is none, with its row locked. There is one per
 * contact by a unique key, so messages that arrive together can never split into two. It is looked
 * for before it is inserted: an INSERT that meets a duplicate takes a weaker lock first, and two that
 * both want the stronger one afterwards are a deadlock.
 * @throws {AppError} contact_not_found when the contact is deleted in this very moment.
 */
export async function openConversation(ctx: ChangingContext, contactId: Buffer): Promise<OpenConversation> {
  const known = await lockConversationOfContact(ctx, contactId);
  if (known) return known;
  try {
    await run(
      ctx,
      `INSERT INTO conversations (id, tenant_id, contact_id, last_activity_at, created_at, updated_at)
       VALUES (:id, :tenantId, :contactId, :now, :now, :now) ON DUPLICATE KEY UPDATE id = conversations.id`,
      { id: newKey(), contactId, now: ctx.clock.now() },
    );
  } catch (error) {
    if (!isOrphan(error)) throw error;
    throw new AppError('contact_not_found', { cause: error });
  }
  const made = await lockConversationOfContact(ctx, contactId);
  if (!made) throw new Error('a conversation vanished while its row was locked');
  return made;
}

/** A message of the customer reopens the conversation, and waits for an answer. MySQL assigns from left to right. */
const REOPENED_BY_CUSTOMER = `first_response_at = IF(status = 'closed', NULL, first_response_at),
       waiting_since = IF(status = 'closed', :createdAt, COALESCE(waiting_since, :createdAt)),
       status = 'open', snoozed_until = NULL, returned_at = NULL,`;

/** What was said about a wait that has ended; `waiting_since` is assigned before. */
const WITHOUT_WAIT = `urgent_word = IF(waiting_since IS NULL, NULL, urgent_word),
       asked_count = IF(waiting_since IS NULL, 0, asked_count), asked_at = IF(waiting_since IS NULL, NULL, asked_at),
       is_only_thanks = IF(waiting_since IS NULL, 0, is_only_thanks),`;

/** An answer of a person or a program ends the wait; the conversation stays open, snoozed or closed. */
const ANSWERED = `first_response_at = IF(waiting_since IS NULL, first_response_at, COALESCE(first_response_at, :createdAt)),
       waiting_since = NULL, returned_at = NULL, ${WITHOUT_WAIT}`;

/** What was written in the business app may be reported later than what the customer wrote after it. */
const ANSWERED_IN_BUSINESS_APP = `first_response_at = IF(waiting_since IS NULL OR waiting_since > :createdAt, first_response_at, COALESCE(first_response_at, :createdAt)),
       waiting_since = IF(waiting_since > :createdAt, waiting_since, NULL), returned_at = IF(waiting_since IS NULL, NULL, returned_at),
       ${WITHOUT_WAIT}`;

/** What the server says about itself ends the wait, too; it is no first response. */
const CONFIRMED = `waiting_since = NULL, returned_at = NULL, ${WITHOUT_WAIT}`;

/** A conversation that a broadcast or a history begins stays closed until the customer writes. */
const OF_BROADCAST = "status = IF(message_count = 1, 'closed', status),";

/**
 * Takes a new message into the conversation's summary. A late one does not become the last.
 * @returns whether the conversation is there.
 */
export async function appendToConversation(
  ctx: ChangingContext,
  id: Buffer,
  message: {
    id: Buffer;
    createdAt: Date;
    direction: 'inbound' | 'outbound';
    unread: boolean;
    /** Whether the customer wrote it: their newest message opens the 24 hours. */
    opensWindow?: boolean;
    /** Whether a message of the customer also reopens the conversation. */
    reopens?: boolean;
    /** Whether it was sent to many: it answers nobody, and the conversation stays where it is in the inbox. */
    isBroadcast?: boolean;
    /** Whether it is from before the number was connected: it needs no answer and is not sent to endpoints. */
    isHistory?: boolean;
    /** What the server sent by itself. A message of a rule answers nobody. */
    origin?: MessageOrigin | null;
    /** What the messages say now that wait for an answer. */
    marks?: Marks | null;
  },
): Promise<boolean> {
  const reopens = message.reopens ?? true;
  const inbound = (message.opensWindow ?? message.direction === 'inbound') ? 1 : 0;
  const changed = await run(
    ctx,
    `UPDATE conversations SET
       message_count = message_count + 1,
       webhook_seq = webhook_seq + ${message.direction === 'inbound' && !message.isHistory ? 1 : 0},
       unread_count = unread_count + ${message.unread ? 1 : 0},
       last_message_id = IF(last_message_id IS NULL OR COALESCE(last_message_at, last_activity_at) <= :createdAt, :messageId, last_message_id),
       last_message_at = IF(message_count = 1, :createdAt, GREATEST(COALESCE(last_message_at, last_activity_at), :createdAt)),
       last_inbound_at = IF(${inbound} AND (last_inbound_at IS NULL OR last_inbound_at < :createdAt), :createdAt, last_inbound_at),
       last_activity_at = IF(message_count = 1, :createdAt, ${message.isBroadcast ? 'last_activity_at' : 'GREATEST(last_activity_at, :createdAt)'}),
       ${message.direction === 'inbound' && !message.isHistory ? (inbound && reopens ? REOPENED_BY_CUSTOMER : '') : answerOf(message)}
       ${message.marks ? `${SET_MARKS},` : ''}
       updated_at = :now
     WHERE tenant_id = :tenantId AND id = :id`,
    {
      ...{ id, messageId: message.id, createdAt: message.createdAt, now: ctx.clock.now() },
      ...(message.marks && markBindings(message.marks)),
    },
  );
  return changed > 0;
}

/** Returns what an outbound message changes about the customer's wait. */
function answerOf({
  isBroadcast,
  isHistory,
  origin,
}: {
  isBroadcast?: boolean;
  isHistory?: boolean;
  origin?: MessageOrigin | null;
}): string {
  if (isBroadcast || isHistory) return OF_BROADCAST;
  if (origin === 'automation') return '';
  if (origin === 'business_app') return ANSWERED_IN_BUSINESS_APP;
  return origin === 'consent' ? CONFIRMED : ANSWERED;
}

/** Gives a change of a message its number in the conversation: the next one that endpoints are sent. */
export async function countConversationChange(ctx: QueryContext, messageId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE conversations SET webhook_seq = webhook_seq + 1
     WHERE tenant_id = :tenantId
       AND id = (SELECT m.conversation_id FROM messages m WHERE m.tenant_id = :tenantId AND m.id = :messageId)`,
    { messageId },
  );
}

/** Lets the unread count fall to `left`; returns whether it was higher. */
export async function lowerUnreadCount(ctx: ChangingContext, id: Buffer, left = 0): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE conversations SET unread_count = :left, updated_at = :now
     WHERE tenant_id = :tenantId AND id = :id AND unread_count > :left`,
    { id, left, now: ctx.clock.now() },
  );
  return changed > 0;
}

async function lockConversationOfContact(
  ctx: QueryContext,
  contactId: Buffer,
): Promise<OpenConversation | undefined> {
  const [row] = await select<OpenConversation>(
    ctx,
    `SELECT id, contact_id AS contactId, last_inbound_at AS lastInboundAt,
       COALESCE(last_message_at, last_activity_at) AS lastMessageAt, unread_count AS unreadCount, status,
       waiting_since AS waitingSince, ${MARK_COLUMNS}
     FROM conversations WHERE tenant_id = :tenantId AND contact_id = :contactId FOR UPDATE`,
    { contactId },
  );
  return row;
}
