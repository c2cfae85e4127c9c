import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** What a list of contacts is narrowed to. */
export interface ContactFilter {
  /** LIKE patterns, already escaped: on the folded name, and on the digits when the term has only digits. */
  name: string | null;
  phone: string | null;
  status: ContactStatus | null;
}

type ContactView = Omit<ContactRow, 'tenantId' | 'nameSearch'>;

const COLUMNS = `c.id, c.name, c.phone, c.email, c.tags, c.status, c.created_at AS createdAt, c.updated_at AS updatedAt`;

export class ContactsRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;

  find(id: Buffer): Promise<ContactRow | null> {
    return this.findWhere({ id });
  }

  /** The contact, with its row locked until the transaction ends. */
  async lock(id: Buffer): Promise<ContactView | null> {
    const [row] = await this.select<ContactView>(
      `SELECT ${COLUMNS} FROM contacts c WHERE c.tenant_id = :tenantId AND c.id = :id FOR UPDATE`,
      { id },
    );
    return row ?? null;
  }

  /** A page, newest first. The inner query walks the narrow index alone, however deep the page is. */
  list(
    filter: ContactFilter,
    place: { before?: Buffer; offset?: number; limit: number },
  ): Promise<ContactView[]> {
    const { before, offset = 0, limit } = place;
    return this.select<ContactView>(
      `SELECT ${COLUMNS} FROM (
         SELECT id FROM contacts
         WHERE tenant_id = :tenantId ${conditions(filter)} ${before ? 'AND id < :before' : ''}
         ORDER BY id DESC LIMIT ${Math.trunc(offset)}, ${Math.trunc(limit)}
       ) page JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id ORDER BY c.id DESC`,
      { ...bindings(filter), ...(before ? { before } : {}) },
    );
  }

  /** How many match: exact up to the cap, one more than it when there are more. */
  async countMatches(filter: ContactFilter): Promise<number> {
    const [row] = await this.select<{ matches: number }>(
      `SELECT COUNT(*) AS matches FROM (
         SELECT 1 FROM contacts WHERE tenant_id = :tenantId ${conditions(filter)} LIMIT ${TOTAL_CAP + 1}
       ) matching`,
      bindings(filter),
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

function conditions(filter: ContactFilter): string {
  const search = [
    filter.name ? 'name_search LIKE :name' : '',
    filter.phone ? 'phone LIKE :phone' : '',
  ].filter(Boolean);
  return [
    filter.status ? 'AND status = :status' : '',
    search.length > 0 ? `AND (${search.join(' OR ')})` : '',
  ].join(' ');
}

function bindings(filter: ContactFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null)) as Record<
    string,
    string
  >;
}
