import type { ContactRow } from '../../db/models/contact.model.ts';

/** A contact as lists read it from the database. */
export type ContactView = Omit<ContactRow, 'tenantId' | 'nameSearch'>;

/** The columns of a `ContactView`, from `contacts c`. */
export const CONTACT_COLUMNS = `c.id, c.name, c.phone, c.email, c.tags, c.status, c.created_at AS createdAt,
  c.updated_at AS updatedAt`;

/** The page of a list to read, newest first: after `offset` contacts, or only ids below `before`. */
export interface Place {
  before?: Buffer | undefined;
  offset?: number;
  limit: number;
}
