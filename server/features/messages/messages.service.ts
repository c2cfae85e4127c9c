import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { paginationOf } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { type MessageView, presentMessage, presentThreadMessage } from './messages.presenter.ts';
import { MessagesRepository } from './messages.repository.ts';

export interface MessagesDeps {
  database: Database;
  cursors: Cursors;
  /** The contact behind a number or id, with how many messages it has; null when there is none. */
  findThread(
    scope: TenantScope,
    reference: string,
  ): Promise<{ contactId: Buffer; messageCount: number } | null>;
  /** A flow: stores the message, hands it to the platform, waits for the answer. */
  sendFromApi(ctx: Context, input: SendMessage): Promise<Message>;
  /** A flow: puts our reaction on a message, or takes it back, here and on the customer's phone. */
  react(ctx: Context, messageId: Buffer, emoji: string | null): Promise<void>;
  /** A flow: marks the conversation of a message read up to it, here and on the customer's phone. */
  markReadUpTo(ctx: Context, messageId: Buffer): Promise<void>;
}

export type MessagesService = ReturnType<typeof createMessagesService>;

export function createMessagesService(deps: MessagesDeps) {
  const { database, cursors, findThread } = deps;
  return {
    send: deps.sendFromApi,

    async react(ctx: Context, id: string, emoji: string | null): Promise<Message> {
      const key = keyOf(id);
      await deps.react(ctx, key, emoji);
      return viewOf(ctx.scope, key);
    },

    async markRead(ctx: Context, id: string): Promise<Message> {
      const key = keyOf(id);
      await deps.markReadUpTo(ctx, key);
      return viewOf(ctx.scope, key);
    },

    async history(
      scope: TenantScope,
      contactPhone: string,
      query: { page: number; limit: number; cursor?: string | undefined },
    ) {
      const thread = await findThread(scope, contactPhone);
      if (!thread) throw new AppError('contact_not_found');
      const list = ['history', scope.tenantId, thread.contactId.toString('hex')];
      const rows = await new MessagesRepository(database, scope).thread(thread.contactId, {
        ...(query.cursor
          ? { after: placeOf(cursors.read(list, query.cursor)) }
          : { offset: (query.page - 1) * query.limit }),
        limit: query.limit + 1,
      });
      const { page, nextCursor } = cutPage(cursors, list, rows, query.limit);
      return {
        data: page.map(presentMessage),
        pagination: paginationOf(query, { total: thread.messageCount, isExact: true }, nextCursor),
      };
    },
  };

  async function viewOf(scope: TenantScope, key: Buffer): Promise<Message> {
    const view = await new MessagesRepository(database, scope).view(key);
    if (!view) throw new AppError('message_not_found');
    return presentMessage(view);
  }
}

function keyOf(id: string): Buffer {
  const key = tryDecodeId('message', id);
  if (!key) throw new AppError('message_not_found');
  return key;
}

/** A page of a thread as the inbox walks it: newest first, without a total. */
export async function readThread(
  { database, cursors }: Pick<MessagesDeps, 'database' | 'cursors'>,
  scope: TenantScope,
  contactId: Buffer,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ data: ThreadMessage[]; nextCursor: string | null }> {
  const list = ['thread', scope.tenantId, contactId.toString('hex')];
  const rows = await new MessagesRepository(database, scope).thread(contactId, {
    ...(query.cursor ? { after: placeOf(cursors.read(list, query.cursor)) } : {}),
    limit: query.limit + 1,
  });
  const { page, nextCursor } = cutPage(cursors, list, rows, query.limit);
  return { data: page.map(presentThreadMessage), nextCursor };
}

/** The page of rows that were asked for with one more than it holds: that one tells whether it goes on. */
function cutPage(cursors: Cursors, list: readonly unknown[], rows: readonly MessageView[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const nextCursor = last
    ? cursors.write(list, [last.createdAt.getTime(), encodeId('message', last.id)])
    : null;
  return { page, nextCursor };
}

/** A place in a thread as a cursor holds it: the time in milliseconds and the id. */
function placeOf([createdAt, id]: readonly (string | number)[]): { createdAt: Date; id: Buffer } {
  return { createdAt: new Date(Number(createdAt)), id: decodeId(String(id)) };
}
