import type { Bindings } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../../kernel/http/pagination.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import { CONTACT_COLUMNS, type ContactView } from '../contact-view.ts';
import { type ContactSelection, contactSource, SEEN_SINCE } from './contact-conditions.sql.ts';

/** The page to read: after `offset` contacts, or after the contact with this place in the order. */
export interface FilteredPlace {
  after?: { id: Buffer; updatedAt: Date } | undefined;
  offset: number;
  limit: number;
}

/**
 * Returns a page of the contacts of a selection, and how many there are: exact up to the cap, cap + 1 when there
 * are more. Newest first; with `updatedSince` the oldest change first, so that a program that reads
 * on while contacts change misses none of them.
 */
export async function filteredContacts(
  ctx: QueryContext,
  selection: ContactSelection,
  { after, offset, limit }: FilteredPlace,
): Promise<{ rows: ContactView[]; matches: number }> {
  const { from, id, where, bindings } = contactSource(selection);
  const isByChange = selection.updatedSince !== undefined;
  const order = isByChange ? 'c.updated_at ASC, c.id ASC' : `${id} DESC`;
  // The first condition lets the index start at the place, which a comparison of two columns alone does not.
  const rest = isByChange
    ? 'AND c.updated_at >= :afterTime AND (c.updated_at > :afterTime OR c.id > :afterId)'
    : `AND ${id} < :afterId`;
  const place: Bindings = after
    ? { afterId: after.id, ...(isByChange && { afterTime: after.updatedAt }) }
    : {};
  // The inner query reads no more than the index where the index has all columns that are compared.
  const rows = await select<ContactView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS} FROM (
       SELECT ${id} AS id FROM ${from} WHERE ${where} ${after ? rest : ''}
       ORDER BY ${order} LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}
     ) page STRAIGHT_JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id
     ORDER BY ${isByChange ? 'c.updated_at ASC, c.id ASC' : 'c.id DESC'}`,
    { ...bindings, ...place },
  );
  // A first page that is not full has them all: a filter that nobody passes is walked once.
  const isAll = !after && offset === 0 && rows.length < limit;
  const matches = isAll ? rows.length : await countSelection(ctx, selection, TOTAL_CAP + 1);
  return { rows, matches };
}

/** Returns how many contacts a selection has, counted up to `max`. */
export async function countSelection(
  ctx: QueryContext,
  selection: ContactSelection,
  max: number,
): Promise<number> {
  const { from, where, bindings } = contactSource(selection);
  const [counted] = await select<{ matches: number }>(
    ctx,
    `SELECT COUNT(*) AS matches FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${Math.trunc(max)}) matching`,
    bindings,
  );
  return Number(counted?.matches);
}

/** Returns whether at most so many contacts have written since a time. */
export async function isSeenByFew(ctx: QueryContext, entrySince: Date, max: number): Promise<boolean> {
  const [counted] = await select<{ contacts: number }>(
    ctx,
    `SELECT COUNT(*) AS contacts FROM (
       SELECT 1 FROM conversations t FORCE INDEX (conversations_window)
       WHERE ${SEEN_SINCE} LIMIT ${Math.trunc(max) + 1}) seen`,
    { entrySince },
  );
  return Number(counted?.contacts) <= max;
}
