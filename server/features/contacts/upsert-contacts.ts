import type { BatchResult, Contact, PutContact } from '../../../shared/contract/contacts.contract.ts';
import { UpsertContactSchema } from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { isDuplicate, RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { ContactIdentityRow } from '../../db/models/contact-identity.model.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { parseLeniently } from '../../kernel/http/lenient-input.ts';
import { messageForPrograms } from '../../kernel/http/next-steps.ts';
import { newKey } from '../../kernel/ids.ts';
import { insertRows } from '../../kernel/tenancy/rows.ts';
import { phoneToStore, readPhones } from '../../kernel/tenancy/workspace-country.ts';
import { addContactRows, changeContactRows } from './contact-changes.ts';
import { fieldsFor } from './contact-fields.service.ts';
import { findPhones, takeIdentity } from './contact-identities.repository.ts';
import { auditConsent, changedColumns, newContactRow } from './contact-input.ts';
import { presentContact } from './contacts.presenter.ts';
import { lockContacts } from './contacts.repository.ts';
import { recordAdded } from './list/contact-history.repository.ts';

/** A contact to create or update, with its number as it is stored. */
interface Wanted {
  phone: string;
  given: PutContact;
}

/** What became of it: the contact, or why nothing did. */
type Outcome = { contact: Contact; isNew: boolean } | { error: AppError };

/**
 * Updates the contact with a phone number, or creates it.
 * @throws {AppError} validation_failed for an invalid phone or too many tags.
 */
export function putContact(
  ctx: Context,
  typed: string,
  given: PutContact,
): Promise<{ contact: Contact; isNew: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const [outcome] = await upsert(ctx, [{ phone: await phoneToStore(ctx, typed), given }]);
    if (!outcome) throw new Error('upsert returned nothing');
    if ('error' in outcome) throw outcome.error;
    return outcome;
  });
}

/** Updates or creates contacts, in order and in one transaction. Invalid ones fail alone. */
export function putContacts(ctx: Context, items: readonly unknown[]): Promise<{ results: BatchResult[] }> {
  const parsed = items.map((item) => parseLeniently(UpsertContactSchema, item));
  return inTransaction(ctx, async (ctx) => {
    const readings = await readPhones(
      ctx,
      parsed.map((item) => ('data' in item ? item.data.phone : '')),
    );
    const ready = parsed.map((item, index): Wanted | { error: AppError } => {
      if ('details' in item) return { error: new AppError('validation_failed', { details: item.details }) };
      const reading = readings[index];
      if (reading && 'digits' in reading) return { phone: reading.digits, given: item.data };
      const details = [{ path: 'phone', message: reading?.error ?? '' }];
      return { error: new AppError('validation_failed', { details }) };
    });
    const outcomes = await upsert(
      ctx,
      ready.filter((item) => 'phone' in item),
    );
    const results = ready.map((item, index) => resultOf(index, 'error' in item ? item : outcomes.shift()));
    await auditBatch(ctx, results);
    ctx.setResponse({ results });
    return { results };
  });
}

/** Records a batch as one entry of the audit log, with its counts: who changed which contact is in their history. */
async function auditBatch(ctx: ChangeContext, results: readonly BatchResult[]): Promise<void> {
  const count = (wanted: BatchResult['status']) => results.filter(({ status }) => status === wanted).length;
  const [created, updated, failed] = [count('created'), count('updated'), count('failed')];
  if (created + updated === 0) return;
  const label = AUDIT_LABELS.write('contacts_stored', { created, updated, failed });
  await ctx.audit({
    action: 'contacts.stored',
    target: { kind: 'contact_batch', id: ctx.scope.tenantId, label },
  });
}

function resultOf(index: number, outcome: Outcome | undefined): BatchResult {
  if (!outcome) throw new Error('upsert returned too little');
  if ('contact' in outcome) {
    const { contact, isNew } = outcome;
    // Ids alone: the response is kept for the Idempotency-Key, where the deletion of a contact could not reach the rest.
    return { index, status: isNew ? 'created' : 'updated', contactId: contact.id, error: null };
  }
  const { code, details } = outcome.error;
  const message = messageForPrograms(code, outcome.error.message, details);
  return { index, status: 'failed', contactId: null, error: { code, message, details: [...details] } };
}

export type StoredContact = Omit<ContactRow, 'tenantId'>;

/** A number on its way: the contact that has it, and the contact as it will be. */
export interface Draft {
  phone: string;
  /** Who had the number: nobody, the contact, or one that has left it. */
  identity: ContactIdentityRow | null;
  before: StoredContact | null;
  row: StoredContact | null;
}

/** An item after it was applied to its draft. */
type Applied = { row: StoredContact; isNew: boolean } | { error: AppError };

async function upsert(ctx: ChangeContext, wanted: readonly Wanted[]): Promise<Outcome[]> {
  const drafts = await draftsOf(ctx, wanted);
  const fields = await fieldsFor(
    ctx,
    wanted.map(({ given }) => given),
  );
  const changer = { ...ctx, fields };
  const applied = wanted.map(({ phone, given }): Applied => {
    const draft = drafts.get(phoneLookupKey(phone));
    if (!draft) throw new Error('a number has no draft');
    const isNew = draft.row === null;
    try {
      draft.row = draft.row ? changed(changer, draft.row, given) : newContactRow(changer, phone, given);
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
    return { row: draft.row, isNew };
  });
  await store(ctx, [...drafts.values()]);
  return applied.map((item) =>
    'error' in item ? item : { contact: presentContact(item.row), isNew: item.isNew },
  );
}

/** Returns a draft for every number, with the rows of existing contacts locked. */
export async function draftsOf(
  ctx: ChangeContext,
  wanted: readonly Pick<Wanted, 'phone'>[],
): Promise<Map<string, Draft>> {
  const phones = new Map(wanted.map(({ phone }) => [phoneLookupKey(phone), phone]));
  const identities = await findPhones(ctx, [...phones.keys()]);
  const known = new Map(identities.map((identity) => [identity.lookup, identity]));
  const holders = identities.filter(({ retired }) => !retired).map(({ contactId }) => contactId);
  const rows = new Map((await lockContacts(ctx, holders)).map((row) => [row.id.toString('hex'), row]));
  return new Map(
    [...phones].map(([lookup, phone]) => {
      const identity = known.get(lookup) ?? null;
      const holder = identity && !identity.retired ? rows.get(identity.contactId.toString('hex')) : null;
      if (holder === undefined) throw new RunAgainError('the contact was deleted meanwhile');
      return [lookup, { phone, identity, before: holder, row: holder }];
    }),
  );
}

export function changed(
  ctx: Parameters<typeof changedColumns>[0],
  row: StoredContact,
  given: PutContact,
): StoredContact {
  const after = { ...row, ...changedColumns(ctx, row, given) };
  const isSame = JSON.stringify(presentContact(after)) === JSON.stringify(presentContact(row));
  return isSame ? row : { ...after, updatedAt: ctx.clock.now() };
}

/** Stores what differs, with an event for each contact. */
export async function store(
  ctx: ChangeContext,
  drafts: readonly Draft[],
  { isImport } = { isImport: false },
): Promise<void> {
  const added = drafts.flatMap((draft) =>
    draft.before === null && draft.row ? [{ ...draft, row: draft.row }] : [],
  );
  await addContactRows(
    ctx,
    added.map(({ row }) => row),
  );
  await recordAdded(
    ctx,
    added.map(({ row }) => row.id),
    isImport ? 'import' : 'request',
  );
  await takeNumbers(ctx, added);
  for (const { row } of added) ctx.record('contact.created', { contact: presentContact(row) });
  const updated = drafts.flatMap(({ before, row }) =>
    before === null || row === null || row === before
      ? []
      : [{ before, row, changes: differing(before, row) }],
  );
  await changeContactRows(ctx, updated);
  for (const { before, row } of updated) {
    if (!isImport) await auditConsent(ctx, before, row);
    ctx.record('contact.updated', { contact: presentContact(row) });
  }
}

/** Returns the columns in which a contact differs from what it was. */
function differing(before: StoredContact, row: StoredContact): Partial<Omit<StoredContact, 'id'>> {
  const text = (value: unknown) => JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) => text(value) !== text(before[column as keyof StoredContact]),
    ),
  );
}

/** Gives new contacts their numbers: new ones, and those that another contact has left. */
async function takeNumbers(
  ctx: ChangeContext,
  added: readonly (Draft & { row: StoredContact })[],
): Promise<void> {
  const createdAt = ctx.clock.now();
  for (const { identity, phone, row } of added) {
    const taken = { contactId: row.id, retired: 0, value: phone, attested: 0, isAlternate: 0 };
    if (identity) await takeIdentity(ctx, identity, taken);
  }
  const fresh = added.filter(({ identity }) => identity === null);
  try {
    await insertRows(
      ctx,
      'contactIdentity',
      fresh.map(({ phone, row }) => ({
        ...{ id: newKey(), contactId: row.id, kind: 'phone' as const, lookup: phoneLookupKey(phone) },
        ...{ value: phone, attested: 0, retired: 0, isAlternate: 0, createdAt },
      })),
    );
  } catch (error) {
    if (!isDuplicate(error, 'contact_identities_lookup')) throw error;
    throw new RunAgainError('a contact with this number was stored meanwhile');
  }
}
