import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { BLANK_CONTACT, type ContactRow } from '../../db/models/contact.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import {
  addContactRow,
  attestSender,
  changeContactRow,
  findSender,
  holderOfPhone,
  introduceSender,
  isAlternateNumber,
  isErasedHistory,
  lockContact,
  presentContact,
  recordAdded,
  retirePersonIds,
  retirePhone,
} from '../../features/contacts/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { newKey } from '../../kernel/ids.ts';
import type { InboundMessage } from '../../platform/inbound/parse-inbound.ts';
import type { Move, Sender } from '../../platform/inbound/people.ts';

type Known = Pick<ContactRow, 'id' | 'phone' | 'isBlocked'>;
/**
 * Returns the contact of a message's sender, and creates it for a new person. A notice of a new number or id
 * updates the contact; for an unknown person it changes nothing and returns null. So does an old message from
 * before the sender's deletion.
 */
export async function senderContact(
  ctx: ChangeContext,
  message: Pick<InboundMessage, 'sender' | 'movesTo' | 'profileName' | 'sentAt'>,
): Promise<Known | null> {
  const { sender, movesTo, profileName } = message;
  const known = await findSender(ctx, sender);
  if (movesTo !== null) {
    if (known) await move(ctx, known, sender, movesTo);
    return known;
  }
  if (!known)
    return (await isErasedHistory(ctx, sender, message.sentAt)) ? null : add(ctx, sender, profileName);
  await releaseTaken(ctx, await attestSender(ctx, known.id, sender));
  await followNumber(ctx, known, sender);
  return known;
}

/**
 * Assigns new platform ids to people: a contact keeps its history. A person who is not a contact yet becomes
 * one with their first message.
 */
export async function moveContacts(ctx: Context, moves: readonly Move[]): Promise<void> {
  for (const { sender, movesTo } of moves) {
    await inTransaction(ctx, async (ctx) => {
      const known = await findSender(ctx, sender);
      if (known) await move(ctx, known, sender, movesTo);
    });
  }
}

async function add(ctx: ChangeContext, sender: Sender, profileName: string | null): Promise<Known> {
  const now = ctx.clock.now();
  const name = profileName ?? '';
  const row = {
    ...BLANK_CONTACT,
    id: newKey(),
    name,
    nameSearch: foldForSearch(name),
    phone: sender.phone,
    createdAt: now,
    updatedAt: now,
  };
  await addContactRow(ctx, row);
  await recordAdded(ctx, [row.id], 'message');
  await releaseTaken(ctx, await introduceSender(ctx, row.id, sender));
  ctx.record('contact.created', { contact: presentContact(row) });
  return row;
}

/**
 * Updates the number of a contact with a known id who shows one for the first time, or a new one; also that of a person
 * with several numbers who writes from another one of them: they are answered there, where the reply window is open.
 */
async function followNumber(ctx: ChangeContext, known: Known, { phone, userId }: Sender): Promise<void> {
  if (phone === null) return;
  if (known.phone !== null && isSameNumber(known.phone, phone)) return;
  if (userId === null && !(await isAlternateNumber(ctx, phone))) return;
  if (known.phone !== null && !(await isAlternateNumber(ctx, known.phone)))
    await retirePhone(ctx, known.phone, { evenAttested: true });
  await setPhone(ctx, known.id, phone);
}

/** Removes numbers that another person has taken over from their previous contacts. */
async function releaseTaken(
  ctx: ChangeContext,
  taken: readonly { contactId: Buffer; lookup: string }[],
): Promise<void> {
  for (const { contactId, lookup } of taken) {
    const before = await lockContact(ctx, contactId);
    if (before?.phone && phoneLookupKey(before.phone) === lookup) await setPhone(ctx, contactId, null);
  }
}

async function setPhone(ctx: ChangeContext, contactId: Buffer, phone: string | null): Promise<void> {
  const before = await lockContact(ctx, contactId);
  if (!before || before.phone === phone) return;
  const changes = { phone, updatedAt: ctx.clock.now() };
  await changeContactRow(ctx, before, changes);
  ctx.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
}

/** Assigns a new number or id to a contact; the earlier ones still resolve. Of several numbers, one is replaced. */
async function move(ctx: ChangeContext, contact: Known, sender: Sender, to: Sender): Promise<void> {
  const isOther =
    sender.phone !== null && contact.phone !== null && !isSameNumber(sender.phone, contact.phone);
  const left = isOther && (await isAlternateNumber(ctx, sender.phone ?? '')) ? sender.phone : contact.phone;
  if (to.phone !== null) {
    const holder = await holderOfPhone(ctx, to.phone);
    // The person wrote from the new number before this notice arrived, so that contact keeps it.
    if (holder && !holder.equals(contact.id)) return;
    if (left !== null) await retirePhone(ctx, left, { evenAttested: true });
  }
  await attestSender(ctx, contact.id, to);
  if (to.userId !== null) await retirePersonIds(ctx, contact.id, to.userId);
  if (to.phone !== null && left === contact.phone) await setPhone(ctx, contact.id, to.phone);
}

function isSameNumber(one: string, other: string): boolean {
  return phoneLookupKey(one) === phoneLookupKey(other);
}
