import { tryDecodeId } from '../ids.ts';

/**
 * Returns the contact whose data an event's payload holds; null when it holds none, or only an opaque id. Its
 * deletion finds the event by this.
 */
export function contactOfEvent(payload: object): Buffer | null {
  const { contact, conversation } = payload as { contact?: unknown; conversation?: { contact?: unknown } };
  return idIn(contact) ?? idIn(conversation?.contact);
}

/** Returns the contact whose data a response holds: of a contact, a message or a conversation; null of others. */
export function contactOfResponse(body: unknown): Buffer | null {
  if (typeof body !== 'object' || body === null) return null;
  return idIn(body) ?? contactOfEvent(body);
}

/** Returns the key of a contact, given as `ct_…` or as an object with such an id. */
function idIn(value: unknown): Buffer | null {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
  return typeof id === 'string' ? tryDecodeId('contact', id) : null;
}
