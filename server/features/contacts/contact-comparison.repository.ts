import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';
import type { PlannedSource } from './contact-search-source.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';
import { containsPattern } from './search-text.ts';

/** Finds a frequent term among the few contacts of a status, by comparing each of them. */
export class ContactComparisonRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;

  /** Whether no more contacts than these have the status. */
  async isAtMost(most: number, status: ContactStatus): Promise<boolean> {
    const [row] = await this.select<{ contacts: number }>(
      `SELECT COUNT(*) AS contacts FROM (
         SELECT 1 FROM contacts WHERE tenant_id = :tenantId AND status = :status LIMIT ${most + 1}
       ) having_it`,
      { status },
    );
    return Number(row?.contacts) <= most;
  }

  /** A page of the matches, newest first, and how many there are: one more than the cap when there are more. */
  async find(
    sources: readonly PlannedSource[],
    status: ContactStatus,
    { before, offset = 0, limit }: Place,
  ): Promise<{ rows: ContactView[]; matches: number }> {
    const likes = sources.map(({ column }, index) => `c.${column} LIKE :pattern${index}`);
    const patterns = sources.map(({ term }, index) => [`pattern${index}`, containsPattern(term)]);
    const bindings = { status, ...Object.fromEntries(patterns) };
    const matching = `FROM contacts c FORCE INDEX (contacts_status)
      WHERE c.tenant_id = :tenantId AND c.status = :status AND (${likes.join(' OR ')})`;
    const [rows, [counted]] = await Promise.all([
      this.select<ContactView>(
        `SELECT ${CONTACT_COLUMNS} ${matching} ${before ? 'AND c.id < :before' : ''}
         ORDER BY c.id DESC LIMIT ${offset}, ${limit}`,
        { ...bindings, ...(before ? { before } : {}) },
      ),
      this.select<{ matches: number }>(
        `SELECT COUNT(*) AS matches FROM (SELECT 1 ${matching} LIMIT ${TOTAL_CAP + 1}) matching`,
        bindings,
      ),
    ]);
    return { rows, matches: Number(counted?.matches) };
  }
}
