import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { defineModel, json, key, string, time } from '../define-model.ts';

export interface ContactRow {
  id: Buffer;
  tenantId: Buffer;
  name: string;
  /** The name as it is searched: case and accents folded. */
  nameSearch: string;
  phone: string | null;
  email: string | null;
  tags: unknown;
  status: ContactStatus;
  createdAt: Date;
  updatedAt: Date;
}

export const contactModel = defineModel<ContactRow>('contacts', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  nameSearch: string(),
  phone: string(),
  email: string(),
  tags: json(),
  status: string(),
  createdAt: time(),
  updatedAt: time(),
});
