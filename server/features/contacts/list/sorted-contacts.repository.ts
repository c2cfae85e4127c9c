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

/**
 * Returns a page of a selection in an order. Few contacts are sorted; of many, the index of the order is walked, where
 * every thousandth contact at least is one of them. Contacts without a name, or that never wrote, come last.
 */
export async function sortedContacts(
  ctx: QueryContext,
  selection: ContactSelection,
  page: Page,
): Promise<ContactView[]> {
  if (page.matches <= TOTAL_CAP) return sortFew(ctx, selection, page);
  if (page.sort === 'added') return walk(ctx, selection, 'contacts_tenant_id', 'c.id', page);
  if (page.sort === 'changed') return walk(ctx, selection, 'contacts_updated', 'c.updated_at', page);
  const first = await (page.sort === 'name'
    ? walk(ctx, selection, 'contacts_name', 'c.name_search', page, `AND c.name_search > ''`)
    : walkSeen(ctx, selection, page));
  if (first.length === page.limit) return first;
  const isWithout = page.sort === 'name' ? `AND c.name_search = ''` : `AND NOT ${HAS_WRITTEN}`;
  const before =
    first.length > 0 ? page.offset + first.length : await countFirst(ctx, selection, page, isWithout);
  const rest = {
    ...page,
    direction: 'desc' as const,
    offset: Math.max(0, page.offset - before),
    limit: page.limit - first.length,
  };
  const index = page.sort === 'name' ? 'contacts_name' : 'contacts_tenant_id';
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
