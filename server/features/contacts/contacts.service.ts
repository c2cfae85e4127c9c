import {
  type Contact,
  type CreateContact,
  digitsOfSearch,
  type UpdateContact,
} from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { needsCountry } from '../../../shared/domain/phone.ts';
import { foldForSearch } from '../../db/search-text.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { paginationOf, skippedRows } from '../../kernel/http/pagination.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { phoneInCountry, phoneToStore } from '../../kernel/tenancy/workspace-country.ts';
import { addContactRow, changeContactRow } from './contact-changes.ts';
import { claimPhone, resolveContact, retirePhone } from './contact-directory.ts';
import { changedColumns, newContactRow } from './contact-input.ts';
import { searchContacts } from './contact-search.repository.ts';
import type { SearchTerms } from './contact-search.sql.ts';
import { presentContact } from './contacts.presenter.ts';
import { contactViews, countAllContacts, countContactsOfStatus, lockContact } from './contacts.repository.ts';

export interface ContactListQuery {
  search?: string | undefined;
  status?: Contact['status'] | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

/** Deletes a contact with its conversation, messages and media (a flow). */
export type DeleteContact = (ctx: Context, id: Buffer) => Promise<void>;

/** Returns a page of the contacts, newest first, optionally filtered by a search or a status. */
export async function listContacts(ctx: Context, query: ContactListQuery) {
  const { cursors, scope } = ctx;
  const terms = await termsOf(ctx, query.search ?? '');
  const status = query.status ?? null;
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
  const { rows, matches: total } = terms ? await searchContacts(ctx, terms, status, place) : await listed();
  const data = rows.slice(0, query.limit).map(presentContact);
  const last = data.at(-1);
  const nextCursor = rows.length > query.limit && last ? cursors.write(list, [last.id]) : null;
  return { data, pagination: paginationOf(query, { total, isExact: !isFiltered }, nextCursor) };
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
    const phone = await phoneToStore(ctx, input.phone);
    const row = newContactRow(phone, input, ctx.clock.now());
    await addContactRow(ctx, row);
    await claimPhone(ctx, row.id, phone);
    const contact = presentContact(row);
    ctx.record('contact.created', { contact });
    ctx.setResponse(contact);
    return contact;
  });
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
      ...changedColumns(before, given),
      ...(phone === undefined ? {} : { phone }),
      updatedAt: ctx.clock.now(),
    };
    await changeContactRow(ctx, before, changes);
    const contact = presentContact({ ...before, ...changes });
    ctx.record('contact.updated', { contact });
    return contact;
  });
}

/** Deletes the contact with an id or a phone number, with all its data. @throws {AppError} contact_not_found */
export async function removeContact(
  ctx: Context,
  deleteContact: DeleteContact,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const key = await keyOf(ctx, id);
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
