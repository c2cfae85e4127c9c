import type { ContactFilter } from '../../../shared/contract/contact-filter.ts';
import type { Contact, CreateContact, UpdateContact } from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { phoneToStore } from '../../kernel/tenancy/workspace-country.ts';
import { addContactRow, changeContactRow } from './contact-changes.ts';
import { claimPhone, resolveContact, retirePhone } from './contact-directory.ts';
import { fieldsFor } from './contact-fields.service.ts';
import { auditConsent, changedColumns, newContactRow } from './contact-input.ts';
import { listTags } from './contact-tags.repository.ts';
import { presentContact } from './contacts.presenter.ts';
import { lockContact, lockContacts } from './contacts.repository.ts';
import { recordAdded } from './list/contact-history.repository.ts';
import { storeDistinct } from './list/distinct-contacts.repository.ts';
import { sameEmail, sameNameAndDigits } from './list/duplicates.repository.ts';

const TAGS_LISTED = 500;

/** Actions that involve other features, implemented by flows. */
export interface ContactFlows {
  /** Deletes a contact with its conversation, messages and media. */
  deleteContact(ctx: Context, id: Buffer): Promise<void>;
  /** Returns the filter of a segment. @throws {AppError} segment_not_found */
  filterOfSegment(ctx: Context, id: string): Promise<ContactFilter>;
  /** Merges a contact into another one, and returns that one. */
  mergeContacts(
    ctx: Context,
    reference: string,
    wanted: { into: string; take?: readonly string[] | undefined },
  ): Promise<Contact>;
  /** Undoes the merge of a contact, and returns that contact. */
  undoMerge(ctx: Context, reference: string): Promise<Contact>;
}

/** Returns the tags that contacts have: the first 500 of the alphabet. */
export async function listContactTags(ctx: Context): Promise<{ data: string[] }> {
  return { data: await listTags(ctx, TAGS_LISTED) };
}

/** Returns contacts that may be the same person, in groups; a group is named once. */
export async function listDuplicates(ctx: Context) {
  const [emails, names] = await Promise.all([sameEmail(ctx), sameNameAndDigits(ctx)]);
  const nameOf = (group: readonly { id: Buffer }[]) => group.map(({ id }) => id.toString('hex')).join();
  const known = new Set(emails.groups.map(nameOf));
  const others = names.groups.filter((group) => !known.has(nameOf(group)));
  const present = (reason: 'email' | 'name', groups: typeof emails.groups) =>
    groups.map((group) => ({ reason, contacts: group.map(presentContact) }));
  return {
    data: [...present('email', emails.groups), ...present('name', others)],
    isCut: emails.isCut || names.isCut,
  };
}

/**
 * Stores that contacts which look alike are different people, or that they may be one again.
 * @throws {AppError} contact_not_found
 */
export async function markDistinct(
  ctx: Context,
  { contacts, distinct }: { contacts: readonly string[]; distinct: boolean },
): Promise<{ distinct: boolean }> {
  const ids = [...new Set(contacts)].map((id) => decodeId(id));
  await inTransaction(ctx, async (ctx) => {
    const found = await lockContacts(ctx, ids);
    if (found.length < ids.length) throw new AppError('contact_not_found');
    await storeDistinct(ctx, found, distinct);
  });
  return { distinct };
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
  await recordAdded(ctx, [row.id], 'request');
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
    const contact = presentContact({ ...before, ...changes });
    // What is repeated, such as a request whose response was lost, changes nothing and is no event.
    if (isSame(contact, presentContact(before))) return presentContact(before);
    await changeContactRow(ctx, before, changes);
    await auditConsent(ctx, before, changes);
    ctx.record('contact.updated', { contact });
    return contact;
  });
}

function isSame(one: Contact, other: Contact): boolean {
  return JSON.stringify({ ...one, updatedAt: '' }) === JSON.stringify({ ...other, updatedAt: '' });
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

async function keyOf(ctx: Context, reference: string): Promise<Buffer> {
  const contact = await resolveContact(ctx, reference);
  if (!contact) throw new AppError('contact_not_found');
  return contact.id;
}
