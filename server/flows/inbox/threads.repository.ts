import { parsePhone, phoneLookupKey } from '../../../shared/domain/phone.ts';
import type { Bindings } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { select } from '../../kernel/tenancy/rows.ts';
import { phoneInCountry } from '../../kernel/tenancy/workspace-country.ts';

/** A contact's thread: its contact, and the stored count of its messages. */
export interface Thread {
  contactId: Buffer;
  messageCount: number;
}

const COUNTED = `SELECT k.id AS contactId, v.message_count AS messageCount`;
const CONVERSATION = `LEFT JOIN conversations v ON v.tenant_id = k.tenant_id AND v.contact_id = k.id`;

/**
 * Returns the thread of a phone number in any known format, or of a `ct_…` id; null when there is no such contact.
 * A number with its country code takes one statement, because every read of a history starts with it.
 */
export async function findThread(ctx: QueryContext, reference: string): Promise<Thread | null> {
  const id = tryDecodeId('contact', reference);
  if (id) {
    return threadBy(
      ctx,
      `${COUNTED} FROM contacts k ${CONVERSATION} WHERE k.tenant_id = :tenantId AND k.id = :id`,
      { id },
    );
  }
  const phone = parsePhone(reference);
  const found = phone === null ? null : await threadByPhone(ctx, phone);
  if (found) return found;
  const national = await phoneInCountry(ctx, reference);
  return national === null || national === phone ? null : threadByPhone(ctx, national);
}

function threadByPhone(ctx: QueryContext, phone: string): Promise<Thread | null> {
  return threadBy(
    ctx,
    `${COUNTED} FROM contact_identities i
     JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id ${CONVERSATION}
     WHERE i.tenant_id = :tenantId AND i.kind = 'phone' AND i.lookup = :lookup`,
    { lookup: phoneLookupKey(phone) },
  );
}

/** Contacts who have never sent or received a message have no conversation. */
async function threadBy(ctx: QueryContext, sql: string, bindings: Bindings): Promise<Thread | null> {
  const [found] = await select<{ contactId: Buffer; messageCount: number | null }>(ctx, sql, bindings);
  return found ? { contactId: found.contactId, messageCount: found.messageCount ?? 0 } : null;
}
