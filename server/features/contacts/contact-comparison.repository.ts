import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { matchesContact, type PlannedSource } from './contact-search.sql.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';

/** Returns whether no more contacts than `most` have the status. */
export async function isAtMost(ctx: QueryContext, most: number, status: ContactStatus): Promise<boolean> {
  const [row] = await select<{ contacts: number }>(
    ctx,
    `SELECT COUNT(*) AS contacts FROM (
       SELECT 1 FROM contacts WHERE tenant_id = :tenantId AND status = :status LIMIT ${most + 1}
     ) having_it`,
    { status },
  );
  return Number(row?.contacts) <= most;
}

/**
 * Finds a frequent term among the few contacts of a status, by comparing each of them. Returns a page of the matches,
 * newest first, and how many there are: one more than the cap when there are more.
 */
export async function compareContacts(
  ctx: QueryContext,
  sources: readonly PlannedSource[],
  status: ContactStatus,
  { before, offset = 0, limit }: Place,
): Promise<{ rows: ContactView[]; matches: number }> {
  const found = matchesContact(sources);
  const bindings = { status, ...found.bindings };
  const matching = `FROM contacts c FORCE INDEX (contacts_status)
    WHERE c.tenant_id = :tenantId AND c.status = :status AND ${found.sql}`;
  const [rows, [counted]] = await Promise.all([
    select<ContactView>(
      ctx,
      `SELECT ${CONTACT_COLUMNS} ${matching} ${before ? 'AND c.id < :before' : ''}
       ORDER BY c.id DESC LIMIT ${offset}, ${limit}`,
      { ...bindings, ...(before ? { before } : {}) },
    ),
    select<{ matches: number }>(
      ctx,
      `SELECT COUNT(*) AS matches FROM (SELECT 1 ${matching} LIMIT ${TOTAL_CAP + 1}) matching`,
      bindings,
    ),
  ]);
  return { rows, matches: Number(counted?.matches) };
}
