import { AppError } from '../../../shared/domain/errors.ts';
import { phoneDigits, phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { findRow, select } from '../../kernel/tenancy/rows.ts';
import { phoneInCountry } from '../../kernel/tenancy/workspace-country.ts';

/**
 * Returns which of these emails, phones and codes are known for other contacts and not for this one. It never says
 * for whom. @throws {AppError} contact_not_found
 */
export async function knownToOthers(ctx: Context, id: string, values: readonly string[]): Promise<string[]> {
  const key = tryDecodeId('contact', id);
  const contact = key && (await findRow(ctx, 'contact', { columns: ['id'], where: { id: key } }));
  if (!contact) throw new AppError('contact_not_found');
  const found: string[] = [];
  for (const value of new Set(values)) {
    const bare = value.replace(/^#/, '').trim();
    const known = { bare, phones: await lookupsOf(ctx, bare), contactId: contact.id };
    if (!(await isKnownOf(ctx, 'this', known)) && (await isKnownOf(ctx, 'another', known))) found.push(value);
  }
  return found;
}

/**
 * Returns whether this contact, or another one, has a value: as a number, as the email, or in a field. These are two
 * questions, since many contacts can have the same value.
 */
async function isKnownOf(
  ctx: QueryContext,
  whose: 'this' | 'another',
  known: { bare: string; phones: string[]; contactId: Buffer },
): Promise<boolean> {
  const comparison = whose === 'this' ? '=' : '<>';
  const rows = await select<{ id: Buffer }>(
    ctx,
    `(SELECT contact_id AS id FROM contact_identities
       WHERE tenant_id = :tenantId AND kind = 'phone' AND lookup IN (:phones) AND retired = 0
         AND contact_id ${comparison} :contactId LIMIT 1)
     UNION ALL (SELECT id FROM contacts
       WHERE tenant_id = :tenantId AND email = :bare AND id ${comparison} :contactId LIMIT 1)
     UNION ALL (SELECT a.contact_id AS id FROM contact_fields f
       JOIN contact_attributes a ON a.tenant_id = f.tenant_id AND a.field_key = f.field_key AND a.value = :bare
       WHERE f.tenant_id = :tenantId AND f.type = 'text' AND f.removed_at IS NULL
         AND a.contact_id ${comparison} :contactId LIMIT 1)`,
    known,
  );
  return rows.length > 0;
}

/** Returns under which keys a number can be stored: as it is written, and with the code of the workspace's country. */
async function lookupsOf(ctx: QueryContext, value: string): Promise<string[]> {
  const digits = phoneDigits(value);
  const national = digits === null ? null : await phoneInCountry(ctx, value);
  const known = [digits, national].filter((one) => one !== null && one !== '');
  return known.length === 0 ? [''] : known.map((one) => phoneLookupKey(String(one)));
}
