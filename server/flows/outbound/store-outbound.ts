import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { STATUS_RANK } from '../../../shared/domain/message-status.ts';
import type { Database } from '../../db/database.ts';
import { ConversationsRepository } from '../../features/conversations/index.ts';
import { MediaRepository } from '../../features/media/index.ts';
import { MessagesRepository } from '../../features/messages/index.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { enqueueSend } from './outbound-sends.repository.ts';
import type { OutgoingContent } from './outgoing-content.ts';

export interface NewOutbound {
  conversation: { id: Buffer; contactId: Buffer };
  content: OutgoingContent;
  warnings: readonly string[];
  replyTo?: Buffer | null;
  clientId?: string;
  authorId?: Buffer;
  /** A file that was uploaded before. */
  mediaId?: Buffer;
}

/** Stores a message of ours as queued, with its event and the job that hands it over; gives it as the event has it. */
export async function storeOutbound(
  database: Database,
  scope: TenantScope,
  work: Work,
  given: NewOutbound,
): Promise<ThreadMessage> {
  const id = newKey();
  const createdAt = new Date();
  const { conversation } = given;
  await new MessagesRepository(database, scope, work.tx).insert({
    ...given.content,
    id,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: 'outbound',
    status: 'queued',
    statusRank: STATUS_RANK.queued,
    payload: null,
    facts: null,
    replyTo: given.replyTo ?? null,
    platformId: null,
    sendRound: 0,
    clientId: given.clientId ?? null,
    authorId: given.authorId ?? null,
    error: null,
    warnings: JSON.stringify(given.warnings),
    reactions: null,
    edits: null,
    editedAt: null,
    revokedAt: null,
    createdAt,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    failedAt: null,
  });
  if (given.mediaId) {
    const place = { messageId: id, conversationId: conversation.id, contactId: conversation.contactId };
    const isOurs = await new MediaRepository(database, scope, work.tx).attach(given.mediaId, place);
    // Somebody else has sent it meanwhile.
    if (!isOurs) throw new AppError('media_already_sent');
  }
  await new ConversationsRepository(database, scope, work.tx).append(conversation.id, {
    id,
    createdAt,
    direction: 'outbound',
    unread: false,
  });
  await enqueueSend(database, scope, work.tx, { id, contactId: conversation.contactId });
  const snapshot = await snapshotOf(database, scope, work.tx, id);
  work.record('message.queued', snapshot);
  return snapshot.message;
}
