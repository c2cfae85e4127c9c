import type { Migration } from './migration.ts';

/** Lists contacts in the order of their numbers: those of one country are together. */
export const contactsByPhone: Migration = {
  name: '0157-contacts-by-phone',
  statements: ['ALTER TABLE contacts ADD KEY contacts_phone (tenant_id, phone, id)'],
};
