import { t } from '../i18n.ts';
import { formatPhone } from './format-phone.ts';

/** Returns the name of a contact, or its phone number if it has no name. */
export function contactTitle({ name, phone }: { name: string; phone: string | null }): string {
  if (name.trim() !== '') return name;
  return phone === null ? t('contact.unknown') : formatPhone(phone);
}
