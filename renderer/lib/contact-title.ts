import { formatPhone } from './format-phone.ts';
import { t } from './i18n.ts';

/** What a contact is called on screen: its name, else its number. */
export function contactTitle({ name, phone }: { name: string; phone: string | null }): string {
  if (name.trim() !== '') return name;
  return phone === null ? t('contact.unknown') : formatPhone(phone);
}
