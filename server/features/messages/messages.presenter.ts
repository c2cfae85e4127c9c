import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Media } from '../../../shared/contract/media.contract.ts';
import type { Message, MessageError } from '../../../shared/contract/messages.contract.ts';
import { mediaView } from '../../../shared/domain/media-view.ts';
import { senderOf } from '../../../shared/domain/message-status.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageOrigin, MessageRow } from '../../db/models/message.model.ts';
import { encodeId } from '../../kernel/ids.ts';
import { presentEdit, type StoredEdit } from './edits.ts';
import { factsOf } from './facts.ts';
import { presentReactions } from './reactions.ts';

/** A message with the data about its contact, author and file that is shown with it. */
export type MessageView = Omit<MessageRow, 'tenantId' | 'statusRank' | 'sendRound'> & {
  contactPhone: string | null;
  authorName: string | null;
  /** The file of the message; all null when it has none. */
  mediaId: Buffer | null;
  mediaState: Media['state'] | null;
  mediaType: string | null;
  mediaSize: number | string | null;
  mediaName: string | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaReason: string | null;
  broadcastId: Buffer | null;
  broadcastName: string | null;
  origin: MessageOrigin | null;
  /** The rule that sent it, while there is one. */
  ruleId: Buffer | null;
  ruleName: string | null;
};

/** Returns a message in the format of the API. */
export function presentMessage(row: MessageView): Message {
  const payload = row.payload === null ? null : asJson<Record<string, unknown>>(row.payload);
  return {
    id: encodeId('message', row.id),
    contactId: row.contactPhone,
    contact: encodeId('contact', row.contactId),
    direction: row.direction,
    sentBy: senderOf(row),
    type: row.type,
    status: row.status,
    content: row.content,
    templateName: row.templateName,
    templateLanguage: row.templateLanguage,
    components: row.components === null ? null : asJson<NonNullable<Message['components']>>(row.components),
    mediaUrl: row.mediaUrl,
    caption: row.caption,
    filename: row.filename,
    media: mediaOf(row),
    replyTo: row.replyTo && encodeId('message', row.replyTo),
    reactions: presentReactions(row.reactions),
    platformId: row.platformId,
    error: row.error === null ? null : asJson<MessageError>(row.error),
    warnings: asJson<Message['warnings']>(row.warnings),
    payload,
    inbound: factsOf(row, payload),
    edits: row.edits === null ? [] : asJson<StoredEdit[]>(row.edits).map(presentEdit),
    editedAt: iso(row.editedAt),
    revokedAt: iso(row.revokedAt),
    createdAt: row.createdAt.toISOString(),
    sendAt: iso(row.sendAt),
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    readAt: iso(row.readAt),
    failedAt: iso(row.failedAt),
  };
}

/** Returns a message in the format of the inbox. */
export function presentThreadMessage(row: MessageView): ThreadMessage {
  return {
    ...presentMessage(row),
    conversationId: encodeId('conversation', row.conversationId),
    clientId: row.clientId,
    author: row.authorId && { id: encodeId('user', row.authorId), name: row.authorName ?? FORMER_MEMBER },
    isHeld: row.isHeld === 1,
    ...(row.ruleId && { rule: { id: encodeId('automationRule', row.ruleId), name: row.ruleName ?? '' } }),
    ...(row.broadcastId && {
      broadcast: { id: encodeId('broadcast', row.broadcastId), name: row.broadcastName ?? '' },
    }),
  };
}

function mediaOf(row: MessageView): Media | null {
  if (row.mediaId === null || row.mediaState === null) return null;
  return mediaView({
    id: encodeId('media', row.mediaId),
    state: row.mediaState,
    mimeType: row.mediaType ?? '',
    size: row.mediaSize === null ? null : Number(row.mediaSize),
    filename: row.mediaName,
    width: row.mediaWidth,
    height: row.mediaHeight,
    reason: row.mediaReason,
  });
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
