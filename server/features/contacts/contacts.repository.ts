import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import { BLOCK_SIZES, ContactBlocksRepository } from './contact-blocks.repository.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';

/** Contacts as rows. New ones, changes that can be searched and deletions go through contact-changes.ts. */
export class ContactsRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;

  find(id: Buffer): Promise<ContactRow | null> {
    return this.findWhere({ id });
  }

  /** The contact, with its row locked until the transaction ends. */
  async lock(id: Buffer): Promise<Omit<ContactRow, 'tenantId'> | null> {
    const [row] = await this.select<Omit<ContactRow, 'tenantId'>>(
      `SELECT ${CONTACT_COLUMNS}, c.name_search AS nameSearch FROM contacts c
       WHERE c.tenant_id = :tenantId AND c.id = :id FOR UPDATE`,
      { id },
    );
    return row ?? null;
  }

  /** A page of all contacts or of those with one status, newest first. A deep page of all starts at its block. */
  async list(status: ContactStatus | null, place: Place): Promise<ContactView[]> {
    const isDeep = status === null && (place.offset ?? 0) >= BLOCK_SIZES.block;
    const blocks = new ContactBlocksRepository(this.database, this.scope, this.tx);
    const { before, offset = 0 } = isDeep ? await blocks.locate(place.offset ?? 0) : place;
    // The inner query walks the narrow index alone. Left to itself the optimizer enters it by the tenant, and
    // walks to `before` from the top.
    const index = status === null ? 'contacts_tenant_id' : 'contacts_status';
    return this.select<ContactView>(
      `SELECT ${CONTACT_COLUMNS} FROM (
         SELECT id FROM contacts FORCE INDEX (${index})
         WHERE tenant_id = :tenantId ${status ? 'AND status = :status' : ''} ${before ? 'AND id < :before' : ''}
         ORDER BY id DESC LIMIT ${Math.trunc(offset)}, ${Math.trunc(place.limit)}
       ) page JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id ORDER BY c.id DESC`,
      { ...(status ? { status } : {}), ...(before ? { before } : {}) },
    );
  }

  /** How many have a status: exact up to the cap, one more than it when there are more. */
  async countStatus(status: ContactStatus): Promise<number> {
    const [row] = await this.select<{ matches: number }>(
      `SELECT COUNT(*) AS matches FROM (
         SELECT 1 FROM contacts WHERE tenant_id = :tenantId AND status = :status LIMIT ${TOTAL_CAP + 1}
       ) matching`,
      { status },
    );
    return Number(row?.matches ?? 0);
  }

  /** The kept count of all contacts. */
  async countAll(): Promise<number> {
    const [row] = await this.select<{ contacts: number }>(
      'SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId',
    );
    return Number(row?.contacts ?? 0);
  }
}
