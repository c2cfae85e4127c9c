import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import type { Message, MessageError } from '../../../shared/contract/messages.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { encodeId } from '../../kernel/ids.ts';
import { presentReactions } from './reactions.ts';

/** A message with what its readers want to know about its contact and author. */
export type MessageView = Omit<MessageRow, 'tenantId' | 'statusRank' | 'sendRound'> & {
  contactPhone: string | null;
  authorName: string | null;
};

/** A message as integrators see it. */
export function presentMessage(row: MessageView): Message {
  return {
    id: encodeId('message', row.id),
    contactId: row.contactPhone,
    contact: encodeId('contact', row.contactId),
    direction: row.direction,
    type: row.type,
    status: row.status,
    content: row.content,
    templateName: row.templateName,
    templateLanguage: row.templateLanguage,
    components: row.components === null ? null : asJson<NonNullable<Message['components']>>(row.components),
    mediaUrl: row.mediaUrl,
    caption: row.caption,
    filename: row.filename,
    media: null,
    replyTo: row.replyTo && encodeId('message', row.replyTo),
    reactions: presentReactions(row.reactions),
    platformId: row.platformId,
    error: row.error === null ? null : asJson<MessageError>(row.error),
    warnings: asJson<Message['warnings']>(row.warnings),
    payload: row.payload === null ? null : asJson<Record<string, unknown>>(row.payload),
    createdAt: row.createdAt.toISOString(),
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    readAt: iso(row.readAt),
    failedAt: iso(row.failedAt),
  };
}

/** A message as the inbox sees it. */
export function presentThreadMessage(row: MessageView): ThreadMessage {
  return {
    ...presentMessage(row),
    conversationId: encodeId('conversation', row.conversationId),
    clientId: row.clientId,
    author: row.authorId && { id: encodeId('user', row.authorId), name: row.authorName ?? 'Former member' },
  };
}

/** What an integrator sees of a message that the inbox sees. */
export function withoutInboxFields(seen: ThreadMessage): Message {
  const { conversationId: _conversation, clientId: _client, author: _author, ...message } = seen;
  return message;
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
