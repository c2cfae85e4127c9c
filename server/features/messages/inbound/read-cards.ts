import type { AddressCard } from '../../../../shared/contract/inbound-facts.ts';
import { type Loose, object, objects, webAddress, word } from './lenient.ts';

/** The address cards of a message of kind `contacts`. */
export function readCards(value: unknown): AddressCard[] {
  return objects(value).map((card) => ({
    name: nameOf(card),
    organization: word(object(card.org)?.company),
    birthday: word(card.birthday),
    phones: objects(card.phones).flatMap((one) => {
      const phone = word(one.phone) ?? word(one.wa_id);
      return phone === null ? [] : [{ phone, type: word(one.type), waId: word(one.wa_id) }];
    }),
    emails: objects(card.emails).flatMap((one) => {
      const email = word(one.email);
      return email === null ? [] : [{ email, type: word(one.type) }];
    }),
    urls: objects(card.urls).flatMap((one) => {
      const url = webAddress(one.url);
      return url === null ? [] : [{ url, type: word(one.type) }];
    }),
    addresses: objects(card.addresses).flatMap((one) => {
      const lines = [one.street, one.zip, one.city, one.state, one.country].flatMap(
        (part) => word(part) ?? [],
      );
      return lines.length === 0 ? [] : [{ address: lines.join(', '), type: word(one.type) }];
    }),
  }));
}

function nameOf(card: Loose): string {
  const name = object(card.name) ?? {};
  const parts = [name.first_name, name.middle_name, name.last_name].flatMap((part) => word(part) ?? []);
  return word(name.formatted_name) ?? (parts.length > 0 ? parts.join(' ') : 'Without a name');
}
