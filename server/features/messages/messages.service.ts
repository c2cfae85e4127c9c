import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { paginationOf, skippedRows } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { changedMessages, hasAllAfter, seqBefore } from '../../kernel/outbox/changed-messages.repository.ts';
import { type MessageView, presentMessage, presentThreadMessage } from './messages.presenter.ts';
import { messageView, messageViewsOf, newerMessages, threadPage } from './messages.repository.ts';
import { isSearchable, searchedMessages } from './search/message-search.service.ts';

/** Actions that involve other features, implemented by flows. */
export interface MessageFlows {
  /** Returns the contact for a number or id, with its number of messages; null when there is none. */
  findThread(ctx: Context, reference: string): Promise<{ contactId: Buffer; messageCount: number } | null>;
  /** Stores the message, sends it to the platform and waits for the response. */
  sendFromApi(ctx: Context, input: SendMessage): Promise<Message>;
  /** Cancels a scheduled message. */
  cancelSend(ctx: Context, messageId: Buffer): Promise<void>;
  /** Sets or removes our reaction to a message, here and on the customer's phone. */
  react(ctx: Context, messageId: Buffer, emoji: string | null): Promise<void>;
  /** Marks a conversation as read up to this message, here and on the customer's phone. */
  markReadUpTo(ctx: Context, messageId: Buffer): Promise<void>;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Cancels a scheduled message. @throws {AppError} message_not_found; message_not_scheduled. */
export async function cancelMessage(
  ctx: Context,
  { cancelSend }: Pick<MessageFlows, 'cancelSend'>,
  id: string,
) {
  await cancelSend(ctx, messageKey(id));
  return { id, deleted: true as const };
}

/** Sets our reaction to a message; returns the message with it. @throws {AppError} message_not_found */
export async function reactToMessage(
  ctx: Context,
  { react }: Pick<MessageFlows, 'react'>,
  id: string,
  emoji: string | null,
): Promise<Message> {
  const key = messageKey(id);
  await react(ctx, key, emoji);
  return presentedMessage(ctx, key);
}

/**
 * Marks a conversation as read up to one of its messages; returns that message.
 * @throws {AppError} message_not_found
 */
export async function markMessageRead(
  ctx: Context,
  { markReadUpTo }: Pick<MessageFlows, 'markReadUpTo'>,
  id: string,
): Promise<Message> {
  const key = messageKey(id);
  await markReadUpTo(ctx, key);
  return presentedMessage(ctx, key);
}

/** Returns one message. @throws {AppError} message_not_found */
export function getMessage(ctx: Context, id: string): Promise<Message> {
  return presentedMessage(ctx, messageKey(id));
}

interface AllMessagesQuery {
  limit: number;
  search?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  cursor?: string | undefined;
  direction?: 'inbound' | 'outbound' | undefined;
}

interface AllMessagesPage {
  data: Message[];
  cursor: string;
  hasMore: boolean;
  merges: { contact: string; into: string }[];
  splits: { contact: string; from: string }[];
  deletions: { contacts: string[]; messages: string[] };
}

/**
 * Returns messages of all contacts: those that a search finds, newest first; without a search, those that are new or have
 * changed since a time, or since the cursor of an earlier call, in the order of their changes. A page may be empty and
 * still have more after it.
 * @throws {AppError} validation_failed; changes_expired when changes since then are no longer stored.
 */
export async function listAllMessages(ctx: Context, query: AllMessagesQuery): Promise<AllMessagesPage> {
  const { search, since, until } = query;
  if (since !== undefined && until !== undefined && new Date(since) >= new Date(until)) {
    const details = [{ path: 'since', message: 'must be before until (or now)' }];
    throw new AppError('validation_failed', { details });
  }
  return search === undefined ? changesOfMessages(ctx, query) : foundMessages(ctx, { ...query, search });
}

async function foundMessages(
  ctx: Context,
  { search, since, until, direction, limit, cursor }: AllMessagesQuery & { search: string },
): Promise<AllMessagesPage> {
  if (!isSearchable(search)) {
    const details = [{ path: 'search', message: 'must have a letter or a digit' }];
    throw new AppError('validation_failed', { details });
  }
  const { ids, ...place } = await searchedMessages(ctx, {
    text: search,
    filter: {
      ...{ from: null, types: null, hasLink: false, label: null, states: [], me: null, direction },
      before: until === undefined ? null : new Date(until),
      after: since === undefined ? null : new Date(since),
    },
    asked: JSON.stringify(['api', search, since, until, direction]),
    ...{ limit, cursor },
  });
  const data = (await messageViewsOf(ctx, ids)).map(presentMessage);
  return { data, ...place, merges: [], splits: [], deletions: { contacts: [], messages: [] } };
}

async function changesOfMessages(ctx: Context, query: AllMessagesQuery): Promise<AllMessagesPage> {
  const { cursors, scope } = ctx;
  const list = ['changes', scope.tenantId];
  const after =
    query.cursor === undefined
      ? await seqBefore(ctx, query.since === undefined ? null : new Date(query.since))
      : Number(cursors.read(list, query.cursor)[0]);
  const until = query.until === undefined ? undefined : await seqBefore(ctx, new Date(query.until));
  if (after === null || until === null || !(await hasAllAfter(ctx, after)))
    throw new AppError('changes_expired');
  const { ids, seq, ...changes } = await changedMessages(ctx, after, { limit: query.limit, until });
  const rows = await messageViewsOf(ctx, ids);
  return {
    data: rows
      .filter(({ direction }) => query.direction === undefined || direction === query.direction)
      .map(presentMessage),
    cursor: cursors.write(list, [seq]),
    ...changes,
  };
}

/**
 * Returns a page of a contact's messages, newest first, with their total.
 * @throws {AppError} contact_not_found
 */
export async function messageHistory(
  ctx: Context,
  { findThread }: Pick<MessageFlows, 'findThread'>,
  contactPhone: string,
  query: PageQuery & { page: number },
) {
  const { cursors, scope } = ctx;
  const thread = await findThread(ctx, contactPhone);
  if (!thread) throw new AppError('contact_not_found');
  const list = ['history', scope.tenantId, thread.contactId.toString('hex')];
  const rows = await threadPage(ctx, thread.contactId, {
    ...(query.cursor ? { after: placeOf(cursors.read(list, query.cursor)) } : { offset: skippedRows(query) }),
    limit: query.limit + 1,
  });
  const { page, nextCursor } = cutPage(cursors, list, rows, query.limit);
  return {
    data: page.map(presentMessage),
    pagination: paginationOf(query, { total: thread.messageCount, isExact: true }, nextCursor),
  };
}

/**
 * Returns a page of a thread for the inbox, newest first, without a total: from a cursor on, newer than another, or
 * around a message.
 * @throws {AppError} message_not_found when the thread does not have the message.
 */
export async function readThread(
  ctx: Pick<Context, 'db' | 'scope' | 'cursors'>,
  contactId: Buffer,
  query: PageQuery & { around?: string | undefined; newer?: string | undefined },
): Promise<ThreadPage> {
  const { cursors, scope } = ctx;
  const list = ['thread', scope.tenantId, contactId.toString('hex')];
  const { cursor, newer, around, limit } = query;
  if (newer !== undefined) {
    return { ...(await newerPage(ctx, contactId, list, { after: newer, limit })), nextCursor: null };
  }
  const found = around === undefined ? null : await messageView(ctx, messageKey(around));
  if (around !== undefined && !found?.contactId.equals(contactId)) throw new AppError('message_not_found');
  const size = found ? Math.ceil(limit / 2) : limit;
  const rows = await threadPage(ctx, contactId, {
    ...(cursor ? { after: placeOf(cursors.read(list, cursor)) } : {}),
    ...(found ? { upTo: found } : {}),
    limit: size + 1,
  });
  const { page, nextCursor } = cutPage(cursors, list, rows, size);
  const data = page.map(presentThreadMessage);
  if (!found) return { data, nextCursor, newerCursor: null };
  const later = await newerPage(ctx, contactId, list, { after: cursorOf(cursors, list, found), limit: size });
  return { data: [...later.data, ...data], nextCursor, newerCursor: later.newerCursor };
}

interface ThreadPage {
  /** Newest first. */
  data: ThreadMessage[];
  nextCursor: string | null;
  /** Where newer messages follow; null when the page has the newest. */
  newerCursor: string | null;
}

/** Returns the messages after a place in a thread, newest first. */
async function newerPage(
  ctx: Pick<Context, 'db' | 'scope' | 'cursors'>,
  contactId: Buffer,
  list: readonly unknown[],
  { after, limit }: { after: string; limit: number },
): Promise<Pick<ThreadPage, 'data' | 'newerCursor'>> {
  const { cursors } = ctx;
  const rows = await newerMessages(ctx, contactId, placeOf(cursors.read(list, after)), limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentThreadMessage).reverse(),
    newerCursor: last ? cursorOf(cursors, list, last) : null,
  };
}

async function presentedMessage(ctx: Context, key: Buffer): Promise<Message> {
  const view = await messageView(ctx, key);
  if (!view) throw new AppError('message_not_found');
  return presentMessage(view);
}

function messageKey(id: string): Buffer {
  const key = tryDecodeId('message', id);
  if (!key) throw new AppError('message_not_found');
  return key;
}

/** Cuts the rows to a page. `rows` has one more than the page if the list continues. */
function cutPage(cursors: Cursors, list: readonly unknown[], rows: readonly MessageView[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? cursorOf(cursors, list, last) : null };
}

function cursorOf(
  cursors: Cursors,
  list: readonly unknown[],
  { createdAt, id }: Pick<MessageView, 'createdAt' | 'id'>,
): string {
  return cursors.write(list, [createdAt.getTime(), encodeId('message', id)]);
}

/** Returns the position in a thread that a cursor contains: the time in milliseconds and the id. */
function placeOf([createdAt, id]: readonly (string | number)[]): { createdAt: Date; id: Buffer } {
  return { createdAt: new Date(Number(createdAt)), id: decodeId(String(id)) };
}
