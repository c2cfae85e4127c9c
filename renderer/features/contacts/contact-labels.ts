import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES } from '../../../shared/domain/contact-status.ts';
import { t } from '../../lib/i18n.ts';

/** Returns the name of a status in the current language. */
export function statusLabel(status: ContactStatus): string {
  return t(`contacts:status.${status}`);
}

/** Returns every status as an option of a select. */
export function statusOptions(): { value: ContactStatus; label: string }[] {
  return CONTACT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));
}
