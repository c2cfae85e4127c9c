import { parsePhone, phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Bindings, Database } from '../../db/database.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { phoneInCountry } from '../../kernel/tenancy/workspace-country.ts';

/** A contact's thread: whose it is, and the kept count of its messages. */
export interface Thread {
  contactId: Buffer;
  messageCount: number;
}

const COUNTED = `SELECT k.id AS contactId, v.message_count AS messageCount`;
const CONVERSATION = `LEFT JOIN conversations v ON v.tenant_id = k.tenant_id AND v.contact_id = k.id`;

/**
 * Returns the thread behind a number in any known form, or a `ct_…`; null when there is no such contact.
 * One statement for a number with its country code, because every reading of a history begins with it.
 */
export async function findThread(
  database: Database,
  scope: TenantScope,
  reference: string,
): Promise<Thread | null> {
  const id = tryDecodeId('contact', reference);
  if (id) {
    return ask(
      database,
      `${COUNTED} FROM contacts k ${CONVERSATION} WHERE k.tenant_id = :tenantId AND k.id = :id`,
      { id, tenantId: scope.key },
    );
  }
  const phone = parsePhone(reference);
  const found = phone === null ? null : await byPhone(database, scope, phone);
  if (found) return found;
  const national = await phoneInCountry({ db: database, scope }, reference);
  return national === null || national === phone ? null : byPhone(database, scope, national);
}

function byPhone(database: Database, scope: TenantScope, phone: string): Promise<Thread | null> {
  return ask(
    database,
    `${COUNTED} FROM contact_identities i
     JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id ${CONVERSATION}
     WHERE i.tenant_id = :tenantId AND i.kind = 'phone' AND i.lookup = :lookup`,
    { lookup: phoneLookupKey(phone), tenantId: scope.key },
  );
}

/** A contact that was never written to, and never wrote, has no conversation. */
async function ask(database: Database, sql: string, bindings: Bindings): Promise<Thread | null> {
  const [found] = await database.select<{ contactId: Buffer; messageCount: number | null }>(sql, bindings);
  return found ? { contactId: found.contactId, messageCount: found.messageCount ?? 0 } : null;
}
