import type { Account, Customer } from '../state/model.ts';
import { type CallbackEvent, contactElement, digits, messageElement, statusElement } from './events.ts';

/** Larger batches are split into two entries, so receivers must process all entries. */
const eventsInOneEntry = 3;

/**
 * Returns the full body of a callback. A single event has the usual envelope with one element. A batch has
 * several entries, changes and elements, because the platform guarantees no particular structure.
 */
export function envelopeOf(
  account: Account,
  events: readonly CallbackEvent[],
  options: { readonly missingContacts: boolean },
): object {
  const half = events.length > eventsInOneEntry ? Math.ceil(events.length / 2) : events.length;
  const entries = [events.slice(0, half), events.slice(half)].filter((part) => part.length > 0);
  return {
    object: 'whatsapp_business_account',
    entry: entries.map((part) => ({ id: account.wabaId, changes: changesOf(account, part, options) })),
  };
}

function changesOf(
  account: Account,
  events: readonly CallbackEvent[],
  options: { readonly missingContacts: boolean },
): object[] {
  const messages = events.filter((event) => event.kind === 'message');
  const statuses = events.filter((event) => event.kind === 'status');
  // A change of number has no contacts.
  const known = messages.filter((event) => event.message.type !== 'system');
  const contacts = options.missingContacts ? [] : distinct(known.map((event) => event.customer));
  const errors = messages.flatMap((event) => event.message.valueErrors ?? []);
  const values = [
    messages.length > 0 && {
      ...(contacts.length > 0 && { contacts: contacts.map(contactElement) }),
      messages: messages.map((event) => messageElement(event.message, event.customer, account)),
      ...(errors.length > 0 && { errors }),
    },
    statuses.length > 0 && { statuses: statuses.map(statusElement) },
  ];
  return values
    .filter((value) => value !== false)
    .map((value) => ({ field: 'messages', value: { ...head(account), ...value } }));
}

function head(account: Account): object {
  return {
    messaging_product: 'whatsapp',
    metadata: {
      display_phone_number: digits(account.displayPhoneNumber),
      phone_number_id: account.phoneNumberId,
    },
  };
}

function distinct(customers: readonly Customer[]): Customer[] {
  return [...new Map(customers.map((customer) => [customer.waId, customer])).values()];
}
