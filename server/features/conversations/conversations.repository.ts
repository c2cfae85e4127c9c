import type { ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Bindings } from '../../db/database.ts';
import { isOrphan } from '../../db/database-errors.ts';
import type { ConversationRow } from '../../db/models/conversation.model.ts';
import { newKey } from '../../kernel/ids.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import type { ConversationView } from './conversations.presenter.ts';

/** How many characters of a message the list shows at most. */
const PREVIEW_LENGTH = 160;

const VIEW = `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, k.phone AS contactPhone,
    k.status AS contactStatus, c.unread_count AS unreadCount, c.last_activity_at AS lastActivityAt,
    c.last_inbound_at AS lastInboundAt, c.updated_at AS updatedAt, m.id AS messageId, m.direction, m.type, m.status,
    LEFT(COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), ${PREVIEW_LENGTH}) AS preview, m.created_at AS messageCreatedAt
  FROM conversations c
  JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.last_message_id`;

const FILTERS: Readonly<Record<ConversationFilter, string>> = {
  all: '',
  unread: 'AND c.unread_count > 0',
  failed: "AND m.status = 'failed'",
};

export interface ConversationListOptions {
  filter: ConversationFilter;
  /** LIKE patterns on the contact's folded name and on its digits. */
  name: string | null;
  phone: string | null;
  after?: { lastActivityAt: Date; id: Buffer };
  limit: number;
}

export class ConversationsRepository extends TenantRepository<ConversationRow> {
  protected readonly table = this.database.models.conversation;

  find(id: Buffer): Promise<ConversationRow | null> {
    return this.findWhere({ id });
  }

  findOfContact(contactId: Buffer): Promise<ConversationRow | null> {
    return this.findWhere({ contactId });
  }

  async view(id: Buffer): Promise<ConversationView | null> {
    const [row] = await this.select<ConversationView>(
      `${VIEW} WHERE c.tenant_id = :tenantId AND c.id = :id`,
      { id },
    );
    return row ?? null;
  }

  /** A page of the inbox, latest activity first. */
  list(options: ConversationListOptions): Promise<ConversationView[]> {
    const { after, name, phone } = options;
    const search = [name ? 'k.name_search LIKE :name' : '', phone ? 'k.phone LIKE :phone' : ''].filter(
      Boolean,
    );
    const bindings: Bindings = { ...(name ? { name } : {}), ...(phone ? { phone } : {}), ...after };
    return this.select<ConversationView>(
      `${VIEW} WHERE c.tenant_id = :tenantId ${FILTERS[options.filter]}
         ${search.length > 0 ? `AND (${search.join(' OR ')})` : ''}
         ${after ? 'AND (c.last_activity_at < :lastActivityAt OR (c.last_activity_at = :lastActivityAt AND c.id < :id))' : ''}
       ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${Math.trunc(options.limit)}`,
      bindings,
    );
  }

  async countUnread(): Promise<number> {
    const [row] = await this.select<{ unread: number }>(
      'SELECT COUNT(*) AS unread FROM conversations WHERE tenant_id = :tenantId AND unread_count > 0',
    );
    return Number(row?.unread ?? 0);
  }

  /**
   * The conversation with a contact, made when there is none, with its row locked. There is one per
   * contact by a unique key, so messages that arrive together can never split into two. It is looked
   * for before it is inserted: an INSERT that meets a duplicate takes a weaker lock first, and two that
   * both want the stronger one afterwards are a deadlock.
   * @throws {AppError} contact_not_found when the contact is deleted in this very moment.
   */
  async open(
    contactId: Buffer,
  ): Promise<Pick<ConversationRow, 'id' | 'contactId' | 'lastInboundAt' | 'unreadCount'>> {
    const known = await this.lockOfContact(contactId);
    if (known) return known;
    const now = new Date();
    try {
      await this.run(
        `INSERT INTO conversations (id, tenant_id, contact_id, last_activity_at, created_at, updated_at)
         VALUES (:id, :tenantId, :contactId, :now, :now, :now) ON DUPLICATE KEY UPDATE id = conversations.id`,
        { id: newKey(), contactId, now },
      );
    } catch (error) {
      if (!isOrphan(error)) throw error;
      throw new AppError('contact_not_found', { cause: error });
    }
    const made = await this.lockOfContact(contactId);
    if (!made) throw new Error('a conversation vanished while its row was locked');
    return made;
  }

  private async lockOfContact(contactId: Buffer) {
    const [row] = await this.select<
      Pick<ConversationRow, 'id' | 'contactId' | 'lastInboundAt' | 'unreadCount'>
    >(
      `SELECT id, contact_id AS contactId, last_inbound_at AS lastInboundAt, unread_count AS unreadCount FROM conversations
       WHERE tenant_id = :tenantId AND contact_id = :contactId FOR UPDATE`,
      { contactId },
    );
    return row;
  }

  /** Takes a new message into the conversation's summary. A late one does not become the last. */
  async append(
    id: Buffer,
    message: { id: Buffer; createdAt: Date; direction: 'inbound' | 'outbound'; unread: boolean },
  ): Promise<boolean> {
    const inbound = message.direction === 'inbound' ? 1 : 0;
    const changed = await this.run(
      `UPDATE conversations SET
         message_count = message_count + 1,
         unread_count = unread_count + ${message.unread ? 1 : 0},
         last_message_id = IF(last_message_id IS NULL OR last_activity_at <= :createdAt, :messageId, last_message_id),
         last_inbound_at = IF(${inbound} AND (last_inbound_at IS NULL OR last_inbound_at < :createdAt), :createdAt, last_inbound_at),
         last_activity_at = IF(message_count = 1, :createdAt, GREATEST(last_activity_at, :createdAt)),
         updated_at = :now
       WHERE tenant_id = :tenantId AND id = :id`,
      { id, messageId: message.id, createdAt: message.createdAt, now: new Date() },
    );
    return changed > 0;
  }

  /** Lets the unread count fall to `left`; answers whether it was higher. */
  async markRead(id: Buffer, left = 0): Promise<boolean> {
    const changed = await this.run(
      `UPDATE conversations SET unread_count = :left, updated_at = :now
       WHERE tenant_id = :tenantId AND id = :id AND unread_count > :left`,
      { id, left, now: new Date() },
    );
    return changed > 0;
  }
}
