import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { asText, type Fields, object, objects, phoneDigits, UnreadableError, word } from './lenient.ts';

/** A person as the platform identifies them: by phone number, by platform id, or both. */
export interface Sender {
  phone: string | null;
  userId: string | null;
}

/** A change of a person's number or id. */
export interface Move {
  sender: Sender;
  movesTo: Sender;
}

/** An element of `contacts[]`: the identity of a person, as far as the callback contains it. */
interface ContactProfile extends Sender {
  /** The name that the customer has chosen; null when there is none. */
  name: string | null;
}

/** The `contacts[]` of one part of a callback, searchable by the sender of a message. */
export interface ContactIndex {
  find(sender: Sender): ContactProfile | null;
}

/** More people than any callback contains. Names beyond this limit are ignored; messages are still read. */
const CONTACTS_MAX = 10_000;
const NAME_MAX = 200;
const USER_ID_MAX = 160;

/** Indexes `contacts[]` once, so that reading all messages of a callback takes one pass. Never throws. */
export function indexContacts(contacts: unknown): ContactIndex {
  const byUser = new Map<string, ContactProfile>();
  const byPhone = new Map<string, ContactProfile>();
  for (const contact of objects(Array.isArray(contacts) ? contacts.slice(0, CONTACTS_MAX) : [])) {
    const profile: ContactProfile = {
      phone: phoneDigits(contact.wa_id),
      userId: userIdOf(contact.user_id),
      name: nameOf(object(contact.profile)?.name),
    };
    if (profile.userId !== null && !byUser.has(profile.userId)) byUser.set(profile.userId, profile);
    if (profile.phone !== null && !byPhone.has(profile.phone)) byPhone.set(profile.phone, profile);
  }
  return {
    find: ({ phone, userId }) =>
      (userId === null ? undefined : byUser.get(userId)) ??
      (phone === null ? undefined : byPhone.get(phone)) ??
      null,
  };
}

/**
 * Moves the sender of a message to the documented fields: a phone number to `from`, a platform id to
 * `from_user_id`.
 */
export function withSender({ from, from_user_id: userId, ...message }: Fields): Record<string, unknown> {
  const phone = phoneDigits(from);
  const id = word(userId) ?? (phone === null ? word(from) : null);
  return {
    ...message,
    ...(phone === null ? {} : { from: phone }),
    ...(id === null ? {} : { from_user_id: id }),
  };
}

/**
 * Returns the sender of a message. The element of `contacts[]` may have the person's id where the message has
 * only the number, or vice versa. It is matched by number or id, not by position.
 * @throws {UnreadableError} when the message has no sender, or an id that is too long.
 */
export function readSender(
  message: Fields,
  contacts: ContactIndex,
): { sender: Sender; profileName: string | null } {
  const named: Sender = { phone: phoneDigits(message.from), userId: word(message.from_user_id) };
  if (named.phone === null && named.userId === null)
    throw new UnreadableError(PARKED_REASONS.write('no_sender'));
  if (named.userId !== null && named.userId.length > USER_ID_MAX)
    throw new UnreadableError(PARKED_REASONS.write('too_long', { field: 'from_user_id', max: USER_ID_MAX }));
  const known = contacts.find(named);
  return {
    sender: {
      phone: named.phone ?? known?.phone ?? null,
      userId: named.userId ?? known?.userId ?? null,
    },
    profileName: known?.name ?? null,
  };
}

/** Returns an element of `contacts[]` in the platform's format, to store with a parked message. */
export function asContact({ phone, userId, name }: ContactProfile): object {
  return {
    ...(phone === null ? {} : { wa_id: phone }),
    ...(userId === null ? {} : { user_id: userId }),
    ...(name === null ? {} : { profile: { name } }),
  };
}

/** Returns the sender's new number or id from a message of type `system`; null for other messages. */
export function readMove({ type, system: part }: Fields): Sender | null {
  const system = type === 'system' ? object(part) : null;
  if (system === null) return null;
  const userId = userIdOf(system.user_id);
  if (system.type === 'user_changed_number' || system.type === 'customer_changed_number') {
    const phone = phoneDigits(system.wa_id) ?? phoneDigits(system.new_wa_id);
    return phone === null ? null : { phone, userId };
  }
  if (system.type !== 'user_changed_user_id') return null;
  const id = userId ?? userIdOf(system.new_user_id);
  return id === null ? null : { phone: null, userId: id };
}

/**
 * Reads a `user_id_update` notice: people whose platform id has changed, identified by their previous id or
 * number.
 * @throws {UnreadableError} when an entry has no new id.
 */
export function readMoves(value: unknown): Move[] {
  const update = object(value)?.user_id_update;
  const list: readonly unknown[] = Array.isArray(update) ? update : [update];
  if (list.length === 0) throw new UnreadableError(PARKED_REASONS.write('no_person'));
  return list.flatMap((one) => {
    const entry = object(one);
    const ids = object(entry?.user_id);
    if (entry === null || (ids === null && word(entry.user_id) === null))
      throw new UnreadableError(PARKED_REASONS.write('no_user_id'));
    const current = userIdOf(ids ? ids.current : entry.user_id);
    const previous = userIdOf(ids?.previous) ?? userIdOf(entry.previous_user_id);
    const sender = { phone: phoneDigits(entry.wa_id), userId: previous };
    if (current === null || (sender.phone === null && sender.userId === null)) return [];
    return [{ sender, movesTo: { phone: null, userId: current } }];
  });
}

function userIdOf(value: unknown): string | null {
  const text = asText(value);
  return typeof text === 'string' && text !== '' && text.length <= USER_ID_MAX ? text : null;
}

/** Truncates by code points: half an emoji cannot be stored. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, NAME_MAX * 4)
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim();
  return [...line].slice(0, NAME_MAX).join('').trim() || null;
}
