import type { MessageStatus } from '../../../shared/domain/message-status.ts';
import { STATUS_RANK } from '../../../shared/domain/message-status.ts';
import type { MessageContent, MessageRow } from '../../db/models/message.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import type { MessageView } from './messages.presenter.ts';

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

/** A place in a thread. */
interface ThreadMoment {
  createdAt: Date;
  id: Buffer;
}

type LockedMessage = Pick<
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

/** Where a page starts: after the given message in the order newest first, or so many messages down. */
export interface ThreadPlace {
  after?: ThreadMoment;
  offset?: number;
  limit: number;
}

const VIEW = `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId, m.direction, m.type,
    m.status, m.content, m.template_name AS templateName, m.template_language AS templateLanguage, m.components,
    m.media_url AS mediaUrl, m.caption, m.filename, m.reactions, m.payload, m.facts,
    m.reply_to AS replyTo, m.platform_id AS platformId, m.client_id AS clientId,
    m.author_id AS authorId, m.error, m.warnings, m.created_at AS createdAt, m.sent_at AS sentAt,
    m.edits, m.edited_at AS editedAt, m.revoked_at AS revokedAt,
    m.delivered_at AS deliveredAt, m.read_at AS readAt, m.failed_at AS failedAt,
    k.phone AS contactPhone, u.name AS authorName, f.id AS mediaId, f.state AS mediaState, f.mime_type AS mediaType,
    f.size AS mediaSize, f.filename AS mediaName, f.width AS mediaWidth, f.height AS mediaHeight, f.reason AS mediaReason`;
const JOINS = `JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
  LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id
  LEFT JOIN media f ON f.tenant_id = m.tenant_id AND f.message_id = m.id`;

/** The column that keeps the time of each reported status. */
const TIME_COLUMN = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  read: 'read_at',
  failed: 'failed_at',
} as const;

export class MessagesRepository extends TenantRepository<MessageRow> {
  protected readonly table = this.database.models.message;

  find(id: Buffer): Promise<MessageRow | null> {
    return this.findWhere({ id });
  }

  findByPlatformId(platformId: string): Promise<MessageRow | null> {
    return this.findWhere({ platformId });
  }

  findByClientId(clientId: string): Promise<MessageRow | null> {
    return this.findWhere({ clientId });
  }

  async view(id: Buffer): Promise<MessageView | null> {
    const [row] = await this.select<MessageView>(
      `${VIEW} FROM messages m ${JOINS} WHERE m.tenant_id = :tenantId AND m.id = :id`,
      { id },
    );
    return row ?? null;
  }

  /** What a reaction, an edit or a deletion needs of its message, locked until the change is done. */
  async lock(id: Buffer): Promise<LockedMessage | null> {
    const [row] = await this.select<LockedMessage>(
      `SELECT id, contact_id AS contactId, direction, status, platform_id AS platformId, reactions, content, caption,
         edits, revoked_at AS revokedAt FROM messages
       WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
      { id },
    );
    return row ?? null;
  }

  /** How many messages of the customer are newer than a place in the thread; at most `most` are counted. */
  async countInboundAfter(contactId: Buffer, place: ThreadMoment, most: number): Promise<number> {
    const [row] = await this.select<{ newer: number }>(
      `SELECT COUNT(*) AS newer FROM (
         SELECT 1 FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND direction = 'inbound'
           AND type <> 'system' AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id)) LIMIT ${Math.trunc(most)}
       ) found`,
      { contactId, createdAt: place.createdAt, id: place.id },
    );
    return Number(row?.newer ?? 0);
  }

  /** The platform's id of the customer's last message, up to a message if one is named. */
  async lastInboundPlatformId(contactId: Buffer, upTo: ThreadMoment | null): Promise<string | null> {
    const [row] = await this.select<{ platformId: string }>(
      `SELECT platform_id AS platformId FROM messages
       WHERE tenant_id = :tenantId AND contact_id = :contactId AND direction = 'inbound'
         AND type <> 'system' ${upTo ? 'AND (created_at < :createdAt OR (created_at = :createdAt AND id <= :id))' : ''}
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      { contactId, ...(upTo ? { createdAt: upTo.createdAt, id: upTo.id } : {}) },
    );
    return row?.platformId ?? null;
  }

  /** The id of the last message of a moment in a thread; null when there is none. */
  async newestIdAt(contactId: Buffer, createdAt: Date): Promise<Buffer | null> {
    const [row] = await this.select<{ id: Buffer }>(
      `SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId AND created_at = :createdAt
       ORDER BY id DESC LIMIT 1`,
      { contactId, createdAt },
    );
    return row?.id ?? null;
  }

  /** A page of a contact's messages, newest first; the inner query walks the thread's index alone. */
  thread(contactId: Buffer, place: ThreadPlace): Promise<MessageView[]> {
    const { after, offset = 0, limit } = place;
    return this.select<MessageView>(
      `${VIEW} FROM (
         SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId
           ${after ? 'AND (created_at < :createdAt OR (created_at = :createdAt AND id < :id))' : ''}
         ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}
       ) page JOIN messages m ON m.tenant_id = :tenantId AND m.id = page.id ${JOINS}
       ORDER BY m.created_at DESC, m.id DESC`,
      { contactId, ...after },
    );
  }

  /**
   * Moves the status up, never down, in one guarded statement, and keeps the time of each state even
   * when the state itself was passed already. Answers whether anything changed.
   */
  async climb(
    id: Buffer,
    status: keyof typeof TIME_COLUMN,
    at: Date,
    error: string | null,
  ): Promise<boolean> {
    const column = TIME_COLUMN[status];
    const changed = await this.run(
      `UPDATE messages SET
         status = IF(status_rank < :rank, :status, status),
         error = CASE WHEN status_rank < :rank AND :status = 'failed' THEN :error
                      WHEN status_rank < :rank AND :rank > ${STATUS_RANK.failed} THEN NULL
                      WHEN status = 'failed' AND :error IS NOT NULL AND error IS NULL THEN :error ELSE error END,
         ${column} = COALESCE(${column}, :at),
         status_rank = GREATEST(status_rank, :rank)
       WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound'
         AND (status_rank < :rank OR ${column} IS NULL)`,
      { id, status, rank: STATUS_RANK[status], at, error },
    );
    return changed > 0;
  }

  /** Writes the platform's id of a message, once. */
  async attachPlatformId(id: Buffer, platformId: string): Promise<void> {
    await this.run(
      'UPDATE messages SET platform_id = :platformId WHERE tenant_id = :tenantId AND id = :id AND platform_id IS NULL',
      { id, platformId },
    );
  }

  /**
   * Notes an error without touching the status: free text outside the window stays `sent`. On a message that
   * has arrived after all there is no error to note, whichever of the two reports came first.
   */
  async noteError(id: Buffer, error: string): Promise<boolean> {
    const changed = await this.run(
      `UPDATE messages SET error = :error
       WHERE tenant_id = :tenantId AND id = :id AND error IS NULL AND status_rank < ${STATUS_RANK.failed}`,
      { id, error },
    );
    return changed > 0;
  }

  /** Puts a failed message back to the start, for another try. */
  async requeue(id: Buffer): Promise<boolean> {
    const queued: MessageStatus = 'queued';
    const changed = await this.run(
      `UPDATE messages SET status = :queued, status_rank = ${STATUS_RANK.queued}, error = NULL, failed_at = NULL,
         sent_at = NULL, platform_id = NULL,
         send_round = send_round + 1
       WHERE tenant_id = :tenantId AND id = :id AND status = 'failed'`,
      { id, queued },
    );
    return changed > 0;
  }

  /** Removes some of a deleted contact's messages; answers how many, so that the caller knows when it is done. */
  purge(contactId: Buffer, limit: number): Promise<number> {
    return this.run(
      `DELETE FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT ${Math.trunc(limit)}`,
      { contactId },
    );
  }
}
