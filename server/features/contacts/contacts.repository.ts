import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { jsonText } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { TOTAL_CAP } from '../../kernel/http/pagination.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';
import { BLOCK_SIZES, placeAtOffset } from './contact-blocks.repository.ts';
import { CONTACT_COLUMNS, type ContactView, type Place } from './contact-view.ts';

/** Contacts as rows. New ones, changes that can be searched and deletions go through contact-changes.ts. */

/** Returns a contact; null when there is none with this id. SQL, because every message asks this. */
export async function findContact(ctx: QueryContext, id: Buffer): Promise<ContactRow | null> {
  const [row] = await select<ContactRow>(
    ctx,
    `SELECT ${CONTACT_COLUMNS}, c.tenant_id AS tenantId, c.name_search AS nameSearch FROM contacts c
     WHERE c.tenant_id = :tenantId AND c.id = :id`,
    { id },
  );
  return row ?? null;
}

/** Stores a new contact; contact-changes.ts keeps what follows from it. SQL, because a first message brings one. */
export async function insertContact(ctx: QueryContext, row: Omit<ContactRow, 'tenantId'>): Promise<void> {
  await run(
    ctx,
    `INSERT INTO contacts (id, tenant_id, name, name_search, phone, email, tags, status, marketing, marketing_at,
       marketing_source, is_blocked, attributes, created_at, updated_at)
     VALUES (:id, :tenantId, :name, :nameSearch, :phone, :email, :tags, :status, :marketing, :marketingAt,
       :marketingSource, :isBlocked, :attributes, :createdAt, :updatedAt)`,
    { ...row, tags: jsonText(row.tags), attributes: jsonText(row.attributes) },
  );
}

/** The columns that a change may set, by their fields. */
const CHANGEABLE: Readonly<Record<keyof Omit<ContactRow, 'id' | 'tenantId'>, string>> = {
  ...{ name: 'name', nameSearch: 'name_search', phone: 'phone', email: 'email', tags: 'tags' },
  ...{ status: 'status', marketing: 'marketing', marketingAt: 'marketing_at' },
  ...{ marketingSource: 'marketing_source', isBlocked: 'is_blocked', attributes: 'attributes' },
  ...{ createdAt: 'created_at', updatedAt: 'updated_at' },
};

/** Sets the same columns of some contacts. SQL, because every upsert asks this. */
export async function updateContacts(
  ctx: QueryContext,
  ids: readonly Buffer[],
  changes: Partial<Omit<ContactRow, 'id' | 'tenantId'>>,
): Promise<void> {
  const bindings: Record<string, string | number | Date | Buffer | null> = {};
  const changed: string[] = [];
  for (const [field, value] of Object.entries(changes)) {
    const column = CHANGEABLE[field as keyof typeof CHANGEABLE];
    if (!column || value === undefined) continue;
    changed.push(`${column} = :${field}`);
    bindings[field] = field === 'tags' || field === 'attributes' ? jsonText(value) : (value as string);
  }
  if (changed.length === 0) return;
  await run(ctx, `UPDATE contacts SET ${changed.join(', ')} WHERE tenant_id = :tenantId AND id IN (:ids)`, {
    ...bindings,
    ids,
  });
}

/** Returns a contact with its row locked until the transaction ends; null when there is none with this id. */
export function lockContact(ctx: QueryContext, id: Buffer): Promise<ContactRow | null> {
  return findRow(ctx, 'contact', { where: { id }, isLocked: true });
}

/**
 * Returns those of these contacts that there are, with their rows locked until the transaction ends. With `isHeld` also in
 * the index that foreign keys refer to: nothing can be added for them meanwhile. SQL, because every upsert asks this.
 */
export async function lockContacts(
  ctx: QueryContext,
  ids: readonly Buffer[],
  { isHeld = false } = {},
): Promise<ContactRow[]> {
  if (ids.length === 0) return [];
  // In one order, so that two batches with the same contacts do not wait for each other.
  return select<ContactRow>(
    ctx,
    `SELECT ${CONTACT_COLUMNS}, c.tenant_id AS tenantId, c.name_search AS nameSearch
     FROM contacts c ${isHeld ? 'FORCE INDEX (contacts_tenant_id)' : ''}
     WHERE c.tenant_id = :tenantId AND c.id IN (:ids) ORDER BY c.id FOR UPDATE`,
    { ids },
  );
}

/** A contact of a page of all contacts, with the kept count of all. */
type CountedView = ContactView & { total?: number };

/**
 * Returns a page of all contacts or of those with one status, newest first. A deep page of all starts at its block. Each
 * row of a page of all has the kept count, which saves a statement of its own.
 */
export async function contactViews(
  ctx: QueryContext,
  status: ContactStatus | null,
  place: Place,
): Promise<CountedView[]> {
  const isDeep = status === null && (place.offset ?? 0) >= BLOCK_SIZES.block;
  const { before, offset = 0 } = isDeep ? await placeAtOffset(ctx, place.offset ?? 0) : place;
  // The inner query walks the narrow index alone. Left to itself the optimizer enters it by the tenant, and
  // walks to `before` from the top.
  const index = status === null ? 'contacts_tenant_id' : 'contacts_status';
  const total = ', (SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId) AS total';
  return select<CountedView>(
    ctx,
    `SELECT ${CONTACT_COLUMNS}${status === null ? total : ''} FROM (
       SELECT id FROM contacts FORCE INDEX (${index})
       WHERE tenant_id = :tenantId ${status ? 'AND status = :status' : ''} ${before ? 'AND id < :before' : ''}
       ORDER BY id DESC LIMIT ${Math.trunc(offset)}, ${Math.trunc(place.limit)}
     ) page JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id ORDER BY c.id DESC`,
    { ...(status ? { status } : {}), ...(before ? { before } : {}) },
  );
}

/** Returns how many contacts have a status: exact up to the cap, one more than it when there are more. */
export async function countContactsOfStatus(ctx: QueryContext, status: ContactStatus): Promise<number> {
  const [row] = await select<{ matches: number }>(
    ctx,
    `SELECT COUNT(*) AS matches FROM (
       SELECT 1 FROM contacts WHERE tenant_id = :tenantId AND status = :status LIMIT ${TOTAL_CAP + 1}
     ) matching`,
    { status },
  );
  return Number(row?.matches ?? 0);
}

/** Returns the kept count of all contacts. */
export async function countAllContacts(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ contacts: number }>(
    ctx,
    'SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId',
  );
  return Number(row?.contacts ?? 0);
}

/** Returns the contacts with each of these email addresses: two at most, which is enough to know that it is not one. */
export async function contactsByEmail(
  ctx: QueryContext,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const found = new Map<string, Buffer[]>();
  if (emails.length === 0) return found;
  const rows = await select<{ email: string; id: Buffer; last: Buffer }>(
    ctx,
    `SELECT email, MIN(id) AS id, MAX(id) AS last FROM contacts FORCE INDEX (contacts_email)
     WHERE tenant_id = :tenantId AND email IN (:emails) GROUP BY email`,
    { emails: [...emails] },
  );
  for (const { email, id, last } of rows) found.set(email.toLowerCase(), id.equals(last) ? [id] : [id, last]);
  return found;
}
