import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { SavedViewFilter } from '../../../shared/contract/inbox/saved-views.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { CountedView, InboxView } from '../../../shared/domain/inbox-views.ts';
import { type DueSince, overdueSince } from '../../../shared/domain/time/business-time.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { responseRulesOf } from './business-hours.service.ts';
import { presentConversation } from './conversations.presenter.ts';
import {
  conversationView,
  conversationViews,
  countNarrowed,
  countUnreadConversations,
  countViews,
  endOfWalk,
  type FoundContacts,
  type InboxQuery,
  orderOf,
  WALKED_MAX,
} from './inbox.repository.ts';

const NEVER_DUE: DueSince = { first: null, next: null };

export interface ConversationListQuery {
  view: InboxView;
  search?: string | undefined;
  label?: string | undefined;
  /** The id of a member, or `none` for conversations without an assignee. */
  assignee?: string | undefined;
  unread?: 'true' | undefined;
  urgent?: 'true' | undefined;
  /** Orders every view by activity. */
  isByActivity?: boolean;
  limit: number;
  cursor?: string | undefined;
}

/** Returns a page of a view as `listConversations` does, and the number of unread conversations. */
export async function listInbox(ctx: Context, query: ConversationListQuery, found: FoundContacts | null) {
  const page = await listConversations(ctx, query, found);
  return { ...page, unreadTotal: await countUnreadConversations(ctx) };
}

/**
 * Returns a page of a view. With a search that finds many contacts, or in a view that few
 * conversations match, a page may have fewer rows than its limit, or none, and still a cursor to continue at.
 * @param found the contacts that the search of the query finds; null without a search.
 * @param walkedMax tests pass a smaller one.
 */
export async function listConversations(
  ctx: Context,
  query: ConversationListQuery,
  found: FoundContacts | null = null,
  walkedMax = WALKED_MAX,
) {
  const { cursors, scope } = ctx;
  const me = callerKey(ctx);
  const narrowed = [
    query.search ?? '',
    query.label ?? '',
    query.assignee ?? '',
    query.unread ?? '',
    query.urgent ?? '',
  ];
  const list = [
    'inbox',
    scope.tenantId,
    query.view,
    query.view === 'mine' || query.view === 'mentions' ? String(me?.toString('hex')) : '',
    ...narrowed,
  ];
  const [time, id] = query.cursor ? cursors.read(list, query.cursor) : [];
  const after = id === undefined ? undefined : { at: new Date(Number(time)), id: decodeId(String(id)) };
  const now = ctx.clock.now();
  const inbox: InboxQuery = {
    view: query.view,
    me,
    now,
    dueSince: query.view === 'overdue' ? overdueSince(await responseRulesOf(ctx), now) : NEVER_DUE,
    found,
    labelId: query.label ? decodeId(query.label) : null,
    assigneeId: query.assignee && query.assignee !== 'none' ? decodeId(query.assignee) : null,
    isUnassigned: query.assignee === 'none',
    isByActivity: query.isByActivity === true,
    isUnread: query.unread !== undefined,
    isUrgent: query.urgent !== undefined,
  };
  const { field, isWalked } = orderOf(inbox);
  const until = isWalked ? await endOfWalk(ctx, after, walkedMax) : null;
  const rows = await conversationViews(ctx, inbox, { after, until, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const end =
    rows.length > query.limit && last ? { at: last[field] ?? last.lastActivityAt, id: last.id } : until;
  return {
    data: page.map(presentConversation),
    nextCursor: end ? cursors.write(list, [end.at.getTime(), encodeId('conversation', end.id)]) : null,
  };
}

/** Returns how many conversations each view has, up to `COUNTED_MAX`. */
export async function countConversations(ctx: Context): Promise<Record<CountedView, number>> {
  const now = ctx.clock.now();
  return countViews(ctx, {
    me: callerKey(ctx),
    now,
    dueSince: overdueSince(await responseRulesOf(ctx), now),
  });
}

/** Returns how many conversations each filter finds among the latest ones, up to `COUNTED_MAX`. */
export async function countFiltered(ctx: Context, filters: readonly SavedViewFilter[]): Promise<number[]> {
  if (filters.length === 0) return [];
  const now = ctx.clock.now();
  const dueSince = overdueSince(await responseRulesOf(ctx), now);
  const until = await endOfWalk(ctx, undefined, WALKED_MAX);
  const counts: number[] = [];
  for (const { view, label, assignee, unread, urgent } of filters) {
    const query: InboxQuery = {
      ...{ view, me: callerKey(ctx), now, dueSince, found: null },
      labelId: label ? decodeId(label) : null,
      assigneeId: assignee ? decodeId(assignee) : null,
      ...{ isUnassigned: false, isUnread: unread === true, isUrgent: urgent === true, isByActivity: false },
    };
    counts.push(await countNarrowed(ctx, query, orderOf(query).isWalked ? until : null));
  }
  return counts;
}

/** Returns the key of the person who asks; null for a program. */
function callerKey({ actor }: Context): Buffer | null {
  return actor?.kind === 'user' ? decodeId(actor.id) : null;
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
