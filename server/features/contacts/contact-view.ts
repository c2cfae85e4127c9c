import type { ContactRow } from '../../db/models/contact.model.ts';

/** The values that a contact has in custom fields, by their keys. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A contact as lists read it from the database. */
export type ContactView = Omit<ContactRow, 'tenantId' | 'nameSearch'>;

/** The columns of a `ContactView`, from `contacts c`. */
export const CONTACT_COLUMNS = `c.id, c.name, c.phone, c.email, c.tags, c.status, c.marketing,
  c.marketing_at AS marketingAt, c.marketing_source AS marketingSource, c.is_blocked AS isBlocked, c.attributes,
  c.created_at AS createdAt, c.updated_at AS updatedAt`;

/** The page of a list to read, newest first: after `offset` contacts, or only ids below `before`. */
export interface Place {
  before?: Buffer | undefined;
  offset?: number;
  limit: number;
}
