import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';

/** What a status is called on screen. */
export const STATUS_LABELS: Readonly<Record<ContactStatus, string>> = {
  cold: 'Cold',
  warm: 'Warm',
  hot: 'Hot',
  customer: 'Customer',
};
