import { CONTACT_STATUSES } from '../../../../shared/domain/contact-status.ts';
import type { ContactSort } from '../../../../shared/domain/contacts/contact-actions.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../../kernel/http/pagination.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import { CONTACT_COLUMNS, type ContactView } from '../contact-view.ts';
import { type ContactSelection, contactSource } from './contact-conditions.sql.ts';

export interface ContactOrder {
  sort: ContactSort;
  direction: 'asc' | 'desc';
}

type Page = ContactOrder & {
  offset: number;
  limit: number;
  /** How many contacts the selection has, at least. */
  matches: number;
};

/** The statuses of conversations, which the index of the last messages begins with. */
const STATUSES = ['open', 'snoozed', 'closed'] as const;

/** Orders by a column that can be empty: contacts without it come last, the newest first. */
const EMPTY_LAST = {
  name: {
    index: 'contacts_name',
    column: 'c.name_search',
    has: `c.name_search > ''`,
    lacks: `c.name_search = ''`,
  },
  phone: { index: 'contacts_phone', column: 'c.phone', has: 'c.phone IS NOT NULL', lacks: 'c.phone IS NULL' },
} as const;

/**
 * Returns a page of a selection in an order. Few contacts are sorted; of many, the index of the order is walked, where
 * every thousandth contact at least is one of them. Contacts without a name or a number, or that never wrote, come last.
 */
export async function sortedContacts(
  ctx: QueryContext,
  selection: ContactSelection,
  page: Page,
): Promise<ContactView[]> {
  if (page.matches <= TOTAL_CAP) return sortFew(ctx, selection, page);
  if (page.sort === 'added') return walk(ctx, selection, 'contacts_tenant_id', 'c.id', page);
  if (page.sort === 'changed') return walk(ctx, selection, 'contacts_updated', 'c.updated_at', page);
  if (page.sort === 'status') return walkStatuses(ctx, selection, page);
  const by = page.sort === 'seen' ? null : EMPTY_LAST[page.sort];
  const first = await (by
    ? walk(ctx, selection, by.index, by.column, page, `AND ${by.has}`)
    : walkSeen(ctx, selection, page));
  if (first.length === page.limit) return first;
  const isWithout = by ? `AND ${by.lacks}` : `AND NOT ${HAS_WRITTEN}`;
  const before =
    first.length > 0 ? page.offset + first.length : await countFirst(ctx, selection, page, isWithout);
  const rest = {
    ...page,
    direction: 'desc' as const,
    offset: Math.max(0, page.offset - before),
    limit: page.limit - first.length,
  };
  const index = by?.index ?? 'contacts_tenant_id';
  return [...first, ...(await walk(ctx, selection, index, 'c.id', rest, isWithout))];
}

const HAS_WRITTEN = `EXISTS (SELECT 1 FROM conversations w WHERE w.tenant_id = :tenantId AND w.contact_id = c.id
  AND w.last_inbound_at IS NOT NULL)`;

/** Returns how many contacts come before those of the condition, up to the first of the page. */
async function countFirst(
  ctx: QueryContext,
  selection: ContactSelection,
  { offset }: Page,
  isWithout: string,
): Promise<number> {
  const { from, where, bindings } = contactSource(selection);
  const [row] = await select<{ contacts: number }>(
    ctx,
    `SELECT COUNT(*) AS contacts FROM (
       SELECT 1 FROM ${from} WHERE ${where} AND NOT (1 = 1 ${isWithout}) LIMIT ${Math.trunc(offset)}) first`,
    bindings,
  );
  return Number(row?.contacts);
}

function sortFew(
  ctx: QueryContext,
  selection: ContactSelection,
  { sort, direction, offset, limit }: Page,
): Promise<ContactView[]> {
  const { from, where, bindings } = contactSource(selection);
  const order = {
    added: '',
    name: `c.name_search = '', c.name_search ${direction},`,
    phone: `c.phone IS NULL, c.phone ${direction},`,
    status: `${RANK_OF_STATUS} ${direction},`,
    seen: `v.last_inbound_at IS NULL, v.last_inbound_at ${direction},`,
    changed: `c.updated_at ${direction},`,
  }[sort];
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM ${from}
       LEFT JOIN conversations v ON v.tenant_id = :tenantId AND v.contact_id = c.id
     WHERE ${where} ORDER BY ${order} c.id ${direction} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}`,
    bindings,
  );
}

function walk(
  ctx: QueryContext,
  selection: ContactSelection,
  index: string,
  column: string,
  { direction, offset, limit }: Pick<Page, 'direction' | 'offset' | 'limit'>,
  condition = '',
): Promise<ContactView[]> {
  const { from, where, bindings } = contactSource(selection, index);
  const order = column === 'c.id' ? `c.id ${direction}` : `${column} ${direction}, c.id ${direction}`;
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM ${from} WHERE ${where} ${condition}
     ORDER BY ${order} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}`,
    bindings,
  );
}

/** The place of a status among the others. */
const RANK_OF_STATUS = `CASE c.status ${CONTACT_STATUSES.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`;

/** Walks the index by status, one status after the other. */
function walkStatuses(
  ctx: QueryContext,
  selection: ContactSelection,
  { direction, offset, limit }: Page,
): Promise<ContactView[]> {
  const { where, bindings } = contactSource(selection, 'contacts_status');
  const walks = CONTACT_STATUSES.map(
    (status, rank) => `(SELECT c.id, ${rank} AS statusRank FROM contacts c FORCE INDEX (contacts_status)
       WHERE c.status = '${status}' AND ${where} ORDER BY c.id ${direction} LIMIT ${Math.trunc(offset + limit)})`,
  );
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM (
       SELECT id, statusRank FROM (${walks.join(' UNION ALL ')}) ranked
       ORDER BY statusRank ${direction}, id ${direction} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}
     ) page STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id
     ORDER BY page.statusRank ${direction}, c.id ${direction}`,
    bindings,
  );
}

/** Walks the index of the last messages, which has the conversations by their status. */
function walkSeen(
  ctx: QueryContext,
  selection: ContactSelection,
  { direction, offset, limit }: Page,
): Promise<ContactView[]> {
  const { where, bindings } = contactSource(selection, 'contacts_tenant_id');
  const walks = STATUSES.map(
    (status) => `(SELECT c.id AS contactId, s.last_inbound_at AS seenAt
       FROM conversations s FORCE INDEX (conversations_window)
         STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = s.contact_id
       WHERE s.tenant_id = :tenantId AND s.status = '${status}' AND s.last_inbound_at IS NOT NULL AND ${where}
       ORDER BY s.last_inbound_at ${direction}, s.id ${direction} LIMIT ${Math.trunc(offset + limit)})`,
  );
  return select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM (${walks.join(' UNION ALL ')}) seen
       JOIN contacts c ON c.tenant_id = :tenantId AND c.id = seen.contactId
     ORDER BY seen.seenAt ${direction}, c.id ${direction} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}`,
    bindings,
  );
}

/** Returns when contacts last wrote, by their ids. */
export async function lastSeen(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
): Promise<Record<string, string>> {
  if (contactIds.length === 0) return {};
  const rows = await select<{ contactId: Buffer; seenAt: Date }>(
    ctx,
    `SELECT contact_id AS contactId, last_inbound_at AS seenAt FROM conversations
     WHERE tenant_id = :tenantId AND contact_id IN (:contactIds) AND last_inbound_at IS NOT NULL`,
    { contactIds: [...contactIds] },
  );
  return Object.fromEntries(
    rows.map(({ contactId, seenAt }) => [encodeId('contact', contactId), seenAt.toISOString()]),
  );
}
