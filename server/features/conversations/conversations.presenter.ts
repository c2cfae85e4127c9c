import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Label } from '../../../shared/contract/inbox/labels.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import { type Marks, NO_MARKS } from '../../../shared/domain/assist/marks.ts';
import { senderOf } from '../../../shared/domain/message-status.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import { windowExpiresAt } from '../../../shared/domain/window.ts';
import type { StoredMarks } from '../../db/models/conversation.model.ts';
import type { LabelRow } from '../../db/models/label.model.ts';
import type { MessageOrigin } from '../../db/models/message.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** The preview of a message that its author has deleted: the customer, or a colleague in the business app. */
const REVOKED = { inbound: 'Deleted by the customer', outbound: 'Deleted' };

/** A conversation with its contact and its last message, as one query returns them. */
export interface ConversationView extends StoredMarks {
  id: Buffer;
  contactId: Buffer;
  contactName: string;
  contactPhone: string | null;
  contactStatus: Contact['status'];
  contactMarketing: Contact['marketing'];
  contactBlocked: number;
  workStatus: Conversation['status'];
  snoozedUntil: Date | null;
  returnedAt: Date | null;
  assigneeId: Buffer | null;
  /** Null when the person is no longer a member. */
  assigneeName: string | null;
  labels: readonly Pick<LabelRow, 'id' | 'name' | 'color'>[];
  /** Members with an unread mention. */
  mentioned: readonly Buffer[];
  waitingSince: Date | null;
  firstResponseAt: Date | null;
  failedCount: number;
  unreadCount: number;
  lastActivityAt: Date;
  lastInboundAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Number of its changes that were sent to webhook endpoints. */
  webhookSeq: number;
  messageId: Buffer | null;
  direction: Message['direction'];
  type: Message['type'];
  status: Message['status'];
  preview: string | null;
  messageCreatedAt: Date;
  messageRevokedAt: Date | null;
  authorId: Buffer | null;
  authorName: string | null;
  origin: MessageOrigin | null;
  broadcastId: Buffer | null;
}

/** Returns a conversation as the dashboard and events show it. */
export function presentConversation(row: ConversationView): Conversation {
  // Kept while it is closed, so that reopening it restores the wait.
  const waitingSince = row.workStatus === 'closed' ? null : row.waitingSince;
  const marks = presentMarks(marksOf(row, waitingSince !== null));
  return {
    id: encodeId('conversation', row.id),
    contact: {
      id: encodeId('contact', row.contactId),
      name: row.contactName,
      phone: row.contactPhone,
      status: row.contactStatus,
      marketing: row.contactMarketing,
      blocked: row.contactBlocked === 1,
    },
    status: row.workStatus,
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    assignee: person(row.assigneeId, row.assigneeName),
    labels: row.labels.map(presentLabel),
    waitingSince: waitingSince?.toISOString() ?? null,
    ...(marks && { marks }),
    firstResponseAt: row.firstResponseAt?.toISOString() ?? null,
    mentioned: row.mentioned.map((id) => encodeId('user', id)),
    failedCount: row.failedCount,
    unreadCount: row.unreadCount,
    lastMessage: row.messageId && {
      id: encodeId('message', row.messageId),
      direction: row.direction,
      type: row.type,
      status: row.status,
      preview: row.messageRevokedAt
        ? REVOKED[row.direction ?? 'inbound']
        : (row.preview ?? '').replace(/\s+/g, ' ').trim(),
      author: person(row.authorId, row.authorName ?? FORMER_MEMBER),
      sentBy: senderOf(row),
      createdAt: row.messageCreatedAt.toISOString(),
    },
    lastActivityAt: row.lastActivityAt.toISOString(),
    windowExpiresAt: windowExpiresAt(row.lastInboundAt)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the marks of a conversation; no more than its language while nobody waits for an answer. */
export function marksOf(
  { urgentWord, askedCount, askedAt, isOnlyThanks, language }: StoredMarks,
  isWaiting: boolean,
): Marks {
  if (!isWaiting) return { ...NO_MARKS, language };
  return { urgentWord, askedCount, askedAt, isOnlyThanks: isOnlyThanks === 1, language };
}

/** Returns the marks of a conversation; undefined where there is none. */
function presentMarks({ urgentWord, askedCount, isOnlyThanks, language }: Marks): Conversation['marks'] {
  const isMarked = urgentWord !== null || askedCount > 0 || isOnlyThanks || language !== null;
  return isMarked ? { urgentWord, askedCount, isOnlyThanks, language } : undefined;
}

/** Returns a person; null for nobody, and for an assignee who is no longer a member. */
function person(id: Buffer | null, name: string | null) {
  return id && name !== null ? { id: encodeId('user', id), name } : null;
}

/** Returns a label as the API and events show it. */
export function presentLabel({ id, name, color }: Pick<LabelRow, 'id' | 'name' | 'color'>): Label {
  return { id: encodeId('label', id), name, color };
}
