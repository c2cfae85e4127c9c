import type { ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Bindings } from '../../db/database.ts';
import { isOrphan } from '../../db/database-errors.ts';
import type { ConversationRow } from '../../db/models/conversation.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { newKey } from '../../kernel/ids.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';
import type { ConversationView } from './conversations.presenter.ts';

/** How many characters of a message the list shows at most. */
const PREVIEW_LENGTH = 160;

const VIEW = `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, k.phone AS contactPhone,
    k.status AS contactStatus, c.unread_count AS unreadCount, c.last_activity_at AS lastActivityAt,
    c.last_inbound_at AS lastInboundAt, c.updated_at AS updatedAt, c.webhook_seq AS webhookSeq, m.id AS messageId, m.direction, m.type, m.status,
    LEFT(COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), ${PREVIEW_LENGTH}) AS preview, m.created_at AS messageCreatedAt,
    m.revoked_at AS messageRevokedAt
  FROM conversations c
  JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.last_message_id`;

const FILTERS: Readonly<Record<ConversationFilter, string>> = {
  all: '',
  unread: 'AND c.unread_count > 0',
  failed: "AND m.status = 'failed'",
};

const AFTER =
  'AND c.last_activity_at <= :lastActivityAt AND (c.last_activity_at < :lastActivityAt OR c.id < :id)';
const UNTIL = 'AND c.last_activity_at >= :untilAt AND (c.last_activity_at > :untilAt OR c.id >= :untilId)';

export interface ConversationListOptions {
  filter: ConversationFilter;
  /** LIKE patterns on the contact's folded name and on its digits. */
  name: string | null;
  phone: string | null;
  after?: { lastActivityAt: Date; id: Buffer };
  /** The last conversation to look at. */
  until?: { lastActivityAt: Date; id: Buffer } | null;
  limit: number;
}

/** What a change of a conversation needs of a context: the time as well. */
type ChangingContext = QueryContext & Pick<Context, 'clock'>;

type OpenConversation = Pick<
  ConversationRow,
  'id' | 'contactId' | 'lastInboundAt' | 'lastActivityAt' | 'unreadCount'
>;

/** Returns a conversation; null when there is none with this id. SQL, because every send asks this. */
export async function findConversation(ctx: QueryContext, id: Buffer): Promise<ConversationRow | null> {
  const [row] = await select<ConversationRow>(
    ctx,
    `SELECT id, tenant_id AS tenantId, contact_id AS contactId, unread_count AS unreadCount,
       message_count AS messageCount, last_message_id AS lastMessageId, last_activity_at AS lastActivityAt,
       last_inbound_at AS lastInboundAt, created_at AS createdAt, updated_at AS updatedAt
     FROM conversations WHERE tenant_id = :tenantId AND id = :id`,
    { id },
  );
  return row ?? null;
}

/** Returns the conversation with a contact; null when there is none. */
export function conversationOfContact(ctx: QueryContext, contactId: Buffer): Promise<ConversationRow | null> {
  return findRow(ctx, 'conversation', { where: { contactId } });
}

/** Returns a conversation with its contact and its last message; null when there is none with this id. */
export async function conversationView(ctx: QueryContext, id: Buffer): Promise<ConversationView | null> {
  const [row] = await select<ConversationView>(ctx, `${VIEW} WHERE c.tenant_id = :tenantId AND c.id = :id`, {
    id,
  });
  return row ?? null;
}

/** Conversations that one request looks at, at most, to fill a page of a filter or search that few match. */
export const WALKED_MAX = 5_000;

/** Returns the last conversation that a request may look at, `most` after its start; null when there are fewer. */
export async function endOfWalk(
  ctx: QueryContext,
  after: ConversationListOptions['after'],
  most: number,
): Promise<{ lastActivityAt: Date; id: Buffer } | null> {
  const [row] = await select<{ lastActivityAt: Date; id: Buffer }>(
    ctx,
    `SELECT last_activity_at AS lastActivityAt, id FROM conversations FORCE INDEX (conversations_recent)
     WHERE tenant_id = :tenantId ${after ? AFTER.replaceAll('c.', '') : ''}
     ORDER BY last_activity_at DESC, id DESC LIMIT ${Math.trunc(most) - 1}, 1`,
    { ...after },
  );
  return row ?? null;
}

/** Returns a page of the inbox, latest activity first, down to `until`. */
export function conversationViews(
  ctx: QueryContext,
  options: ConversationListOptions,
): Promise<ConversationView[]> {
  const { after, name, phone, until } = options;
  const search = [name ? 'k.name_search LIKE :name' : '', phone ? 'k.phone LIKE :phone' : ''].filter(Boolean);
  const bindings: Bindings = {
    ...(name ? { name } : {}),
    ...(phone ? { phone } : {}),
    ...after,
    ...(until ? { untilAt: until.lastActivityAt, untilId: until.id } : {}),
  };
  return select<ConversationView>(
    ctx,
    `${VIEW} WHERE c.tenant_id = :tenantId ${FILTERS[options.filter]}
       ${search.length > 0 ? `AND (${search.join(' OR ')})` : ''}
       ${after ? AFTER : ''} ${until ? UNTIL : ''}
     ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${Math.trunc(options.limit)}`,
    bindings,
  );
}

/** Returns how many conversations have unread messages. */
export async function countUnreadConversations(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ unread: number }>(
    ctx,
    'SELECT COUNT(*) AS unread FROM conversations WHERE tenant_id = :tenantId AND unread_count > 0',
  );
  return Number(row?.unread ?? 0);
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
  },
): Promise<boolean> {
  const inbound = (message.opensWindow ?? message.direction === 'inbound') ? 1 : 0;
  const changed = await run(
    ctx,
    `UPDATE conversations SET
       message_count = message_count + 1,
       webhook_seq = webhook_seq + ${message.direction === 'inbound' ? 1 : 0},
       unread_count = unread_count + ${message.unread ? 1 : 0},
       last_message_id = IF(last_message_id IS NULL OR last_activity_at <= :createdAt, :messageId, last_message_id),
       last_inbound_at = IF(${inbound} AND (last_inbound_at IS NULL OR last_inbound_at < :createdAt), :createdAt, last_inbound_at),
       last_activity_at = IF(message_count = 1, :createdAt, GREATEST(last_activity_at, :createdAt)),
       updated_at = :now
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, messageId: message.id, createdAt: message.createdAt, now: ctx.clock.now() },
  );
  return changed > 0;
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
    `SELECT id, contact_id AS contactId, last_inbound_at AS lastInboundAt, last_activity_at AS lastActivityAt,
       unread_count AS unreadCount
     FROM conversations WHERE tenant_id = :tenantId AND contact_id = :contactId FOR UPDATE`,
    { contactId },
  );
  return row;
}
