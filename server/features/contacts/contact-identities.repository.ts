import type { ContactIdentityRow, IdentityKind } from '../../db/models/contact-identity.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRow, select } from '../../kernel/tenancy/rows.ts';

/** Every form by which a contact is known: numbers under their lookup key, ids of the platform. */

/** Returns the identity with this lookup key; null when there is none. */
export function findIdentity(
  ctx: QueryContext,
  kind: IdentityKind,
  lookup: string,
): Promise<ContactIdentityRow | null> {
  return findRow(ctx, 'contactIdentity', { kind, lookup });
}

/** Returns all identities of a contact. */
export function identitiesOf(ctx: QueryContext, contactId: Buffer): Promise<ContactIdentityRow[]> {
  return select<ContactIdentityRow>(
    ctx,
    `SELECT id, tenant_id AS tenantId, contact_id AS contactId, kind, lookup, value, attested, retired,
       created_at AS createdAt
     FROM contact_identities WHERE contact_id = :contactId AND tenant_id = :tenantId`,
    { contactId },
  );
}
