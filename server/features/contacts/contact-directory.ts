import { AppError } from '../../../shared/domain/errors.ts';
import { parsePhone, phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { isDuplicate, RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { ContactIdentityRow } from '../../db/models/contact-identity.model.ts';
import { newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { ContactIdentitiesRepository } from './contact-identities.repository.ts';
import { ContactsRepository } from './contacts.repository.ts';

/** Finds contacts by what callers and the platform call them, and keeps the forms they are known by. */
export class ContactDirectory {
  private readonly contacts: ContactsRepository;
  private readonly identities: ContactIdentitiesRepository;

  constructor(database: Database, scope: TenantScope, tx?: Transaction) {
    this.contacts = new ContactsRepository(database, scope, tx);
    this.identities = new ContactIdentitiesRepository(database, scope, tx);
  }

  /** The contact behind a number in any known form, or an id `ct_…`; null when there is none. */
  async resolve(reference: string): Promise<ContactRow | null> {
    const id = tryDecodeId('contact', reference);
    if (id) return this.contacts.find(id);
    const phone = parsePhone(reference);
    if (phone === null) return null;
    const identity = await this.identities.findByLookup('phone', phoneLookupKey(phone));
    return identity ? this.contacts.find(identity.contactId) : null;
  }

  /** The contact that the platform means, if it is known already. A number that was left for another is not. */
  async findSender(sender: PlatformSender): Promise<ContactRow | null> {
    for (const form of formsOf(sender)) {
      const identity = await this.identities.findByLookup(form.kind, form.lookup);
      if (identity && !identity.retired) return this.contacts.find(identity.contactId);
    }
    return null;
  }

  /**
   * Writes down the forms by which the platform knows a new contact, whom nobody knew a moment ago.
   * @throws {RunAgainError} when somebody does by now: a second contact of one person must not be stored.
   */
  introduce(contactId: Buffer, sender: PlatformSender): Promise<void> {
    return this.write(contactId, sender, (known) => {
      if (!known.retired) throw new RunAgainError('this sender has become a contact meanwhile');
    });
  }

  /** Writes down the forms by which the platform knows a contact, and takes them from others who had them. */
  attest(contactId: Buffer, sender: PlatformSender): Promise<void> {
    return this.write(contactId, sender, () => undefined);
  }

  private async write(
    contactId: Buffer,
    sender: PlatformSender,
    mayTake: (anothers: ContactIdentityRow) => void,
  ): Promise<void> {
    for (const form of formsOf(sender)) {
      const known = await this.identities.findByLookup(form.kind, form.lookup);
      const values = { contactId, value: form.value, attested: 1, retired: 0 };
      if (known && !known.contactId.equals(contactId)) mayTake(known);
      if (!known) {
        await this.identities.insert({
          id: newKey(),
          kind: form.kind,
          lookup: form.lookup,
          createdAt: new Date(),
          ...values,
        });
      } else if (
        !known.contactId.equals(contactId) ||
        !known.attested ||
        known.value !== form.value ||
        known.retired
      ) {
        await this.identities.update(known.id, values);
      }
    }
  }

  /**
   * Gives a contact a number that somebody typed. A number that another contact has left may be taken.
   * @throws {AppError} contact_phone_taken when another contact has it, in any national spelling.
   */
  async claimPhone(contactId: Buffer, phone: string): Promise<void> {
    const lookup = phoneLookupKey(phone);
    const known = await this.identities.findByLookup('phone', lookup);
    if (known && !known.contactId.equals(contactId) && !known.retired) throw taken();
    if (known) {
      await this.identities.update(known.id, {
        contactId,
        retired: 0,
        ...(known.contactId.equals(contactId) ? {} : { value: phone, attested: 0 }),
      });
      return;
    }
    try {
      await this.identities.insert({
        id: newKey(),
        contactId,
        kind: 'phone',
        lookup,
        value: phone,
        attested: 0,
        retired: 0,
        createdAt: new Date(),
      });
    } catch (error) {
      if (isDuplicate(error, 'contact_identities_lookup')) throw taken();
      throw error;
    }
  }

  /** Leaves a number: it still resolves to the contact, until somebody else writes from it or is given it. */
  async leavePhone(phone: string, options: { evenAttested: boolean }): Promise<void> {
    const known = await this.identities.findByLookup('phone', phoneLookupKey(phone));
    if (known && (options.evenAttested || !known.attested))
      await this.identities.update(known.id, { retired: 1 });
  }

  /** What to send to: the form the platform gave for the contact's number, else the number itself. */
  async sendableForm(contact: Pick<ContactRow, 'id' | 'phone'>): Promise<string | null> {
    if (contact.phone === null) return null;
    const known = await this.identities.findByLookup('phone', phoneLookupKey(contact.phone));
    return known?.contactId.equals(contact.id) ? known.value : contact.phone;
  }
}

/** A person as the platform names them: a number, an id of the platform's own, or both. */
export interface PlatformSender {
  phone: string | null;
  userId: string | null;
}

function formsOf(sender: PlatformSender) {
  const forms: { kind: 'user' | 'phone'; lookup: string; value: string }[] = [];
  if (sender.userId) forms.push({ kind: 'user', lookup: sender.userId, value: sender.userId });
  if (sender.phone) forms.push({ kind: 'phone', lookup: phoneLookupKey(sender.phone), value: sender.phone });
  return forms;
}

function taken(): AppError {
  return new AppError('contact_phone_taken', {
    details: [{ path: 'phone', message: 'belongs to another contact, perhaps in another national spelling' }],
  });
}
