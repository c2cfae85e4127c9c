import { AppError } from '../../../shared/domain/errors.ts';
import { parsePhone, phoneLookupKey } from '../../../shared/domain/phone.ts';
import { isDuplicate, RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { ContactIdentityRow } from '../../db/models/contact-identity.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { phoneInCountry } from '../../kernel/tenancy/workspace-country.ts';
import { findIdentity, identitiesOf, insertIdentity, takeIdentity } from './contact-identities.repository.ts';
import { heirOf } from './contact-merges.repository.ts';
import { findContact } from './contacts.repository.ts';

/** Finds contacts by the numbers and ids that callers and the platform use, and stores these identities. */

/** A person as the platform identifies them: a number, a platform id, or both. */
export interface PlatformSender {
  phone: string | null;
  userId: string | null;
}

/** A number that was reassigned to another contact, with its lookup key. */
export interface TakenNumber {
  contactId: Buffer;
  lookup: string;
}

/** The parts of a context needed to store an identity. */
type StoringContext = QueryContext & Pick<Context, 'clock'>;

/**
 * Returns the contact for a number in any known format, including its country's national format, or for an id
 * `ct_…`; null when there is none.
 */
export async function resolveContact(ctx: QueryContext, reference: string): Promise<ContactRow | null> {
  const id = tryDecodeId('contact', reference);
  if (id) return contactOrHeir(ctx, id);
  const identity = await identityOf(ctx, reference);
  return identity && contactOrHeir(ctx, identity.contactId);
}

/** Returns a contact, or the one that it was merged into; null when there is neither. */
async function contactOrHeir(ctx: QueryContext, id: Buffer): Promise<ContactRow | null> {
  const known = await findContact(ctx, id);
  const heir = known ? null : await heirOf(ctx, id);
  return heir ? findContact(ctx, heir) : known;
}

/** Returns the stored form of a number in any known format; null when nobody has it. */
async function identityOf(ctx: QueryContext, reference: string): Promise<ContactIdentityRow | null> {
  return (
    (await findNumber(ctx, parsePhone(reference))) ??
    (await findNumber(ctx, await phoneInCountry(ctx, reference)))
  );
}

/**
 * Returns the two contacts of a merge; the target alone when it has happened already.
 * @throws {AppError} contact_not_found; validation_failed for the same contact; contact_already_merged.
 */
export async function findMerge(
  ctx: QueryContext,
  reference: string,
  into: string,
): Promise<{ sourceId: Buffer; targetId: Buffer } | { merged: ContactRow }> {
  const [source, target] = [await resolveContact(ctx, reference), await resolveContact(ctx, into)];
  if (!source) throw new AppError('contact_not_found');
  if (!target) {
    const details = [{ path: 'into', message: 'is not a contact of this workspace' }];
    throw new AppError('contact_not_found', { details });
  }
  const id = tryDecodeId('contact', reference);
  const isFormerId = id !== null && !id.equals(source.id);
  if (!source.id.equals(target.id)) {
    // Its heir has other data of its own, so a caller who means that one must name it.
    if (isFormerId)
      throw new AppError('contact_already_merged', { contactId: encodeId('contact', source.id) });
    return { sourceId: source.id, targetId: target.id };
  }
  const [number, other] = id === null ? [await identityOf(ctx, reference), await identityOf(ctx, into)] : [];
  const isOtherNumber = number?.isAlternate === 1 && number.lookup !== other?.lookup;
  if (isFormerId || isOtherNumber) return { merged: target };
  const details = [{ path: 'into', message: 'is the same contact' }];
  throw new AppError('validation_failed', { details });
}

/** Whether a number is one of several that a person has, after a merge (decision 0289). */
export async function isAlternateNumber(ctx: QueryContext, phone: string): Promise<boolean> {
  return (await findIdentity(ctx, 'phone', phoneLookupKey(phone)))?.isAlternate === 1;
}

/**
 * Returns the contact of a sender; null when it is not known yet. The person's id takes precedence over the
 * number: a number that its contact has left, or that a person with another id writes from, does not match.
 */
export async function findSender(
  ctx: QueryContext,
  { userId, phone }: PlatformSender,
): Promise<ContactRow | null> {
  const byUser = userId && (await findIdentity(ctx, 'user', userId));
  if (byUser) return findContact(ctx, byUser.contactId);
  const byPhone = phone && (await findIdentity(ctx, 'phone', phoneLookupKey(phone)));
  if (!byPhone || byPhone.retired) return null;
  // The other id may be that of another number of the same person.
  if (userId && !byPhone.isAlternate && (await hasPersonId(ctx, byPhone.contactId))) return null;
  return findContact(ctx, byPhone.contactId);
}

/** Whether a sender is this contact, or was: a number that the contact has left counts too. */
export async function isOrWasSender(
  ctx: QueryContext,
  contactId: Buffer,
  { userId, phone }: PlatformSender,
): Promise<boolean> {
  const found = [
    userId ? await findIdentity(ctx, 'user', userId) : null,
    phone ? await findIdentity(ctx, 'phone', phoneLookupKey(phone)) : null,
  ];
  return found.some((identity) => identity?.contactId.equals(contactId));
}

/**
 * Stores the identities of a new contact that was not found a moment ago. A number may be taken from a
 * contact that is another person according to the platform's id. Returns the numbers that were taken.
 * @throws {RunAgainError} when a contact with them exists by now, so that one person does not become two
 * contacts.
 */
export function introduceSender(
  ctx: StoringContext,
  contactId: Buffer,
  sender: PlatformSender,
): Promise<TakenNumber[]> {
  return storeIdentities(ctx, contactId, sender, async (known) => {
    if (known.retired) return;
    const isOfAnother =
      known.kind === 'phone' && sender.userId !== null && (await hasPersonId(ctx, known.contactId));
    if (!isOfAnother) throw new RunAgainError('a contact for this sender was stored concurrently');
  });
}

/**
 * Stores the identities that the platform reports for a contact, and takes them from other contacts. Returns
 * which numbers were taken, and from which contacts.
 */
export function attestSender(
  ctx: StoringContext,
  contactId: Buffer,
  sender: PlatformSender,
): Promise<TakenNumber[]> {
  return storeIdentities(ctx, contactId, sender, async () => undefined);
}

/** Retires the earlier ids of a person who has a new one: they still resolve, but are not the person's id. */
export async function retirePersonIds(ctx: QueryContext, contactId: Buffer, except: string): Promise<void> {
  for (const form of await identitiesOf(ctx, contactId)) {
    if (form.kind === 'user' && form.lookup !== except && !form.retired)
      await updateRow(ctx, 'contactIdentity', form.id, { retired: 1 });
  }
}

/** Returns the contact that has a number now; null when none has it, or only one that has left it. */
export async function holderOfPhone(ctx: QueryContext, phone: string): Promise<Buffer | null> {
  const known = await findIdentity(ctx, 'phone', phoneLookupKey(phone));
  return known && !known.retired ? known.contactId : null;
}

/**
 * Assigns a typed number to a contact. A number that another contact has left may be taken.
 * @throws {AppError} contact_phone_taken when another contact has it, in any national format.
 */
export async function claimPhone(ctx: StoringContext, contactId: Buffer, phone: string): Promise<void> {
  const lookup = phoneLookupKey(phone);
  const known = await findIdentity(ctx, 'phone', lookup);
  if (known && !known.contactId.equals(contactId) && !known.retired) throw phoneTaken(known.contactId);
  if (known) {
    const isOwn = known.contactId.equals(contactId);
    if (isOwn && !known.retired) return;
    await takeIdentity(ctx, known, {
      contactId,
      retired: 0,
      ...(isOwn ? {} : { value: phone, attested: 0, isAlternate: 0 }),
    });
    return;
  }
  try {
    await insertIdentity(ctx, {
      id: newKey(),
      contactId,
      kind: 'phone',
      lookup,
      value: phone,
      attested: 0,
      retired: 0,
      createdAt: ctx.clock.now(),
    });
  } catch (error) {
    // Run again, it sees who has the number.
    if (isDuplicate(error, 'contact_identities_lookup'))
      throw new RunAgainError('the number was taken meanwhile');
    throw error;
  }
}

/** Retires a number: it still resolves to the contact until another person writes from it or gets it. */
export async function retirePhone(
  ctx: QueryContext,
  phone: string,
  options: { evenAttested: boolean },
): Promise<void> {
  const known = await findIdentity(ctx, 'phone', phoneLookupKey(phone));
  if (known && (options.evenAttested || !(known.attested || known.isAlternate)))
    await updateRow(ctx, 'contactIdentity', known.id, { retired: 1 });
}

/**
 * Returns the address to send to: the platform's form of the contact's number, or else the number itself; for
 * a contact without a number, the platform's id of the person, or null.
 */
export async function sendAddressOf(
  ctx: QueryContext,
  contact: Pick<ContactRow, 'id' | 'phone'>,
): Promise<string | null> {
  if (contact.phone === null) {
    const identities = await identitiesOf(ctx, contact.id);
    return identities.find(({ kind, retired }) => kind === 'user' && !retired)?.value ?? null;
  }
  const known = await findIdentity(ctx, 'phone', phoneLookupKey(contact.phone));
  return known?.contactId.equals(contact.id) ? known.value : contact.phone;
}

async function storeIdentities(
  ctx: StoringContext,
  contactId: Buffer,
  sender: PlatformSender,
  mayTake: (known: ContactIdentityRow) => Promise<void>,
): Promise<TakenNumber[]> {
  const takenNumbers: TakenNumber[] = [];
  for (const { kind, lookup, value } of listIdentities(sender)) {
    const known = await findIdentity(ctx, kind, lookup);
    const values = { contactId, value, attested: 1, retired: 0 };
    const isOtherContacts = known !== null && !known.contactId.equals(contactId);
    if (isOtherContacts) await mayTake(known);
    if (!known) {
      const createdAt = ctx.clock.now();
      await insertIdentity(ctx, { id: newKey(), kind, lookup, createdAt, ...values });
    } else if (isOtherContacts || !known.attested || known.value !== value || known.retired) {
      await takeIdentity(ctx, known, { ...values, ...(isOtherContacts && { isAlternate: 0 }) });
    }
    if (isOtherContacts && kind === 'phone') takenNumbers.push({ contactId: known.contactId, lookup });
  }
  return takenNumbers;
}

async function findNumber(ctx: QueryContext, phone: string | null): Promise<ContactIdentityRow | null> {
  return phone === null ? null : findIdentity(ctx, 'phone', phoneLookupKey(phone));
}

/** Whether the platform has given an id for the person behind a contact. */
async function hasPersonId(ctx: QueryContext, contactId: Buffer): Promise<boolean> {
  const identities = await identitiesOf(ctx, contactId);
  return identities.some(({ kind, retired }) => kind === 'user' && !retired);
}

function listIdentities({ userId, phone }: PlatformSender) {
  const identities: { kind: 'user' | 'phone'; lookup: string; value: string }[] = [];
  if (userId) identities.push({ kind: 'user', lookup: userId, value: userId });
  if (phone) identities.push({ kind: 'phone', lookup: phoneLookupKey(phone), value: phone });
  return identities;
}

function phoneTaken(by: Buffer): AppError {
  return new AppError('contact_phone_taken', {
    contactId: encodeId('contact', by),
    details: [{ path: 'phone', message: 'belongs to another contact, possibly in another national format' }],
  });
}
