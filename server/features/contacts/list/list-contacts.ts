import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import { type Contact, digitsOfSearch } from '../../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { needsCountry } from '../../../../shared/domain/phone.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { foldForSearch } from '../../../db/search-text.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { paginationOf, skippedRows, TOTAL_CAP } from '../../../kernel/http/pagination.ts';
import { decodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { phoneInCountry } from '../../../kernel/tenancy/workspace-country.ts';
import { isRangeOfFew } from '../contact-attributes.repository.ts';
import { resolveContact } from '../contact-directory.ts';
import { attributeToFind } from '../contact-fields.service.ts';
import { SEARCH_BOUNDS, searchContacts, searchedPart } from '../contact-search.repository.ts';
import { matchesContact, type SearchTerms } from '../contact-search.sql.ts';
import type { ContactView } from '../contact-view.ts';
import { presentContact } from '../contacts.presenter.ts';
import { contactViews, countAllContacts, countContactsOfStatus } from '../contacts.repository.ts';
import { type ContactConditions, type ContactSource, contactSource } from './contact-conditions.sql.ts';
import { countSelection, filteredContacts, isSeenByFew } from './filtered-contacts.repository.ts';
import { type ContactOrder, lastSeen, sortedContacts } from './sorted-contacts.repository.ts';

type Given<T> = { [Key in keyof T]?: T[Key] | undefined };

export interface ContactListQuery extends Given<ContactFilter> {
  /** Only these contacts. */
  ids?: readonly Buffer[] | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  updatedSince?: string | undefined;
  /** The filter of a segment: contacts pass it too. */
  within?: ContactFilter | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Of so many who have written lately, or have a value of a range, all are read; of more, one is met soon on the walk
 * through all contacts.
 */
const FEW = 20_000;

/** Returns a page of the contacts, newest first, optionally filtered. @throws {AppError} validation_failed */
export async function listContacts(ctx: Context, query: ContactListQuery) {
  const { search, status: given, page, limit, cursor, ...narrowing } = query;
  if (Object.values(narrowing).some((part) => part !== undefined)) return listFiltered(ctx, query);
  const terms = await termsOf(ctx, search ?? '');
  const status = given ?? null;
  const { cursors, scope } = ctx;
  const list = ['contacts', scope.tenantId, terms, status];
  const [after] = cursor ? cursors.read(list, cursor) : [];
  // A list of all contacts finds any page by its blocks, and a search counts no further than its cap.
  const offsetOf = () => (status === null ? (page - 1) * limit : skippedRows(query));
  const start = after === undefined ? { offset: offsetOf() } : { before: decodeId(String(after)) };
  const place = { ...start, limit: limit + 1 };
  const isFiltered = terms !== null || status !== null;
  const listed = async () => {
    if (status === null) {
      const rows = await contactViews(ctx, null, place);
      return { rows, matches: Number(rows[0]?.total ?? (await countAllContacts(ctx))) };
    }
    const [rows, matches] = await Promise.all([
      contactViews(ctx, status, place),
      countContactsOfStatus(ctx, status),
    ]);
    return { rows, matches };
  };
  const found = terms ? await searchContacts(ctx, terms, status, place) : await listed();
  return pageOf(query, found, { isExact: !isFiltered, cursorOf: ({ id }) => cursors.write(list, [id]) });
}

/** Returns a page of the contacts that pass every filter that is given. */
async function listFiltered(ctx: Context, query: ContactListQuery) {
  const { cursors, scope } = ctx;
  const { ids, phone, email, within, page: _page, limit, cursor, ...filter } = query;
  const updatedSince = query.updatedSince === undefined ? undefined : new Date(query.updatedSince);
  const all = await allConditions(ctx, filter, within);
  const list = ['contacts', scope.tenantId, { ...filter, ids, phone, email, within }];
  const [id, time] = cursor ? cursors.read(list, cursor) : [];
  const after =
    id === undefined ? undefined : { id: decodeId(String(id)), updatedAt: new Date(String(time)) };
  const offset = after ? 0 : skippedRows(query);
  const contact = phone === undefined ? undefined : await resolveContact(ctx, phone);
  const found =
    contact === null
      ? { rows: [], matches: 0 }
      : await filteredContacts(
          ctx,
          { id: contact?.id, ids, email, updatedSince, all },
          { after, offset, limit: limit + 1 },
        );
  const cursorOf = (last: Contact) => cursors.write(list, [last.id, last.updatedAt]);
  return pageOf(query, found, { isExact: false, cursorOf });
}

/** Returns the rows, of which there may be one too many, as a page with the cursor of the next one. */
function pageOf(
  query: ContactListQuery,
  { rows, matches }: { rows: readonly ContactView[]; matches: number },
  { isExact, cursorOf }: { isExact: boolean; cursorOf: (last: Contact) => string },
) {
  const data = rows.slice(0, query.limit).map(presentContact);
  const last = data.at(-1);
  const nextCursor = rows.length > query.limit && last ? cursorOf(last) : null;
  return { data, pagination: paginationOf(query, { total: matches, isExact }, nextCursor) };
}

/**
 * Returns which contacts a search finds, for a list of what belongs to contacts: their ids if they are few, else a
 * condition on a contact `k`. Null for a search of nothing.
 * @param bounds tests pass smaller ones.
 */
export async function contactsFound(ctx: Context, search: string, bounds = SEARCH_BOUNDS) {
  const terms = await termsOf(ctx, search);
  if (!terms) return null;
  const found = await searchedPart(ctx, terms, bounds);
  return 'ids' in found ? found : matchesContact(found.sources, { contact: 'k' });
}

/** Checks a filter that is to be stored. @throws {AppError} validation_failed on a part of `filter`. */
export async function checkFilter(ctx: QueryContext, { attribute }: ContactFilter): Promise<void> {
  if (attribute === undefined) return;
  try {
    await attributeToFind(ctx, attribute);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const details = error.details?.map(({ message }) => ({ path: 'filter.attribute', message }));
    throw new AppError('validation_failed', { details });
  }
}

/** Returns how many contacts pass a stored filter, counted up to `max`. */
export async function countContacts(ctx: Context, filter: ContactFilter, max: number): Promise<number> {
  if (!hasParts(filter)) return Math.min(max, await countAllContacts(ctx));
  return countSelection(ctx, { all: [await storedConditions(ctx, filter)] }, max);
}

/** Returns the contacts that pass a stored filter as a query, for work that goes through all of them. */
export async function contactsPassing(ctx: Context, filter: ContactFilter): Promise<ContactSource> {
  return contactSource({ all: [await storedConditions(ctx, filter)] });
}

/** Which contacts: chosen ones, or those that pass filters. */
export interface ChosenContacts {
  ids: readonly Buffer[] | undefined;
  filter: Given<ContactFilter>;
  within: ContactFilter | undefined;
}

/** Returns chosen contacts as a query. @throws {AppError} validation_failed for an attribute that cannot be. */
export async function chosenContacts(
  ctx: Context,
  { ids, filter, within }: ChosenContacts,
): Promise<ContactSource> {
  return contactSource({ ids, all: await allConditions(ctx, filter, within) });
}

async function allConditions(
  ctx: Context,
  filter: Given<ContactFilter>,
  within: ContactFilter | undefined,
): Promise<ContactConditions[]> {
  return [await conditionsOf(ctx, filter), ...(within ? [await storedConditions(ctx, within)] : [])];
}

export type ContactPageQuery = Omit<ContactListQuery, 'phone' | 'email' | 'updatedSince' | 'cursor'> &
  ContactOrder;

/**
 * Returns a page of the contacts that pass every filter, in any order, and when each of them last wrote.
 * @throws {AppError} validation_failed
 */
export async function listContactPage(ctx: Context, query: ContactPageQuery) {
  const { sort, direction, ...listed } = query;
  const { data, pagination } =
    sort === 'added' && direction === 'desc' ? await listContacts(ctx, listed) : await sortedPage(ctx, query);
  const ids = data.flatMap(({ id }) => tryDecodeId('contact', id) ?? []);
  return { data, seen: await lastSeen(ctx, ids), pagination };
}

async function sortedPage(ctx: Context, query: ContactPageQuery) {
  const { within, page: _page, limit, sort, direction, ...filter } = query;
  const offset = skippedRows(query);
  const isFiltered = hasParts(filter) || within !== undefined;
  const all = isFiltered ? await allConditions(ctx, filter, within) : [];
  const matches = isFiltered
    ? await countSelection(ctx, { all }, TOTAL_CAP + 1)
    : await countAllContacts(ctx);
  const rows =
    matches > 0 ? await sortedContacts(ctx, { all }, { sort, direction, offset, limit, matches }) : [];
  return pageOf(query, { rows, matches }, { isExact: !isFiltered, cursorOf: () => '' });
}

const hasParts = (filter: Given<ContactFilter>) =>
  Object.values(filter).some((part) => part !== undefined && part !== '');

/** Returns the conditions of a filter that was stored. The field that it names may be deleted: nobody passes it then. */
async function storedConditions(ctx: Context, filter: ContactFilter): Promise<ContactConditions> {
  try {
    return await conditionsOf(ctx, filter);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    const { attribute: _deleted, ...rest } = filter;
    return { ...(await conditionsOf(ctx, rest)), attribute: 'nobody' };
  }
}

/** Returns what contacts are compared with. @throws {AppError} validation_failed for an attribute that cannot be. */
async function conditionsOf(ctx: Context, filter: Given<ContactFilter>): Promise<ContactConditions> {
  const { search, status, tag, attribute, marketing, blocked, hasEmail } = filter;
  const daysAgo = (days: number | undefined) =>
    days === undefined ? undefined : new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const seenSince = daysAgo(filter.seenWithinDays);
  const terms = await termsOf(ctx, search ?? '');
  return {
    ...{ status, tag, marketing, blocked, hasEmail, seenSince },
    ...(seenSince && { isSeenByFew: await isSeenByFew(ctx, seenSince, FEW) }),
    searched: terms && (await searchedPart(ctx, terms)),
    attribute: attribute === undefined ? undefined : await attributeOf(ctx, attribute),
    addedSince: daysAgo(filter.addedWithinDays),
    notSeenSince: daysAgo(filter.notSeenForDays),
  };
}

async function attributeOf(ctx: Context, text: string): Promise<ContactConditions['attribute']> {
  const wanted = await attributeToFind(ctx, text);
  if ('value' in wanted) return wanted;
  return { ...wanted, isOfFew: await isRangeOfFew(ctx, { ...wanted, isOfFew: false }, FEW) };
}

/** Returns the terms to search for; null when the search is empty, or only has marks that folding drops. */
async function termsOf(ctx: Context, search: string): Promise<SearchTerms | null> {
  const name = foldForSearch(search.trim());
  if (name === '') return null;
  const digits = digitsOfSearch(search);
  // Digits that are part of the stored number are searched as typed; a trunk prefix 0 or 8 is not part of it.
  const national = needsCountry(search) ? await phoneInCountry(ctx, search) : null;
  const isPart = national === null || (digits !== null && national.endsWith(digits));
  return { name, phone: isPart ? digits : national };
}
