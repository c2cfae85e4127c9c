import { digitsOfSearch } from '../../../shared/contract/contacts.contract.ts';
import type { Conversation, ConversationFilter } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { containsName } from '../../db/search-text.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { presentConversation } from './conversations.presenter.ts';
import {
  conversationView,
  conversationViews,
  countUnreadConversations,
  endOfWalk,
  WALKED_MAX,
} from './conversations.repository.ts';

export interface ConversationListQuery {
  filter: ConversationFilter;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Returns a page of the inbox, latest activity first, and the number of unread conversations. With a filter or
 * a search, a page may have fewer rows than its limit, or none, and still a cursor to continue at.
 * @param walkedMax tests pass a smaller one.
 */
export async function listConversations(ctx: Context, query: ConversationListQuery, walkedMax = WALKED_MAX) {
  const { cursors, scope } = ctx;
  const list = ['inbox', scope.tenantId, query.filter, query.search ?? ''];
  const [time, id] = query.cursor ? cursors.read(list, query.cursor) : [];
  const digits = query.search ? digitsOfSearch(query.search) : null;
  const place =
    id === undefined ? {} : { after: { lastActivityAt: new Date(Number(time)), id: decodeId(String(id)) } };
  // The list of all fills its page with the first rows that it finds; others might look at every row.
  const isSelective = query.filter !== 'all' || Boolean(query.search);
  const until = isSelective ? await endOfWalk(ctx, place.after, walkedMax) : null;
  const rows = await conversationViews(ctx, {
    filter: query.filter,
    name: query.search ? containsName(query.search) : null,
    phone: digits ? `%${digits}%` : null,
    ...place,
    until,
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const data = page.map(presentConversation);
  const last = rows.length > query.limit ? page.at(-1) : until;
  return {
    data,
    nextCursor: last
      ? cursors.write(list, [last.lastActivityAt.getTime(), encodeId('conversation', last.id)])
      : null,
    unreadTotal: await countUnreadConversations(ctx),
  };
}

/** Returns one conversation. @throws {AppError} conversation_not_found */
export async function getConversation(ctx: Context, id: string): Promise<Conversation> {
  const row = await conversationView(ctx, conversationKey(id));
  if (!row) throw new AppError('conversation_not_found');
  return presentConversation(row);
}

/** Returns the key for an id `cv_…`. @throws {AppError} conversation_not_found when it is not one. */
export function conversationKey(id: string): Buffer {
  const key = tryDecodeId('conversation', id);
  if (!key) throw new AppError('conversation_not_found');
  return key;
}
