import { ASKED_AGAIN_FROM } from '../../../shared/domain/assist/urgency.ts';
import {
  CLOSING_HOURS,
  COUNTED_MAX,
  COUNTED_VIEWS,
  type CountedView,
  type InboxView,
  UNREAD_COUNTED_MAX,
} from '../../../shared/domain/inbox-views.ts';
import type { DueSince } from '../../../shared/domain/time/business-time.ts';
import { WINDOW_MS } from '../../../shared/domain/window.ts';
import type { Bindings } from '../../db/database.ts';
import type { ResponseRulesRow } from '../../db/models/response-rules.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRows, select } from '../../kernel/tenancy/rows.ts';
import type { ConversationView } from './conversations.presenter.ts';
import { currentOf } from './conversations.repository.ts';

/** How many characters of a message the list shows at most. */
const PREVIEW_LENGTH = 160;

/** The ids of the labels as one text: at most 20, so it stays below the shortest limit of GROUP_CONCAT (1,024). */
const SELECTED = `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, k.phone AS contactPhone,
    k.status AS contactStatus, k.marketing AS contactMarketing, k.is_blocked AS contactBlocked, c.status AS workStatus, c.snoozed_until AS snoozedUntil, c.returned_at AS returnedAt,
    c.assignee_id AS assigneeId, u.name AS assigneeName, c.waiting_since AS waitingSince,
    c.first_response_at AS firstResponseAt, c.failed_count AS failedCount, c.unread_count AS unreadCount,
    c.last_activity_at AS lastActivityAt, c.last_inbound_at AS lastInboundAt, c.created_at AS createdAt,
    c.updated_at AS updatedAt, c.webhook_seq AS webhookSeq,
    c.urgent_word AS urgentWord, c.asked_count AS askedCount, c.asked_at AS askedAt, c.is_only_thanks AS isOnlyThanks, c.language, m.id AS messageId, m.direction, m.type, m.status,
    LEFT(COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), ${PREVIEW_LENGTH}) AS preview, m.created_at AS messageCreatedAt,
    m.revoked_at AS messageRevokedAt, m.author_id AS authorId, a.name AS authorName, m.origin,
    m.broadcast_id AS broadcastId,
    (SELECT GROUP_CONCAT(HEX(l.label_id)) FROM conversation_labels l
     WHERE l.tenant_id = c.tenant_id AND l.conversation_id = c.id) AS labelIds,
    (SELECT GROUP_CONCAT(HEX(x.user_id)) FROM unread_mentions x
     WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id) AS mentionedIds`;
const JOINED = `JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.assignee_id
  LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.last_message_id
  LEFT JOIN users a ON a.tenant_id = c.tenant_id AND a.id = m.author_id`;

type SelectedRow = Omit<ConversationView, 'labels' | 'mentioned'> & {
  labelIds: string | null;
  /** The first 31: the text may be cut. */
  mentionedIds: string | null;
};

/** The time by which a view is in order, as its column and as its field. */
const ORDERS = {
  activity: { column: 'c.last_activity_at', field: 'lastActivityAt', direction: 'DESC' },
  waiting: { column: 'c.waiting_since', field: 'waitingSince', direction: 'ASC' },
  window: { column: 'c.last_inbound_at', field: 'lastInboundAt', direction: 'ASC' },
  snooze: { column: 'c.snoozed_until', field: 'snoozedUntil', direction: 'ASC' },
} as const;
type Order = keyof typeof ORDERS;

/**
 * What each view shows, in which order, and whether an index gives its rows in that order. Without one, a request
 * walks through the conversations by activity and stops after some thousands.
 */
const VIEWS: Readonly<Record<InboxView, { where: string; order: Order; isWalked?: true }>> = {
  open: { where: "AND c.status = 'open'", order: 'activity' },
  mine: { where: "AND c.assignee_id = :me AND c.status = 'open'", order: 'activity' },
  unassigned: { where: "AND c.assignee_id IS NULL AND c.status = 'open'", order: 'activity' },
  mentions: {
    where:
      'AND EXISTS (SELECT 1 FROM unread_mentions x WHERE x.tenant_id = :tenantId AND x.conversation_id = c.id AND x.user_id = :me)',
    order: 'activity',
  },
  waiting: { where: "AND c.status = 'open' AND c.waiting_since IS NOT NULL", order: 'waiting' },
  overdue: {
    where: `AND c.status = 'open' AND c.waiting_since IS NOT NULL
      AND c.waiting_since < IF(c.first_response_at IS NULL, :firstDueSince, :nextDueSince)`,
    order: 'waiting',
  },
  closing: {
    where:
      "AND c.status = 'open' AND c.last_inbound_at > :closedUntil AND c.last_inbound_at <= :closingUntil",
    order: 'window',
  },
  failed: { where: 'AND c.failed_count > 0', order: 'activity', isWalked: true },
  unread: { where: 'AND c.unread_count > 0', order: 'activity', isWalked: true },
  snoozed: { where: "AND c.status = 'snoozed' AND c.snoozed_until IS NOT NULL", order: 'snooze' },
  closed: { where: "AND c.status = 'closed'", order: 'activity' },
  all: { where: '', order: 'activity' },
};

/** A place in a list: the time by which the list is in order, and the id. */
export interface ListPlace {
  at: Date;
  id: Buffer;
}

/** The contacts that a search finds: their ids if they are few, else a condition on a contact `k`. */
export type FoundContacts = { ids: readonly Buffer[] } | { sql: string; bindings: Bindings };

export interface InboxQuery {
  view: InboxView;
  /** The caller, for the views `mine` and `mentions`; null for programs, who have none. */
  me: Buffer | null;
  now: Date;
  /** For the view `overdue`. */
  dueSince: DueSince;
  /** Only conversations with these contacts. */
  found: FoundContacts | null;
  labelId: Buffer | null;
  assigneeId: Buffer | null;
  isUnassigned: boolean;
  isUnread: boolean;
  isUrgent: boolean;
  /** Orders every view by activity. */
  isByActivity: boolean;
}

/** Returns a conversation with its contact and its last message; null when there is none with this id. */
export function conversationView(ctx: QueryContext, id: Buffer): Promise<ConversationView | null> {
  return currentOf(ctx, id, async (id) => {
    const rows = await select<SelectedRow>(
      ctx,
      `${SELECTED} FROM conversations c ${JOINED} WHERE c.tenant_id = :tenantId AND c.id = :id`,
      { id },
    );
    return (await withLabels(ctx, rows))[0] ?? null;
  });
}

/** Conversations that one request looks at, at most, to fill a page of a view or search that few match. */
export const WALKED_MAX = 5_000;

/** Returns the time by which the list of a query is in order. A search or a filter keeps the order by activity. */
export function orderOf(query: InboxQuery) {
  const { view, found, labelId, assigneeId, isUnassigned, isUnread, isUrgent, isByActivity } = query;
  const isNarrowed = isUnread || isUrgent || isUnassigned || (found ?? labelId ?? assigneeId) !== null;
  return {
    ...ORDERS[isNarrowed || isByActivity ? 'activity' : VIEWS[view].order],
    isWalked: !areFewFound(query) && (isNarrowed || VIEWS[view].isWalked === true),
  };
}

/** Returns whether a search has found few contacts: their conversations are read by the contacts' ids, and sorted. */
const areFewFound = ({ found }: InboxQuery) => found !== null && 'ids' in found;

/** Returns the last conversation that a request may look at, `most` after its start; null when there are fewer. */
export async function endOfWalk(
  ctx: QueryContext,
  after: ListPlace | undefined,
  most: number,
): Promise<ListPlace | null> {
  const [row] = await select<ListPlace>(
    ctx,
    `SELECT last_activity_at AS at, id FROM conversations FORCE INDEX (conversations_recent)
     WHERE tenant_id = :tenantId
       ${after ? 'AND last_activity_at <= :afterAt AND (last_activity_at < :afterAt OR id < :afterId)' : ''}
     ORDER BY last_activity_at DESC, id DESC LIMIT ${Math.trunc(most) - 1}, 1`,
    after ? { afterAt: after.at, afterId: after.id } : {},
  );
  return row ?? null;
}

/** Returns a page of a view or search, after `after` and down to `until`. */
export async function conversationViews(
  ctx: QueryContext,
  query: InboxQuery,
  { after, until, limit }: { after?: ListPlace | undefined; until: ListPlace | null; limit: number },
): Promise<ConversationView[]> {
  const { column, direction } = orderOf(query);
  const beyond = direction === 'DESC' ? '<' : '>';
  const { where, bindings } = narrowedBy(query, until);
  const rows = await select<SelectedRow>(
    ctx,
    `${SELECTED} FROM conversations c ${areFewFound(query) ? 'FORCE INDEX (conversations_contact)' : ''} ${JOINED} WHERE ${where}
       ${after ? `AND ${column} ${beyond}= :afterAt AND (${column} ${beyond} :afterAt OR c.id ${beyond} :afterId)` : ''}
     ORDER BY ${column} ${direction}, c.id ${direction} LIMIT ${Math.trunc(limit)}`,
    { ...bindings, ...(after ? { afterAt: after.at, afterId: after.id } : {}) },
  );
  return withLabels(ctx, rows);
}

/** Decides as `isUrgent` (shared/domain/assist/urgency.ts), where someone waits for an answer. */
const URGENT = `AND c.status <> 'closed' AND c.waiting_since IS NOT NULL
         AND (c.urgent_word IS NOT NULL OR c.asked_count >= ${ASKED_AGAIN_FROM})`;

/** Returns the condition of a view or search, down to `until`. */
function narrowedBy(query: InboxQuery, until: ListPlace | null): { where: string; bindings: Bindings } {
  const { labelId, assigneeId, isUnassigned, isUnread, isUrgent } = query;
  const found = withContacts(query);
  return {
    where: `c.tenant_id = :tenantId ${VIEWS[query.view].where}
       ${found ? `AND ${found.sql}` : ''}
       ${assigneeId ? 'AND c.assignee_id = :assigneeId' : ''}
       ${isUnassigned ? 'AND c.assignee_id IS NULL' : ''}
       ${isUnread ? 'AND c.unread_count > 0' : ''}
       ${isUrgent ? URGENT : ''}
       ${labelId ? 'AND EXISTS (SELECT 1 FROM conversation_labels x WHERE x.tenant_id = :tenantId AND x.conversation_id = c.id AND x.label_id = :labelId)' : ''}
       ${until ? 'AND c.last_activity_at >= :untilAt AND (c.last_activity_at > :untilAt OR c.id >= :untilId)' : ''}`,
    bindings: {
      ...ofView(query),
      ...found?.bindings,
      ...(labelId ? { labelId } : {}),
      ...(assigneeId ? { assigneeId } : {}),
      ...(until ? { untilAt: until.at, untilId: until.id } : {}),
    },
  };
}

/** Returns the condition that a conversation is with one of the contacts that a search has found; null without a search. */
function withContacts({ found }: InboxQuery): { sql: string; bindings: Bindings } | null {
  if (!found || 'sql' in found) return found;
  const { ids } = found;
  return ids.length > 0
    ? { sql: 'c.contact_id IN (:foundIds)', bindings: { foundIds: [...ids] } }
    : { sql: '1 = 0', bindings: {} };
}

/** Returns how many conversations a narrowed view has, down to `until`. Counting stops at `COUNTED_MAX`. */
export async function countNarrowed(
  ctx: QueryContext,
  query: InboxQuery,
  until: ListPlace | null,
): Promise<number> {
  const { where, bindings } = narrowedBy(query, until);
  const [row] = await select<{ counted: number }>(
    ctx,
    `SELECT COUNT(*) AS counted FROM (SELECT c.id FROM conversations c WHERE ${where} LIMIT ${COUNTED_MAX}) counted`,
    bindings,
  );
  return Number(row?.counted ?? 0);
}

/** Returns how many conversations are in each counted view. Each count stops at `COUNTED_MAX`. */
export async function countViews(
  ctx: QueryContext,
  { me, now, dueSince }: Pick<InboxQuery, 'me' | 'now' | 'dueSince'>,
): Promise<Record<CountedView, number>> {
  const counts: [CountedView, number][] = [];
  for (const view of COUNTED_VIEWS) {
    const [row] = await select<{ counted: number }>(
      ctx,
      `SELECT COUNT(*) AS counted FROM (
         SELECT c.id FROM conversations c WHERE c.tenant_id = :tenantId ${VIEWS[view].where} LIMIT ${COUNTED_MAX}) counted`,
      ofView({ view, me, now, dueSince }),
    );
    counts.push([view, Number(row?.counted ?? 0)]);
  }
  return Object.fromEntries(counts) as Record<CountedView, number>;
}

/** Returns how many conversations have unread messages, up to `UNREAD_COUNTED_MAX`. */
export async function countUnreadConversations(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ unread: number }>(
    ctx,
    `SELECT COUNT(*) AS unread FROM (
       SELECT id FROM conversations WHERE tenant_id = :tenantId AND unread_count > 0 LIMIT ${UNREAD_COUNTED_MAX}) counted`,
  );
  return Number(row?.unread ?? 0);
}

/** Returns the stored rules of the workspace; null when it never set any. SQL, because every list of programs asks this. */
export async function findResponseRules(
  ctx: QueryContext,
): Promise<Pick<ResponseRulesRow, 'hours' | 'firstResponseMinutes' | 'nextResponseMinutes'> | null> {
  const [row] = await select<ResponseRulesRow>(
    ctx,
    `SELECT hours, first_response_minutes AS firstResponseMinutes, next_response_minutes AS nextResponseMinutes
     FROM response_rules WHERE tenant_id = :tenantId`,
  );
  return row ?? null;
}

const HOUR_MS = 3_600_000;

/** Returns the values that the conditions of a view compare with. */
function ofView({ view, me, now, dueSince }: Pick<InboxQuery, 'view' | 'me' | 'now' | 'dueSince'>): Bindings {
  if (view === 'mine' || view === 'mentions') return { me };
  if (view === 'overdue') return { firstDueSince: dueSince.first, nextDueSince: dueSince.next };
  if (view !== 'closing') return {};
  const closed = now.getTime() - WINDOW_MS;
  return { closedUntil: new Date(closed), closingUntil: new Date(closed + CLOSING_HOURS * HOUR_MS) };
}

async function withLabels(ctx: QueryContext, rows: readonly SelectedRow[]): Promise<ConversationView[]> {
  const wanted = new Set(rows.flatMap(({ labelIds }) => labelIds?.split(',') ?? []));
  const labels =
    wanted.size > 0
      ? await findRows(ctx, 'label', {
          where: { id: [...wanted].map((hex) => Buffer.from(hex, 'hex')) },
          columns: ['id', 'name', 'color'],
          order: [['name', 'ASC']],
        })
      : [];
  return rows.map((row) => {
    const own = row.labelIds?.toLowerCase().split(',');
    const mentioned = row.mentionedIds?.split(',').filter((hex) => hex.length === 32);
    // Into the row itself: a copy of its many columns takes longer than reading them.
    return Object.assign(row, {
      labels: own ? labels.filter(({ id }) => own.includes(id.toString('hex'))) : [],
      mentioned: mentioned?.map((hex) => Buffer.from(hex, 'hex')) ?? [],
    });
  });
}
