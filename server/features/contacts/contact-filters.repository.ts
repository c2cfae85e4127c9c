import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { Bindings } from '../../db/database.ts';
import { containsPattern } from '../../db/search-text.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import type { SearchTerms } from './contact-search.sql.ts';
import { CONTACT_COLUMNS, type ContactView } from './contact-view.ts';

/** What contacts must have, besides a status and a search, which have statements of their own when they are alone. */
export interface ContactFilters {
  /** The contact with the number that was asked for. */
  id?: Buffer | undefined;
  email?: string | undefined;
  tag?: string | undefined;
  updatedSince?: Date | undefined;
  blocked?: boolean | undefined;
  /** A custom field and the value that they have in it. */
  attribute?: { key: string; value: string } | undefined;
  status: ContactStatus | null;
  terms: SearchTerms | null;
}

/** The page to read: after `offset` contacts, or after the contact with this place in the order. */
export interface FilteredPlace {
  after?: { id: Buffer; updatedAt: Date } | undefined;
  offset: number;
  limit: number;
}

/**
 * Returns a page of the contacts that pass the filters, and how many there are: exact up to the cap, cap + 1 when there
 * are more. Newest first; with `updatedSince` the oldest change first, so that a program that reads
 * on while contacts change misses none of them.
 */
export async function filteredContacts(
  ctx: QueryContext,
  filters: ContactFilters,
  { after, offset, limit }: FilteredPlace,
): Promise<{ rows: ContactView[]; matches: number }> {
  const { from, id, where, bindings } = matchingContacts(filters);
  const isByChange = filters.updatedSince !== undefined;
  const order = isByChange ? 'c.updated_at ASC, c.id ASC' : `${id} DESC`;
  // The first condition lets the index start at the place, which a comparison of two columns alone does not.
  const rest = isByChange
    ? 'AND c.updated_at >= :afterTime AND (c.updated_at > :afterTime OR c.id > :afterId)'
    : `AND ${id} < :afterId`;
  const place: Bindings = after
    ? { afterId: after.id, ...(isByChange && { afterTime: after.updatedAt }) }
    : {};
  const [rows, [counted]] = await Promise.all([
    select<ContactView>(
      ctx,
      `SELECT ${CONTACT_COLUMNS} FROM ${from} WHERE ${where} ${after ? rest : ''}
       ORDER BY ${order} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}`,
      { ...bindings, ...place },
    ),
    select<{ matches: number }>(
      ctx,
      `SELECT COUNT(*) AS matches FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${TOTAL_CAP + 1}) matching`,
      bindings,
    ),
  ]);
  return { rows, matches: Number(counted?.matches) };
}

/** Each list walks one index in its order, and compares the rest of the filters with the rows that it finds. */
function matchingContacts(filters: ContactFilters) {
  const { id, email, tag, updatedSince, blocked, attribute, status, terms } = filters;
  const where = ['c.tenant_id = :tenantId'];
  const bindings: Record<string, Buffer | string | Date> = {};
  function add(condition: string, values: Record<string, Buffer | string | Date>): void {
    where.push(condition);
    Object.assign(bindings, values);
  }
  if (id) add('c.id = :id', { id });
  if (email !== undefined) add('c.email = :email', { email });
  if (updatedSince) add('c.updated_at >= :updatedSince', { updatedSince });
  if (blocked !== undefined) add(`c.is_blocked = ${blocked ? 1 : 0}`, {});
  if (status !== null) add('c.status = :status', { status });
  if (terms) {
    const phone = terms.phone === null ? '' : ' OR c.phone LIKE :phonePart';
    add(`(c.name_search LIKE :namePart${phone})`, {
      namePart: containsPattern(terms.name),
      ...(terms.phone !== null && { phonePart: containsPattern(terms.phone) }),
    });
  }
  const isWalked = !id && email === undefined && !updatedSince;
  const isAttributeFirst = attribute !== undefined && isWalked;
  if (attribute)
    add(
      isAttributeFirst
        ? 't.tenant_id = :tenantId AND t.field_key = :fieldKey AND t.value = :fieldValue'
        : `EXISTS (SELECT 1 FROM contact_attributes a WHERE a.tenant_id = :tenantId AND a.field_key = :fieldKey
             AND a.value = :fieldValue AND a.contact_id = c.id)`,
      { fieldKey: attribute.key, fieldValue: attribute.value },
    );
  const isTagFirst = tag !== undefined && isWalked && !isAttributeFirst;
  if (isTagFirst) add('t.tenant_id = :tenantId AND t.tag = :tag', { tag });
  else if (tag !== undefined)
    add(
      'EXISTS (SELECT 1 FROM contact_tags x WHERE x.tenant_id = :tenantId AND x.tag = :tag AND x.contact_id = c.id)',
      { tag },
    );
  const first = isAttributeFirst ? 'contact_attributes' : isTagFirst ? 'contact_tags' : null;
  const from = first
    ? `${first} t STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = t.contact_id`
    : `contacts c FORCE INDEX (${indexFor({ id, email, updatedSince })})`;
  return { from, id: first ? 't.contact_id' : 'c.id', where: where.join(' AND '), bindings };
}

function indexFor({
  id,
  email,
  updatedSince,
}: Pick<ContactFilters, 'id' | 'email' | 'updatedSince'>): string {
  if (id) return 'contacts_tenant_id';
  if (email !== undefined) return 'contacts_email';
  return updatedSince ? 'contacts_updated' : 'contacts_blocked';
}
