import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { MarketingSource, MarketingState } from '../../../shared/domain/contact-status.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

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
  marketing: MarketingState;
  /** When `marketing` was last set, and by whom; null while it is unknown. */
  marketingAt: Date | null;
  marketingSource: MarketingSource | null;
  isBlocked: number;
  /** Its values in custom fields, by their keys; null: none. */
  attributes: unknown;
  createdAt: Date;
  updatedAt: Date;
}

/** What a contact has of which nothing else is known. */
export const BLANK_CONTACT = {
  email: null,
  tags: '[]',
  status: 'cold',
  marketing: 'unknown',
  marketingAt: null,
  marketingSource: null,
  isBlocked: 0,
  attributes: null,
} as const;

export const contactModel = defineModel<ContactRow>('contacts', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  name: string(),
  nameSearch: string(),
  phone: string(),
  email: string(),
  tags: json(),
  status: string(),
  marketing: string(),
  marketingAt: time(),
  marketingSource: string(),
  isBlocked: integer(),
  attributes: json(),
  createdAt: time(),
  updatedAt: time(),
});
