import type { Contact, PutContact } from '../../../shared/contract/contacts.contract.ts';
import type { ImportMode } from '../../../shared/domain/contacts/contact-import.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { foldForSearch } from '../../db/search-text.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { changeContactRow } from './contact-changes.ts';
import { fieldsFor } from './contact-fields.service.ts';
import { newContactRow } from './contact-input.ts';
import { presentContact } from './contacts.presenter.ts';
import { lockContacts } from './contacts.repository.ts';
import { changed, type Draft, draftsOf, type StoredContact, store } from './upsert-contacts.ts';

/** Contacts from a file: like a batch, with what is needed to undo each of them. */

/** A contact of a file: by its number, or one that there is. */
export interface Imported {
  key: { phone: string } | { contactId: Buffer };
  given: PutContact;
}

/** What became of it; `error` when nothing did. `before` is null for a new contact. */
export type ImportOutcome =
  | { contactId: Buffer; before: Contact | null; after: Contact; isChanged: boolean }
  | { error: AppError };

/**
 * Creates or updates contacts, in order; invalid ones fail alone. Without `isStored` only says what would become of
 * them. Who has unsubscribed stays unsubscribed, whatever the file says.
 */
export async function importContacts(
  ctx: ChangeContext,
  items: readonly Imported[],
  { mode, isStored }: { mode: ImportMode; isStored: boolean },
): Promise<ImportOutcome[]> {
  const byPhone = await draftsOf(
    ctx,
    items.flatMap(({ key }) => ('phone' in key ? [key] : [])),
  );
  const named = items.flatMap(({ key }) => ('contactId' in key ? [key.contactId] : []));
  const drafts = new Map<string, Draft>();
  // One draft for each contact, also when it has two numbers or is named by its email address.
  for (const [lookup, draft] of byPhone) {
    const known = draft.row && drafts.get(draft.row.id.toString('hex'));
    drafts.set(lookup, known ?? draft);
    if (draft.row && !known) drafts.set(draft.row.id.toString('hex'), draft);
  }
  for (const row of await lockContacts(ctx, named)) {
    const id = row.id.toString('hex');
    if (!drafts.has(id)) drafts.set(id, { phone: row.phone ?? '', identity: null, before: row, row });
  }
  const fields = await fieldsFor(
    ctx,
    items.map(({ given }) => given),
  );
  const changer = { ...ctx, fields, marketingSource: 'import' as const };
  const outcomes = items.map(({ key, given }): ImportOutcome => {
    const name = 'phone' in key ? phoneLookupKey(key.phone) : key.contactId.toString('hex');
    const draft = drafts.get(name);
    if (!draft) return { error: new AppError('contact_not_found') };
    const before = draft.row;
    try {
      draft.row = before
        ? changed(changer, before, missingOf(before, given, mode))
        : newContactRow(changer, draft.phone, given);
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
    const { row } = draft;
    return {
      ...{ contactId: row.id, before: before && presentContact(before), after: presentContact(row) },
      isChanged: row !== before,
    };
  });
  if (isStored) await store(ctx, [...new Set(drafts.values())], { isImport: true });
  return outcomes;
}

/** Returns what is taken of the given values, for a contact that there is. */
function missingOf(row: StoredContact, given: PutContact, mode: ImportMode): PutContact {
  if (mode === 'skip') return {};
  const before = presentContact(row);
  const { marketing, ...rest } = given;
  const wanted = marketing === 'subscribed' && before.marketing === 'unsubscribed' ? undefined : marketing;
  if (mode === 'overwrite') return { ...rest, ...(wanted && { marketing: wanted }) };
  const { name, email, addTags, attributes } = rest;
  return {
    ...(name !== undefined && before.name === '' && { name }),
    ...(email !== undefined && before.email === null && { email }),
    ...(addTags && { addTags }),
    ...(attributes && {
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([key]) => !Object.hasOwn(before.attributes, key)),
      ),
    }),
    ...(wanted && before.marketing === 'unknown' && { marketing: wanted }),
  };
}

/**
 * Changes contacts that there are, each in its own way. Returns those that are different then; a contact that would get
 * too many tags stays as it is.
 */
export async function changeContacts(
  ctx: ChangeContext,
  wanted: readonly { contactId: Buffer; given: PutContact }[],
): Promise<{ contactId: Buffer; before: Contact; after: Contact }[]> {
  const changer = { ...ctx, fields: [] };
  const rows = await lockContacts(
    ctx,
    wanted.map(({ contactId }) => contactId),
  );
  const drafts = rows.flatMap((before) => {
    const one = wanted.find(({ contactId }) => contactId.equals(before.id));
    try {
      const row = one ? changed(changer, before, one.given) : before;
      return row === before ? [] : [{ phone: '', identity: null, before, row }];
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });
  await store(ctx, drafts);
  return drafts.map(({ before, row }) => ({
    ...{ contactId: row.id, before: presentContact(before), after: presentContact(row) },
  }));
}

/** Sets fields of a contact, whose row is locked, back to what they were, with its event. */
export async function restoreContact(
  ctx: ChangeContext,
  before: StoredContact,
  values: Partial<Contact>,
): Promise<void> {
  const { name, email, tags, status, marketing, marketingAt, marketingSource, attributes } = values;
  const changes = {
    ...(name !== undefined && { name, nameSearch: foldForSearch(name) }),
    ...(email !== undefined && { email }),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(status && { status }),
    ...(marketing && {
      marketing,
      marketingAt: marketingAt ? new Date(marketingAt) : null,
      marketingSource: marketingSource ?? null,
    }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    updatedAt: ctx.clock.now(),
  };
  await changeContactRow(ctx, before, changes);
  ctx.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
}
