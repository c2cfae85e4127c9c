import { phoneLookupKey } from '../../shared/domain/phone.ts';
import type { Sender } from '../cloud-api/payload/sender.ts';
import type { Database } from '../db/database.ts';
import type { ContactRow } from '../db/models/contact.model.ts';
import {
  ContactChanges,
  ContactDirectory,
  ContactsRepository,
  foldForSearch,
  presentContact,
} from '../features/contacts/index.ts';
import { newKey } from '../kernel/ids.ts';
import type { Work } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

type Known = Pick<ContactRow, 'id' | 'phone'>;

/** Who the platform's people are among the contacts, and what becomes of their numbers. */
export function createSenderContacts(database: Database) {
  /** The contact of a sender, made when the person is new. */
  async function contactOf(
    scope: TenantScope,
    work: Work,
    from: { sender: Sender; profileName: string | null },
  ): Promise<Known> {
    const directory = new ContactDirectory(database, scope, work.tx);
    const known = await directory.findSender(from.sender);
    if (!known) return add(scope, work, from);
    await releaseTaken(scope, work, await directory.attest(known.id, from.sender));
    await followNumber(scope, work, known, from.sender);
    return known;
  }

  async function add(
    scope: TenantScope,
    work: Work,
    { sender, profileName }: { sender: Sender; profileName: string | null },
  ): Promise<Known> {
    const now = new Date();
    const name = profileName ?? '';
    const row = {
      id: newKey(),
      name,
      nameSearch: foldForSearch(name),
      phone: sender.phone,
      email: null,
      tags: '[]',
      status: 'cold' as const,
      createdAt: now,
      updatedAt: now,
    };
    await new ContactChanges(database, scope, work).add(row);
    await releaseTaken(
      scope,
      work,
      await new ContactDirectory(database, scope, work.tx).introduce(row.id, sender),
    );
    work.record('contact.created', { contact: presentContact(row) });
    return row;
  }

  /** Somebody whose id is known shows a number for the first time, or writes from another than so far. */
  async function followNumber(scope: TenantScope, work: Work, known: Known, sender: Sender): Promise<void> {
    const { phone, userId } = sender;
    if (phone === null || userId === null) return;
    if (known.phone !== null && phoneLookupKey(known.phone) === phoneLookupKey(phone)) return;
    if (known.phone !== null)
      await new ContactDirectory(database, scope, work.tx).leavePhone(known.phone, { evenAttested: true });
    await setPhone(scope, work, known.id, phone);
  }

  /** A number has gone to another person: who had it has none now, and nothing more is sent to it for them. */
  async function releaseTaken(
    scope: TenantScope,
    work: Work,
    taken: readonly { contactId: Buffer; lookup: string }[],
  ): Promise<void> {
    for (const { contactId, lookup } of taken) {
      const before = await new ContactsRepository(database, scope, work.tx).lock(contactId);
      if (before?.phone && phoneLookupKey(before.phone) === lookup)
        await setPhone(scope, work, contactId, null);
    }
  }

  async function setPhone(
    scope: TenantScope,
    work: Work,
    contactId: Buffer,
    phone: string | null,
  ): Promise<void> {
    const before = await new ContactsRepository(database, scope, work.tx).lock(contactId);
    if (!before || before.phone === phone) return;
    const changes = { phone, updatedAt: new Date() };
    await new ContactChanges(database, scope, work).update(before, changes);
    work.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
  }

  /** A person has another number or another id from now on; the earlier ones keep resolving. */
  async function move(scope: TenantScope, work: Work, contact: Known, to: Sender): Promise<void> {
    const directory = new ContactDirectory(database, scope, work.tx);
    if (to.phone !== null) {
      const holder = await directory.holderOf(to.phone);
      // They wrote from the new number before this was told: that contact keeps it, and both stay.
      if (holder && !holder.equals(contact.id)) return;
      if (contact.phone !== null) await directory.leavePhone(contact.phone, { evenAttested: true });
    }
    await directory.attest(contact.id, to);
    if (to.userId !== null) await directory.retirePersonIds(contact.id, to.userId);
    if (to.phone !== null) await setPhone(scope, work, contact.id, to.phone);
  }

  return { contactOf, move };
}
