import {
  type Contact,
  type CreateContact,
  digitsOfSearch,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { needsCountry } from '../../../shared/domain/phone.ts';
import { foldForSearch } from '../../db/search-text.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { paginationOf, skippedRows } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { phoneInCountry, phoneToStore } from '../../kernel/tenancy/workspace-country.ts';
import { addContactRow, changeContactRow } from './contact-changes.ts';
import { claimPhone, resolveContact, retirePhone } from './contact-directory.ts';
import { attributeToFind, fieldsFor } from './contact-fields.service.ts';
import { type ContactFilters, filteredContacts } from './contact-filters.repository.ts';
import { auditConsent, changedColumns, newContactRow } from './contact-input.ts';
import { searchContacts } from './contact-search.repository.ts';
import type { SearchTerms } from './contact-search.sql.ts';
import { listTags } from './contact-tags.repository.ts';
import type { ContactView } from './contact-view.ts';
import { presentContact } from './contacts.presenter.ts';
import { contactViews, countAllContacts, countContactsOfStatus, lockContact } from './contacts.repository.ts';

export interface ContactListQuery {
  search?: string | undefined;
  status?: Contact['status'] | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  tag?: string | undefined;
  updatedSince?: string | undefined;
  blocked?: boolean | undefined;
  /** `key:value` of a custom field. */
  attribute?: string | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

const TAGS_LISTED = 500;

/** Actions that involve other features, implemented by flows. */
export interface ContactFlows {
  /** Deletes a contact with its conversation, messages and media. */
  deleteContact(ctx: Context, id: Buffer): Promise<void>;
  /** Merges a contact into another one, and returns that one. */
  mergeContacts(ctx: Context, reference: string, into: string): Promise<Contact>;
}

/** Returns a page of the contacts, newest first, optionally filtered. */
export async function listContacts(ctx: Context, query: ContactListQuery) {
  const terms = await termsOf(ctx, query.search ?? '');
  const status = query.status ?? null;
  const { phone, email, tag, updatedSince, blocked, attribute } = query;
  const isNarrowed = [phone, email, tag, updatedSince, blocked, attribute].some(
    (given) => given !== undefined,
  );
  if (isNarrowed) return listFiltered(ctx, query, { terms, status });
  const { cursors, scope } = ctx;
  const list = ['contacts', scope.tenantId, terms, status];
  const [after] = query.cursor ? cursors.read(list, query.cursor) : [];
  // A list of all contacts finds any page by its blocks, and a search counts no further than its cap.
  const offsetOf = () => (status === null ? (query.page - 1) * query.limit : skippedRows(query));
  const start = after === undefined ? { offset: offsetOf() } : { before: decodeId(String(after)) };
  const place = { ...start, limit: query.limit + 1 };
  const isFiltered = terms !== null || status !== null;
  const listed = async () => {
    const [rows, matches] = await Promise.all([
      contactViews(ctx, status, place),
      status === null ? countAllContacts(ctx) : countContactsOfStatus(ctx, status),
    ]);
    return { rows, matches };
  };
  const found = terms ? await searchContacts(ctx, terms, status, place) : await listed();
  return pageOf(query, found, { isExact: !isFiltered, cursorOf: ({ id }) => cursors.write(list, [id]) });
}

/** Returns a page of the contacts that pass every filter that is given. */
async function listFiltered(
  ctx: Context,
  query: ContactListQuery,
  { terms, status }: Pick<ContactFilters, 'terms' | 'status'>,
) {
  const { cursors, scope } = ctx;
  const { phone, email, tag, blocked } = query;
  const attribute = query.attribute === undefined ? undefined : await attributeToFind(ctx, query.attribute);
  const updatedSince = query.updatedSince === undefined ? undefined : new Date(query.updatedSince);
  const list = [
    'contacts',
    scope.tenantId,
    terms,
    status,
    { phone, email, tag, updatedSince, blocked, attribute },
  ];
  const [id, time] = query.cursor ? cursors.read(list, query.cursor) : [];
  const after =
    id === undefined ? undefined : { id: decodeId(String(id)), updatedAt: new Date(String(time)) };
  const offset = after ? 0 : skippedRows(query);
  const contact = phone === undefined ? undefined : await resolveContact(ctx, phone);
  const found =
    contact === null
      ? { rows: [], matches: 0 }
      : await filteredContacts(
          ctx,
          { id: contact?.id, email, tag, updatedSince, blocked, attribute, status, terms },
          { after, offset, limit: query.limit + 1 },
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

/** Returns the tags that contacts have: the first 500 of the alphabet. */
export async function listContactTags(ctx: Context): Promise<{ data: string[] }> {
  return { data: await listTags(ctx, TAGS_LISTED) };
}

/** Returns the contact with an id or a phone number. @throws {AppError} contact_not_found */
export async function getContact(ctx: Context, id: string): Promise<Contact> {
  const row = await resolveContact(ctx, id);
  if (!row) throw new AppError('contact_not_found');
  return presentContact(row);
}

/** Creates a contact. @throws {AppError} validation_failed for an invalid phone; contact_phone_taken. */
export function createContact(ctx: Context, input: CreateContact): Promise<Contact> {
  return inTransaction(ctx, async (ctx) => {
    const contact = presentContact(await addContact(ctx, input));
    ctx.setResponse(contact);
    return contact;
  });
}

/**
 * Creates a contact within a change, with its event; returns its row.
 * @throws {AppError} validation_failed on `phone`; contact_phone_taken.
 */
export async function addContact(
  ctx: ChangeContext,
  input: CreateContact,
): Promise<ReturnType<typeof newContactRow>> {
  const phone = await phoneToStore(ctx, input.phone);
  const row = newContactRow({ ...ctx, fields: await fieldsFor(ctx, [input]) }, phone, input);
  await addContactRow(ctx, row);
  await claimPhone(ctx, row.id, phone);
  ctx.record('contact.created', { contact: presentContact(row) });
  return row;
}

/**
 * Updates the given fields of the contact with an id or a phone number.
 * @throws {AppError} contact_not_found; validation_failed for an invalid phone; contact_phone_taken.
 */
export async function updateContact(ctx: Context, id: string, input: UpdateContact): Promise<Contact> {
  const key = await keyOf(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockContact(ctx, key);
    if (!before) throw new AppError('contact_not_found');
    if (Object.keys(input).length === 0) return presentContact(before);
    const { phone: typed, ...given } = input;
    const phone = typed === undefined ? undefined : await phoneToStore(ctx, typed);
    if (phone !== undefined && phone !== before.phone) {
      if (before.phone !== null) await retirePhone(ctx, before.phone, { evenAttested: false });
      await claimPhone(ctx, key, phone);
    }
    const changes = {
      ...changedColumns({ ...ctx, fields: await fieldsFor(ctx, [given]) }, before, given),
      ...(phone === undefined ? {} : { phone }),
      updatedAt: ctx.clock.now(),
    };
    await changeContactRow(ctx, before, changes);
    await auditConsent(ctx, before, changes);
    const contact = presentContact({ ...before, ...changes });
    ctx.record('contact.updated', { contact });
    return contact;
  });
}

/**
 * Deletes the contact with an id or a phone number, with all its data. The id of a contact that was merged deletes
 * nothing: it would be the other one.
 * @throws {AppError} contact_not_found; contact_already_merged.
 */
export async function removeContact(
  ctx: Context,
  { deleteContact }: Pick<ContactFlows, 'deleteContact'>,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const key = await keyOf(ctx, id);
  const named = tryDecodeId('contact', id);
  if (named && !named.equals(key))
    throw new AppError('contact_already_merged', { contactId: encodeId('contact', key) });
  await deleteContact(ctx, key);
  return { id: encodeId('contact', key), deleted: true };
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

async function keyOf(ctx: Context, reference: string): Promise<Buffer> {
  const contact = await resolveContact(ctx, reference);
  if (!contact) throw new AppError('contact_not_found');
  return contact.id;
}
