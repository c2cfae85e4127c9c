import type { MessageType } from '../../../shared/contract/messages.contract.ts';
import { COUNTS_AS_UNREAD } from '../../features/messages/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** Characters that are read of a message. Prompts show its first 600. */
const TEXT_READ = 2_000;

/** What a prompt needs of a message. */
export interface MessageForPrompt {
  id: Buffer;
  direction: 'inbound' | 'outbound';
  type: MessageType;
  text: string | null;
  createdAt: Date;
  authorId: Buffer | null;
  isRevoked: number;
}

/** The message of a thread that is the last one to be read. */
export interface LastRead {
  id: Buffer;
  createdAt: Date;
}

const UP_TO = '(created_at < :at OR (created_at = :at AND id <= :id))';

/** Returns how many messages a thread had with a message. */
export async function countUpTo(
  ctx: QueryContext,
  contactId: Buffer,
  { id, createdAt: at }: LastRead,
): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM messages FORCE INDEX (messages_thread)
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND ${UP_TO}`,
    { contactId, id, at },
  );
  return Number(row?.count ?? 0);
}

/** Returns how many messages a conversation has. */
export async function countMessages(ctx: QueryContext, conversationId: Buffer): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    'SELECT message_count AS count FROM conversations WHERE tenant_id = :tenantId AND id = :conversationId',
    { conversationId },
  );
  return Number(row?.count ?? 0);
}

/** Returns the newest messages of a contact that were sent or received, up to one if it is given, the oldest first. */
export function newestMessages(
  ctx: QueryContext,
  contactId: Buffer,
  limit: number,
  until: LastRead | null = null,
): Promise<MessageForPrompt[]> {
  return select<MessageForPrompt>(
    ctx,
    `SELECT m.id, m.direction, m.type, LEFT(COALESCE(m.content, m.caption), ${TEXT_READ}) AS text, m.created_at AS createdAt,
       m.author_id AS authorId, m.revoked_at IS NOT NULL AS isRevoked
     FROM (
       SELECT id FROM messages FORCE INDEX (messages_thread) WHERE tenant_id = :tenantId AND contact_id = :contactId
       ${until ? `AND ${UP_TO}` : ''}
       ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}
     ) page JOIN messages m ON m.tenant_id = :tenantId AND m.id = page.id
     WHERE m.type <> 'system' AND m.status NOT IN ('scheduled', 'failed')
     ORDER BY m.created_at, m.id`,
    { contactId, ...(until && { id: until.id, at: until.createdAt }) },
  );
}

/** A message as marks are computed from it. */
export interface MessageForMarks {
  createdAt: Date;
  /** Null for a file without a caption, and for a call. */
  text: string | null;
  /** Whether the customer asks for something with it: it is theirs, and not deleted; or a call that nobody took. */
  isTheirs: number;
}

/** Returns the newest rows of a thread as marks are computed from them, the oldest first. */
export async function newestForMarks(
  ctx: QueryContext,
  contactId: Buffer,
  limit: number,
): Promise<MessageForMarks[]> {
  const rows = await select<MessageForMarks>(
    ctx,
    `SELECT created_at AS createdAt, IF(type = 'system', NULL, COALESCE(content, caption)) AS text,
       (revoked_at IS NULL AND ${COUNTS_AS_UNREAD}) AS isTheirs
     FROM messages FORCE INDEX (messages_thread) WHERE tenant_id = :tenantId AND contact_id = :contactId
     ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}`,
    { contactId },
  );
  return rows.toReversed();
}

/** Returns when a contact's conversation was closed, and by whom, the oldest first. */
export function closingsOf(
  ctx: QueryContext,
  contactId: Buffer,
  since: Date,
): Promise<{ at: Date; name: string | null }[]> {
  return select(
    ctx,
    `SELECT f.at, u.name FROM insight_facts f FORCE INDEX (insight_facts_contact)
     LEFT JOIN users u ON u.tenant_id = f.tenant_id AND u.id = f.member_id
     WHERE f.tenant_id = :tenantId AND f.contact_id = :contactId AND f.kind = 'resolution' AND f.at >= :since
     ORDER BY f.at LIMIT 50`,
    { contactId, since },
  );
}
