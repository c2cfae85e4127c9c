import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Attributes } from './contact-view.ts';

/** Returns a contact in its public form. */
export function presentContact(row: Omit<ContactRow, 'tenantId' | 'nameSearch'>): Contact {
  return {
    id: encodeId('contact', row.id),
    name: row.name,
    phone: row.phone,
    email: row.email,
    tags: asJson<string[]>(row.tags),
    status: row.status,
    marketing: row.marketing,
    marketingAt: row.marketingAt?.toISOString() ?? null,
    marketingSource: row.marketingSource,
    blocked: row.isBlocked === 1,
    attributes: asJson<Attributes | null>(row.attributes ?? null) ?? {},
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
