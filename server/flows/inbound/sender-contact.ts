import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Database } from '../../db/database.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import {
  addContactRow,
  attestSender,
  changeContactRow,
  findSender,
  holderOfPhone,
  introduceSender,
  leavePhone,
  lockContact,
  presentContact,
  retirePersonIds,
} from '../../features/contacts/index.ts';
import { systemClock } from '../../kernel/clock/clock.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { InboundMessage } from '../../platform/inbound/parse-inbound.ts';
import type { Move, Sender } from '../../platform/inbound/people.ts';

type Known = Pick<ContactRow, 'id' | 'phone'>;
/** What the change of a contact is made with: all of it happens in one transaction. */
interface Place {
  database: Database;
  scope: TenantScope;
  work: Work;
}

/**
 * Returns the contact of a message's sender, made when the person is new. A notice of another number or id moves
 * its contact; about a person who is not known it changes nothing and has no contact (null).
 */
export async function senderContact(place: Place, message: InboundMessage): Promise<Known | null> {
  const { sender, movesTo, profileName } = message;
  const known = await findSender(contextIn(place), sender);
  if (movesTo !== null) {
    if (known) await move(place, known, movesTo);
    return known;
  }
  if (!known) return add(place, sender, profileName);
  await releaseTaken(place, await attestSender(contextIn(place), known.id, sender));
  await followNumber(place, known, sender);
  return known;
}

/**
 * Gives people another platform id: a contact keeps its history under the new one. A person who is not a contact
 * yet becomes one with their first message.
 */
export async function moveContacts(
  { database, inUnitOfWork }: Pick<Kernel['background'], 'database' | 'inUnitOfWork'>,
  scope: TenantScope,
  moves: readonly Move[],
): Promise<void> {
  for (const { sender, movesTo } of moves) {
    await inUnitOfWork(scope, async (work) => {
      const place = { database, scope, work };
      const known = await findSender(contextIn(place), sender);
      if (known) await move(place, known, movesTo);
    });
  }
}

function contextIn({ database, scope, work }: Place) {
  return { ...work, db: database, scope, clock: systemClock };
}

async function add(place: Place, sender: Sender, profileName: string | null): Promise<Known> {
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
  await addContactRow(contextIn(place), row);
  await releaseTaken(place, await introduceSender(contextIn(place), row.id, sender));
  place.work.record('contact.created', { contact: presentContact(row) });
  return row;
}

/** A person whose id is known shows a number for the first time, or writes from another than so far. */
async function followNumber(place: Place, known: Known, { phone, userId }: Sender): Promise<void> {
  if (phone === null || userId === null) return;
  if (known.phone !== null && phoneLookupKey(known.phone) === phoneLookupKey(phone)) return;
  if (known.phone !== null) await leavePhone(contextIn(place), known.phone, { evenAttested: true });
  await setPhone(place, known.id, phone);
}

/** A number has gone to another person: who had it has none now, and nothing more is sent to it for them. */
async function releaseTaken(
  place: Place,
  taken: readonly { contactId: Buffer; lookup: string }[],
): Promise<void> {
  for (const { contactId, lookup } of taken) {
    const before = await lockContact(contextIn(place), contactId);
    if (before?.phone && phoneLookupKey(before.phone) === lookup) await setPhone(place, contactId, null);
  }
}

async function setPhone(place: Place, contactId: Buffer, phone: string | null): Promise<void> {
  const before = await lockContact(contextIn(place), contactId);
  if (!before || before.phone === phone) return;
  const changes = { phone, updatedAt: new Date() };
  await changeContactRow(contextIn(place), before, changes);
  place.work.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
}

/** Gives a contact another number or id from now on; the earlier ones keep resolving. */
async function move(place: Place, contact: Known, to: Sender): Promise<void> {
  const ctx = contextIn(place);
  if (to.phone !== null) {
    const holder = await holderOfPhone(ctx, to.phone);
    // They wrote from the new number before this notice came: that contact keeps it, and both stay.
    if (holder && !holder.equals(contact.id)) return;
    if (contact.phone !== null) await leavePhone(ctx, contact.phone, { evenAttested: true });
  }
  await attestSender(ctx, contact.id, to);
  if (to.userId !== null) await retirePersonIds(ctx, contact.id, to.userId);
  if (to.phone !== null) await setPhone(place, contact.id, to.phone);
}
