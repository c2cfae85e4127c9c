import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import type { mergedFields } from '../../../../shared/domain/contact-status.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { statusLabel } from '../contact-labels.ts';

/** What one of the two contacts has in a field, and whether the merged one has it. */
export interface Shown {
  text: string;
  isKept: boolean;
}

/** Returns what the two contacts have of each field that one of them has, and whether it is kept. */
export function rowsOf(
  source: Contact,
  target: Contact,
  result: ReturnType<typeof mergedFields> & { take: readonly string[]; keepsPhone: boolean },
  fields: readonly { key: string; name: string }[],
): { name: string; field: string | null; theirs: Shown; own: Shown }[] {
  const row = (
    name: string,
    textOf: (contact: Contact) => string,
    kept: string | null,
    by: string | null = null,
  ) => {
    const shown = (contact: Contact): Shown => {
      const text = textOf(contact);
      return { text, isKept: kept === null ? by === null : text === kept };
    };
    const [theirs, own] = [shown(source), shown(target)];
    const isChoice = theirs.text !== '' && own.text !== '' && theirs.text !== own.text;
    return { name, field: isChoice ? by : null, theirs, own };
  };
  const phone = (contact: Contact) => (contact.phone === null ? '' : formatPhone(contact.phone));
  const marketing = (contact: Pick<Contact, 'marketing'>) =>
    t(`contacts:consent.states.${contact.marketing}`);
  const blocked = (contact: Pick<Contact, 'blocked'>) =>
    contact.blocked ? t('contacts:consent.blocked') : t('contacts:consent.notBlocked');
  const value = (contact: Pick<Contact, 'attributes'>, key: string) => {
    const found = contact.attributes[key];
    if (typeof found === 'boolean') return found ? t('contacts:card.yes') : t('contacts:card.no');
    return String(found ?? '');
  };
  // Until one is chosen, neither is marked.
  const chosenPhone = result.take.includes('phone')
    ? phone(source)
    : result.keepsPhone
      ? phone(target)
      : null;
  const rows = [
    row(t('contact-merge:fields.name'), ({ name }) => name, result.name, 'name'),
    row(t('contact-merge:fields.phone'), phone, chosenPhone, 'phone'),
    row(t('contact-merge:fields.email'), ({ email }) => email ?? '', result.email ?? '', 'email'),
    row(
      t('contact-merge:fields.status'),
      ({ status }) => statusLabel(status),
      statusLabel(result.status),
      'status',
    ),
    row(t('contact-merge:fields.tags'), ({ tags }) => tags.join(', '), null),
    ...fields.map(({ key, name }) =>
      row(name, (contact) => value(contact, key), value(result, key), `field:${key}`),
    ),
    row(t('contact-merge:fields.marketing'), marketing, marketing(result)),
    row(t('contact-merge:fields.blocked'), blocked, blocked(result)),
  ];
  return rows.filter(({ theirs, own }) => theirs.text !== '' || own.text !== '');
}
