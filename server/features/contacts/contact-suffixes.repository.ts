import type { Bindings } from '../../db/database.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import { type Searchable, STATUS_CODE, type Suffix, suffixesOf } from './contact-suffixes.ts';

/**
 * The rows that make any part of a name or number findable. There is no index by contact: what a contact
 * has here follows from its row, and an index would double the table.
 */
export class ContactSuffixesRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;

  /** Makes a new contact findable. */
  async add(contact: Searchable, segment: number): Promise<void> {
    await this.write(contact, segment, suffixesOf(contact));
  }

  /** Brings the rows of one contact from what it said to what it says. */
  async change(before: Searchable, after: Searchable, segment: number): Promise<void> {
    const [had, has] = [suffixesOf(before), suffixesOf(after)];
    const [old, kept] = [new Set(had.map(nameOf)), new Set(has.map(nameOf))];
    await this.erase(
      before.id,
      segment,
      had.filter((suffix) => !kept.has(nameOf(suffix))),
    );
    const isSameStatus = before.status === after.status;
    await this.write(after, segment, isSameStatus ? has.filter((suffix) => !old.has(nameOf(suffix))) : has);
  }

  /** Takes a contact out of the search. */
  async drop(contact: Searchable, segment: number): Promise<void> {
    await this.erase(contact.id, segment, suffixesOf(contact));
  }

  private async write(contact: Searchable, segment: number, suffixes: readonly Suffix[]): Promise<void> {
    if (suffixes.length === 0) return;
    const bindings: Bindings = { contactId: contact.id, segment, status: STATUS_CODE[contact.status] };
    const rows = suffixes.map(({ kind, suffix }, index) => {
      (bindings as Record<string, Buffer>)[`suffix${index}`] = suffix;
      return `(:tenantId, :segment, ${kind}, :suffix${index}, :contactId, :status)`;
    });
    await this.run(
      `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)
       VALUES ${rows.join(', ')} ON DUPLICATE KEY UPDATE status = VALUES(status)`,
      bindings,
    );
  }

  private async erase(contactId: Buffer, segment: number, suffixes: readonly Suffix[]): Promise<void> {
    const kinds = [...new Set(suffixes.map(({ kind }) => kind))];
    for (const kind of kinds) {
      await this.run(
        `DELETE FROM contact_suffixes WHERE tenant_id = :tenantId AND segment = :segment AND kind = ${kind}
           AND suffix IN (:suffixes) AND contact_id = :contactId`,
        {
          segment,
          contactId,
          suffixes: suffixes.filter((suffix) => suffix.kind === kind).map(({ suffix }) => suffix),
        },
      );
    }
  }
}

function nameOf({ kind, suffix }: Suffix): string {
  return `${kind} ${suffix.toString('hex')}`;
}
