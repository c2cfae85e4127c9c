import type { ContactIdentityRow, IdentityKind } from '../../db/models/contact-identity.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** Every form by which a contact is known: numbers under their lookup key, ids of the platform. */
export class ContactIdentitiesRepository extends TenantRepository<ContactIdentityRow> {
  protected readonly table = this.database.models.contactIdentity;

  findByLookup(kind: IdentityKind, lookup: string): Promise<ContactIdentityRow | null> {
    return this.findWhere({ kind, lookup });
  }

  listOf(contactId: Buffer): Promise<ContactIdentityRow[]> {
    return this.listWhere({ contactId });
  }
}
