import { RunAgainError } from '../../db/database-errors.ts';
import type { ContactIdentityRow, IdentityKind } from '../../db/models/contact-identity.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select, updateRows } from '../../kernel/tenancy/rows.ts';

/**
 * Every form by which a contact is known: numbers under their lookup key, ids of the platform. SQL, because every
 * message looks them up.
 */

const COLUMNS = `id, tenant_id AS tenantId, contact_id AS contactId, kind, lookup, value, attested, retired,
  is_alternate AS isAlternate, created_at AS createdAt`;

/** Returns the identity with this lookup key; null when there is none. */
export async function findIdentity(
  ctx: QueryContext,
  kind: IdentityKind,
  lookup: string,
): Promise<ContactIdentityRow | null> {
  const [row] = await select<ContactIdentityRow>(
    ctx,
    `SELECT ${COLUMNS} FROM contact_identities WHERE tenant_id = :tenantId AND kind = :kind AND lookup = :lookup`,
    { kind, lookup },
  );
  return row ?? null;
}

/** Returns the identities with these lookup keys of numbers, of those that there are. */
export async function findPhones(
  ctx: QueryContext,
  lookups: readonly string[],
): Promise<ContactIdentityRow[]> {
  if (lookups.length === 0) return [];
  return select<ContactIdentityRow>(
    ctx,
    `SELECT ${COLUMNS} FROM contact_identities
     WHERE tenant_id = :tenantId AND kind = 'phone' AND lookup IN (:lookups)`,
    { lookups: [...lookups] },
  );
}

/** Returns all identities of a contact. */
export function identitiesOf(ctx: QueryContext, contactId: Buffer): Promise<ContactIdentityRow[]> {
  return select<ContactIdentityRow>(
    ctx,
    `SELECT ${COLUMNS} FROM contact_identities WHERE contact_id = :contactId AND tenant_id = :tenantId`,
    { contactId },
  );
}

/**
 * Gives a form that was read a moment ago to a contact, or changes what is known of it.
 * @throws {RunAgainError} when another contact has taken it meanwhile, so that two contacts do not have one number.
 */
export async function takeIdentity(
  ctx: QueryContext,
  { id, contactId, retired }: ContactIdentityRow,
  changes: Partial<Omit<ContactIdentityRow, 'id' | 'tenantId'>>,
): Promise<void> {
  if ((await updateRows(ctx, 'contactIdentity', { id, contactId, retired }, changes)) === 0)
    throw new RunAgainError('the number was taken meanwhile');
}

/** Stores a form that nobody has yet. @throws a duplicate-key error: see `isDuplicate`. */
export async function insertIdentity(
  ctx: QueryContext,
  identity: Omit<ContactIdentityRow, 'tenantId' | 'isAlternate'>,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO contact_identities (id, tenant_id, contact_id, kind, lookup, value, attested, retired, created_at)
     VALUES (:id, :tenantId, :contactId, :kind, :lookup, :value, :attested, :retired, :createdAt)`,
    { ...identity },
  );
}
