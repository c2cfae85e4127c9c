import { STATUS_RANK } from '../../../shared/domain/message-status.ts';
import { jsonText } from '../../db/define-model.ts';
import type { MessageContent, MessageOrigin, MessageRow } from '../../db/models/message.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';
import { COUNTS_AS_UNREAD } from './calls.sql.ts';
import type { MessageView } from './messages.presenter.ts';
import { addMessageWords } from './search/message-words.repository.ts';

// Messages are what the server is busy with, so all of this is SQL.

/** A message that says nothing yet; its kind fills in what it has. */
export const NO_CONTENT: MessageContent = {
  content: null,
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  caption: null,
  filename: null,
};

/** A new message: what is not given is null, and nothing has happened to it yet. */
export type NewMessage = Pick<
  MessageRow,
  'id' | 'conversationId' | 'contactId' | 'direction' | 'type' | 'status' | 'createdAt'
> &
  Partial<MessageContent> & {
    payload?: string | null;
    facts?: string | null;
    replyTo?: Buffer | null;
    platformId?: string | null;
    clientId?: string | null;
    authorId?: Buffer | null;
    warnings?: readonly string[];
    sendAt?: Date | null;
    isHeld?: number;
    broadcastId?: Buffer | null;
    /** 1: from before the number was connected. It is not counted. */
    isHistory?: number;
    origin?: MessageOrigin | null;
    ruleId?: Buffer | null;
  };

const NOTHING_GIVEN = {
  ...NO_CONTENT,
  payload: null,
  facts: null,
  replyTo: null,
  platformId: null,
  clientId: null,
  authorId: null,
  sendAt: null,
  isHeld: 0,
  broadcastId: null,
  origin: null,
  ruleId: null,
  isHistory: 0,
};

/** A place in a thread. */
interface ThreadMoment {
  createdAt: Date;
  id: Buffer;
}

/** What a reaction, an edit or a deletion needs of its message. */
export type LockedMessage = Pick<
  MessageRow,
  | 'id'
  | 'contactId'
  | 'direction'
  | 'status'
  | 'platformId'
  | 'reactions'
  | 'content'
  | 'caption'
  | 'edits'
  | 'revokedAt'
>;

/** Where a page starts: after the given message in the order newest first, at it, or so many messages down. */
export interface ThreadPlace {
  after?: ThreadMoment;
  /** Like `after`, with the message itself. */
  upTo?: ThreadMoment;
  offset?: number;
  limit: number;
}

const VIEW = `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId, m.direction, m.type,
    m.status, m.content, m.template_name AS templateName, m.template_language AS templateLanguage, m.components,
    m.media_url AS mediaUrl, m.caption, m.filename, m.reactions, m.payload, m.facts,
    m.reply_to AS replyTo, m.platform_id AS platformId, m.client_id AS clientId,
    m.author_id AS authorId, m.error, m.warnings, m.created_at AS createdAt, m.sent_at AS sentAt,
    m.send_at AS sendAt, m.is_held AS isHeld,
    m.edits, m.edited_at AS editedAt, m.revoked_at AS revokedAt,
    m.delivered_at AS deliveredAt, m.read_at AS readAt, m.failed_at AS failedAt,
    k.phone AS contactPhone, u.name AS authorName, f.id AS mediaId, f.state AS mediaState, f.mime_type AS mediaType,
    f.size AS mediaSize, f.filename AS mediaName, f.width AS mediaWidth, f.height AS mediaHeight, f.reason AS mediaReason,
    b.id AS broadcastId, b.name AS broadcastName, m.origin, r.id AS ruleId, r.name AS ruleName`;
const JOINS = `JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
  LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id
  LEFT JOIN media f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
  LEFT JOIN broadcasts b ON b.tenant_id = m.tenant_id AND b.id = m.broadcast_id
  LEFT JOIN automation_rules r ON r.tenant_id = m.tenant_id AND r.id = m.rule_id`;

/** The columns of a `MessageRow`. */
const COLUMNS = `id, tenant_id AS tenantId, conversation_id AS conversationId, contact_id AS contactId, direction,
  type, status, status_rank AS statusRank, content, template_name AS templateName,
  template_language AS templateLanguage, components, media_url AS mediaUrl, caption, filename, payload, facts,
  reply_to AS replyTo, platform_id AS platformId, send_round AS sendRound, client_id AS clientId,
  author_id AS authorId, error, warnings, reactions, edits, edited_at AS editedAt, revoked_at AS revokedAt,
  created_at AS createdAt, send_at AS sendAt, is_held AS isHeld, sent_at AS sentAt, delivered_at AS deliveredAt, read_at AS readAt,
  failed_at AS failedAt`;

/** Stores a new message, and makes it findable. @throws a duplicate-key error: see `isDuplicate`. */
export async function insertMessage(ctx: QueryContext, message: NewMessage): Promise<void> {
  const { components, warnings = [], ...given } = message;
  await run(
    ctx,
    `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank, content,
       template_name, template_language, components, media_url, caption, filename, payload, facts, reply_to,
       platform_id, client_id, author_id, warnings, created_at, send_at, is_held, broadcast_id,
       origin, rule_id, is_history)
     VALUES (:id, :tenantId, :conversationId, :contactId, :direction, :type, :status, :statusRank, :content,
       :templateName, :templateLanguage, :components, :mediaUrl, :caption, :filename, :payload, :facts, :replyTo,
       :platformId, :clientId, :authorId, :warnings, :createdAt, :sendAt, :isHeld, :broadcastId,
       :origin, :ruleId, :isHistory)`,
    {
      ...NOTHING_GIVEN,
      ...given,
      components: jsonText(components),
      warnings: JSON.stringify(warnings),
      statusRank: STATUS_RANK[message.status],
    },
  );
  // A scheduled message is findable once it is queued, at that time.
  if (message.status !== 'scheduled') await addMessageWords(ctx, [{ ...NO_CONTENT, ...given }]);
}

/** Returns a message; null when there is none with this id. */
export function findMessage(ctx: QueryContext, id: Buffer): Promise<MessageRow | null> {
  return findBy(ctx, 'id = :value', id);
}

/** Returns which part of the server has made a message by itself; null for one of a person, a program or a broadcast. */
export async function originOf(ctx: QueryContext, id: Buffer): Promise<MessageOrigin | null> {
  const [row] = await select<{ origin: MessageOrigin | null }>(
    ctx,
    'SELECT origin FROM messages WHERE tenant_id = :tenantId AND id = :id',
    { id },
  );
  return row?.origin ?? null;
}

/** Returns the message that the platform knows by this id; null when there is none. */
export function findMessageByPlatformId(ctx: QueryContext, platformId: string): Promise<MessageRow | null> {
  return findBy(ctx, 'platform_id = :value', platformId);
}

/** Returns the message that a client sent under this id of its own; null when there is none. */
export function findMessageByClientId(ctx: QueryContext, clientId: string): Promise<MessageRow | null> {
  return findBy(ctx, 'client_id = :value', clientId);
}

async function findBy(
  ctx: QueryContext,
  condition: string,
  value: string | Buffer,
): Promise<MessageRow | null> {
  const [row] = await select<MessageRow>(
    ctx,
    `SELECT ${COLUMNS} FROM messages WHERE tenant_id = :tenantId AND ${condition}`,
    { value },
  );
  return row ?? null;
}

/** Returns a message with what its readers want to know of its contact, author and file; null when there is none. */
export async function messageView(ctx: QueryContext, id: Buffer): Promise<MessageView | null> {
  const [row] = await select<MessageView>(
    ctx,
    `${VIEW} FROM messages m ${JOINS} WHERE m.tenant_id = :tenantId AND m.id = :id`,
    { id },
  );
  return row ?? null;
}

/** Lists of ids have one of these lengths, so that the statement for a page is prepared once and not for each length. */
const LIST_LENGTHS = [5, 10, 25, 50];

/** Returns messages in the order of their ids in `ids`; those that no longer exist are left out. */
export async function messageViewsOf(ctx: QueryContext, ids: readonly Buffer[]): Promise<MessageView[]> {
  const [first] = ids;
  if (!first) return [];
  const length = LIST_LENGTHS.find((one) => one >= ids.length) ?? ids.length;
  const listed = [...ids, ...Array.from({ length: length - ids.length }, () => first)];
  const rows = await select<MessageView>(
    ctx,
    `${VIEW} FROM messages m ${JOINS} WHERE m.tenant_id = :tenantId AND m.id IN (:ids)`,
    { ids: listed },
  );
  const byId = new Map(rows.map((row) => [row.id.toString('hex'), row]));
  return ids.flatMap((id) => byId.get(id.toString('hex')) ?? []);
}

/** Returns a message, locked until the change is done; null when there is none. */
export async function lockMessage(ctx: QueryContext, id: Buffer): Promise<LockedMessage | null> {
  const [row] = await select<LockedMessage>(
    ctx,
    `SELECT id, contact_id AS contactId, direction, status, platform_id AS platformId, reactions, content, caption,
       edits, revoked_at AS revokedAt FROM messages
     WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
    { id },
  );
  return row ?? null;
}

/** Returns how many rows that count as unread are newer than a place in the thread; counts at most `most`. */
export async function countUnreadAfter(
  ctx: QueryContext,
  contactId: Buffer,
  place: ThreadMoment,
  most: number,
): Promise<number> {
  const [row] = await select<{ newer: number }>(
    ctx,
    `SELECT COUNT(*) AS newer FROM (
       SELECT 1 FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND ${COUNTS_AS_UNREAD}
         AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id)) LIMIT ${Math.trunc(most)}
     ) found`,
    { contactId, createdAt: place.createdAt, id: place.id },
  );
  return Number(row?.newer ?? 0);
}

/**
 * Returns whether a contact has written and has received an answer. Without an index of its own: only workspaces with a
 * test phone ask.
 */
export async function hasConversed(ctx: QueryContext): Promise<boolean> {
  const rows = await select<{ one: number }>(
    ctx,
    `SELECT 1 AS one FROM messages answer
     JOIN messages question ON question.tenant_id = :tenantId AND question.contact_id = answer.contact_id
       AND question.direction = 'inbound'
     WHERE answer.tenant_id = :tenantId AND answer.direction = 'outbound' AND answer.status IN ('delivered', 'read')
     LIMIT 1`,
  );
  return rows.length > 0;
}

/** Farther back, the first unread message is not looked for: its place would cost more than it is worth. */
const UNREAD_FOUND_MAX = 5_000;

/** Returns the oldest of the last `count` rows that count as unread: the first unread one; null when there is none. */
export async function firstUnreadId(
  ctx: QueryContext,
  contactId: Buffer,
  count: number,
): Promise<Buffer | null> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND ${COUNTS_AS_UNREAD}
     ORDER BY created_at DESC, id DESC
     LIMIT 1 OFFSET ${Math.min(Math.trunc(count), UNREAD_FOUND_MAX) - 1}`,
    { contactId },
  );
  return rows[0]?.id ?? null;
}

/** Returns the platform's id of the customer's last message, up to a message if one is named; null without any. */
export async function lastInboundPlatformId(
  ctx: QueryContext,
  contactId: Buffer,
  upTo: ThreadMoment | null,
): Promise<string | null> {
  const [row] = await select<{ platformId: string }>(
    ctx,
    `SELECT platform_id AS platformId FROM messages
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND direction = 'inbound'
       AND type <> 'system' ${upTo ? 'AND (created_at < :createdAt OR (created_at = :createdAt AND id <= :id))' : ''}
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    { contactId, ...(upTo ? { createdAt: upTo.createdAt, id: upTo.id } : {}) },
  );
  return row?.platformId ?? null;
}

/** Returns the id of the last message of a moment in a thread; null when there is none. */
export async function newestMessageIdAt(
  ctx: QueryContext,
  contactId: Buffer,
  createdAt: Date,
): Promise<Buffer | null> {
  const [row] = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND created_at = :createdAt
     ORDER BY id DESC LIMIT 1`,
    { contactId, createdAt },
  );
  return row?.id ?? null;
}

/** Returns a page of a contact's messages, newest first. The inner query reads the thread's index alone. */
export function threadPage(ctx: QueryContext, contactId: Buffer, place: ThreadPlace): Promise<MessageView[]> {
  const { offset = 0, limit } = place;
  const after = place.after ?? place.upTo;
  return select<MessageView>(
    ctx,
    `${VIEW} FROM (
       SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId
         ${after ? `AND (created_at < :createdAt OR (created_at = :createdAt AND id ${place.upTo ? '<=' : '<'} :id))` : ''}
       ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}
     ) page JOIN messages m ON m.tenant_id = :tenantId AND m.id = page.id ${JOINS}
     ORDER BY m.created_at DESC, m.id DESC`,
    { contactId, ...(after ? { createdAt: after.createdAt, id: after.id } : {}) },
  );
}

/** Returns some of a contact's messages after a place in the thread, oldest first. */
export function newerMessages(
  ctx: QueryContext,
  contactId: Buffer,
  after: ThreadMoment,
  limit: number,
): Promise<MessageView[]> {
  return select<MessageView>(
    ctx,
    `${VIEW} FROM (
       SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId
         AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id))
       ORDER BY created_at, id LIMIT ${Math.trunc(limit)}
     ) page JOIN messages m ON m.tenant_id = :tenantId AND m.id = page.id ${JOINS}
     ORDER BY m.created_at, m.id`,
    { contactId, createdAt: after.createdAt, id: after.id },
  );
}
