import { AppError } from '../../../shared/domain/errors.ts';
import { parsePhone, phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { isDuplicate, RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { ContactIdentityRow } from '../../db/models/contact-identity.model.ts';
import { newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { phoneInCountry } from '../../kernel/tenancy/workspace-country.ts';
import { ContactIdentitiesRepository } from './contact-identities.repository.ts';
import { ContactsRepository } from './contacts.repository.ts';

/** Finds contacts by what callers and the platform call them, and keeps the forms they are known by. */
export class ContactDirectory {
  private readonly contacts: ContactsRepository;
  private readonly identities: ContactIdentitiesRepository;
  private readonly inCountry: (reference: string) => Promise<string | null>;

  constructor(database: Database, scope: TenantScope, tx?: Transaction) {
    this.inCountry = (reference) => phoneInCountry({ db: database, scope, tx }, reference);
    this.contacts = new ContactsRepository(database, scope, tx);
    this.identities = new ContactIdentitiesRepository(database, scope, tx);
  }

  /**
   * Returns the contact behind a number in any known form, also as its country writes it, or an id `ct_…`; null when
   * there is none.
   */
  async resolve(reference: string): Promise<ContactRow | null> {
    const id = tryDecodeId('contact', reference);
    if (id) return this.contacts.find(id);
    const identity =
      (await this.findNumber(parsePhone(reference))) ??
      (await this.findNumber(await this.inCountry(reference)));
    return identity && this.contacts.find(identity.contactId);
  }

  private async findNumber(phone: string | null): Promise<ContactIdentityRow | null> {
    return phone === null ? null : this.identities.findByLookup('phone', phoneLookupKey(phone));
  }

  /**
   * The contact that the platform means, if it is known already. The person's id decides before the number:
   * a number that was left for another, or from which somebody with another id writes, is not enough.
   */
  async findSender(sender: PlatformSender): Promise<ContactRow | null> {
    const { userId, phone } = sender;
    const byUser = userId && (await this.identities.findByLookup('user', userId));
    if (byUser) return this.contacts.find(byUser.contactId);
    const byPhone = phone && (await this.identities.findByLookup('phone', phoneLookupKey(phone)));
    if (!byPhone || byPhone.retired) return null;
    if (userId && (await this.hasPersonId(byPhone.contactId))) return null;
    return this.contacts.find(byPhone.contactId);
  }

  /**
   * Writes down the forms by which the platform knows a new contact, whom nobody knew a moment ago. A number
   * may be taken from somebody who is another person by the platform's id.
   * @throws {RunAgainError} when somebody is known by them by now: a second contact of one person must not be stored.
   */
  introduce(contactId: Buffer, sender: PlatformSender): Promise<TakenNumber[]> {
    return this.write(contactId, sender, async (known) => {
      if (known.retired) return;
      const isOfAnother =
        known.kind === 'phone' && sender.userId !== null && (await this.hasPersonId(known.contactId));
      if (!isOfAnother) throw new RunAgainError('this sender has become a contact meanwhile');
    });
  }

  /**
   * Writes down the forms by which the platform knows a contact, and takes them from others who had them.
   * Answers which numbers were taken, and from whom.
   */
  attest(contactId: Buffer, sender: PlatformSender): Promise<TakenNumber[]> {
    return this.write(contactId, sender, async () => undefined);
  }

  private async write(
    contactId: Buffer,
    sender: PlatformSender,
    mayTake: (anothers: ContactIdentityRow) => Promise<void>,
  ): Promise<TakenNumber[]> {
    const takenNumbers: TakenNumber[] = [];
    for (const form of formsOf(sender)) {
      const known = await this.identities.findByLookup(form.kind, form.lookup);
      const values = { contactId, value: form.value, attested: 1, retired: 0 };
      const isAnothers = known !== null && !known.contactId.equals(contactId);
      if (isAnothers) await mayTake(known);
      if (!known) {
        await this.identities.insert({
          id: newKey(),
          kind: form.kind,
          lookup: form.lookup,
          createdAt: new Date(),
          ...values,
        });
      } else if (isAnothers || !known.attested || known.value !== form.value || known.retired) {
        await this.identities.update(known.id, values);
      }
      if (isAnothers && form.kind === 'phone')
        takenNumbers.push({ contactId: known.contactId, lookup: form.lookup });
    }
    return takenNumbers;
  }

  /** Whether the platform has given an id for the person behind a contact. */
  private async hasPersonId(contactId: Buffer): Promise<boolean> {
    const forms = await this.identities.listOf(contactId);
    return forms.some(({ kind, retired }) => kind === 'user' && !retired);
  }

  /** A person has a new id: the earlier ones still resolve, and say nothing of others any more. */
  async retirePersonIds(contactId: Buffer, except: string): Promise<void> {
    for (const form of await this.identities.listOf(contactId)) {
      if (form.kind === 'user' && form.lookup !== except && !form.retired)
        await this.identities.update(form.id, { retired: 1 });
    }
  }

  /** Who has a number now; null: nobody, or somebody who has left it. */
  async holderOf(phone: string): Promise<Buffer | null> {
    const known = await this.identities.findByLookup('phone', phoneLookupKey(phone));
    return known && !known.retired ? known.contactId : null;
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

  /**
   * What to send to: the form the platform gave for the contact's number, else the number itself; the
   * platform's id of a person who shows no number.
   */
  async sendableForm(contact: Pick<ContactRow, 'id' | 'phone'>): Promise<string | null> {
    if (contact.phone === null) {
      const forms = await this.identities.listOf(contact.id);
      return forms.find(({ kind, retired }) => kind === 'user' && !retired)?.value ?? null;
    }
    const known = await this.identities.findByLookup('phone', phoneLookupKey(contact.phone));
    return known?.contactId.equals(contact.id) ? known.value : contact.phone;
  }
}

/** A person as the platform names them: a number, an id of the platform's own, or both. */
export interface PlatformSender {
  phone: string | null;
  userId: string | null;
}

/** A number that went to another contact, under its lookup key. */
export interface TakenNumber {
  contactId: Buffer;
  lookup: string;
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
