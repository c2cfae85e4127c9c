import { createHash } from 'node:crypto';
import { STATUS_RANK } from '../../../shared/domain/message-status.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { BLANK_CONTACT, type ContactRow } from '../../db/models/contact.model.ts';
import type { ContactIdentityRow } from '../../db/models/contact-identity.model.ts';
import type { ConversationRow } from '../../db/models/conversation.model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import { factsColumn, NO_CONTENT } from '../../features/messages/index.ts';
import { newKey } from '../../kernel/ids.ts';
import { explainError } from '../../platform/graph/graph-errors.ts';
import { readFacts } from '../../platform/inbound/message-content.ts';
import { DEMO_CHATS } from './demo-chats.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { type LaidOutMessage, layOutChat } from './lay-out-chat.ts';

type Row<T> = Omit<T, 'tenantId'>;

/** All data of the demo workspace as consistent rows. */
export interface DemoRows {
  contacts: Row<ContactRow>[];
  identities: Row<ContactIdentityRow>[];
  conversations: Row<ConversationRow>[];
  messages: Row<MessageRow>[];
}

/** A conversation with the times and the platform ids of its messages. */
export interface DemoThread {
  phone: string;
  unread: number;
  messages: (LaidOutMessage & { platformId: string })[];
}

/** Returns the conversations, with times before `seededAt` and the same ids for the same tenant and time. */
export function demoThreads(tenantId: string, seededAt: Date): DemoThread[] {
  return DEMO_CHATS.map((chat) => ({
    phone: chat.phone,
    unread: chat.unread ?? 0,
    messages: layOutChat(chat, seededAt).map((message, index) => ({
      ...message,
      platformId: `wamid.${createHash('sha256').update(`${tenantId} ${chat.phone} ${index}`).digest('base64')}`,
    })),
  }));
}

/** Returns the rows of the demo workspace, with our messages distributed over its people. */
export function demoRows(
  threads: readonly DemoThread[],
  seededAt: Date,
  authors: readonly Buffer[],
): DemoRows {
  const rows: DemoRows = { contacts: [], identities: [], conversations: [], messages: [] };
  const threadOf = new Map(threads.map((thread) => [thread.phone, thread]));
  const people = DEMO_CONTACTS.map((contact, index) => {
    const since = seededAt.getTime() - (DEMO_CONTACTS.length - index) * 2 * DAY_MS;
    const thread = threadOf.get(contact.phone);
    const firstAt = thread?.messages[0]?.at.getTime() ?? since;
    return { contact, thread, createdAt: new Date(Math.min(since, firstAt)) };
  });
  // Ids sort by age, so they are created in that order.
  people.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const [index, { contact, thread, createdAt }] of people.entries()) {
    const { name, phone, email, tags, status } = contact;
    const id = newKey();
    const nameSearch = foldForSearch(name);
    const updatedAt = createdAt;
    const shared = { ...BLANK_CONTACT, id, name, nameSearch, phone, email, status, createdAt, updatedAt };
    rows.contacts.push({ ...shared, tags: JSON.stringify(tags) });
    rows.identities.push({
      id: newKey(),
      contactId: id,
      kind: 'phone',
      lookup: phoneLookupKey(phone),
      value: phone,
      attested: thread ? 1 : 0,
      isAlternate: 0,
      retired: 0,
      createdAt,
    });
    if (thread) addThread(rows, thread, id, authors[index % authors.length] ?? null);
  }
  return rows;
}

function addThread(rows: DemoRows, thread: DemoThread, contactId: Buffer, authorId: Buffer | null): void {
  const conversationId = newKey();
  const messages = thread.messages.map((message, index) => {
    const answeredAt = thread.messages.slice(index).find((later) => later.from === 'customer')?.at ?? null;
    return { ...messageRow(message, answeredAt), conversationId, contactId };
  });
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return;
  for (const message of messages) {
    rows.messages.push({ ...message, authorId: message.direction === 'outbound' ? authorId : null });
  }
  rows.conversations.push({
    id: conversationId,
    contactId,
    unreadCount: thread.unread,
    messageCount: messages.length,
    lastMessageId: last.id,
    lastActivityAt: last.createdAt,
    lastInboundAt: messages.findLast((message) => message.direction === 'inbound')?.createdAt ?? null,
    ...workState(messages, authorId),
    createdAt: first.createdAt,
    updatedAt: last.createdAt,
  });
}

/** Returns an open conversation that belongs to the last person who answered, as if it had been worked on. */
function workState(messages: readonly ReturnType<typeof messageRow>[], authorId: Buffer | null) {
  const lastAnswer = messages.findLastIndex(({ direction }) => direction === 'outbound');
  const waiting = messages.slice(lastAnswer + 1);
  return {
    status: 'open' as const,
    snoozedUntil: null,
    returnedAt: null,
    assigneeId: lastAnswer < 0 ? null : authorId,
    waitingSince: waiting[0]?.createdAt ?? null,
    firstResponseAt: messages.find(({ direction }) => direction === 'outbound')?.createdAt ?? null,
    failedCount: messages.filter(({ status }) => status === 'failed').length,
    lastMessageAt: messages.at(-1)?.createdAt ?? null,
  };
}

function messageRow(message: LaidOutMessage & { platformId: string }, answeredAt: Date | null) {
  const { at: createdAt, status, text, platformId } = message;
  const isOurs = message.from === 'business';
  const has = (...statuses: LaidOutMessage['status'][]) => statuses.includes(status);
  const payload = text === null ? unsupported(message) : null;
  const isUndeliverable = explainError(131026, 'Message undeliverable', 'Message Undeliverable.');
  return {
    ...NO_CONTENT,
    id: newKey(),
    direction: isOurs ? ('outbound' as const) : ('inbound' as const),
    type: text === null ? ('unsupported' as const) : ('text' as const),
    status,
    statusRank: STATUS_RANK[status],
    content: text,
    payload: payload && JSON.stringify(payload),
    facts: factsColumn(payload && readFacts('unsupported', payload)),
    replyTo: null,
    platformId,
    sendRound: 0,
    clientId: null,
    error: has('failed') ? JSON.stringify(isUndeliverable) : null,
    warnings: '[]',
    reactions: null,
    edits: null,
    editedAt: null,
    revokedAt: null,
    sendAt: null,
    isHeld: 0,
    createdAt,
    sentAt: isOurs ? after(createdAt, 400) : null,
    deliveredAt: has('delivered', 'read') ? after(createdAt, 1_300) : null,
    readAt: has('read') ? earlier(after(createdAt, 45_000), answeredAt) : null,
    failedAt: has('failed') ? after(createdAt, 2_100) : null,
  };
}

/** Returns the payload that the platform sends in place of a message that it cannot show. */
function unsupported({ at, platformId }: { at: Date; platformId: string }) {
  const error = { code: 131051, title: 'Message type unknown', message: 'Message type unknown' };
  return {
    id: platformId,
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    type: 'unsupported',
    errors: [{ ...error, error_data: { details: 'Message type is currently not supported.' } }],
  };
}

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

function earlier(time: Date, other: Date | null): Date {
  return other !== null && other < time ? new Date(other.getTime() - 2_000) : time;
}
