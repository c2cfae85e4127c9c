// The reading operations of the floor: the statements of features/contacts and features/messages.

import { threadPage } from './statements.mjs';

const CONTACTS = `SELECT c.id, c.name, c.phone, c.email, c.tags, c.status, c.created_at AS createdAt, c.updated_at AS updatedAt
  FROM (SELECT id FROM contacts WHERE tenant_id = :tenantId ORDER BY id DESC LIMIT 0, 21) page
  JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id ORDER BY c.id DESC`;
const CONTACTS_TOTAL = 'SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId';

const THREAD = `SELECT k.id AS contactId, v.message_count AS messageCount FROM contact_identities i
  JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id
  LEFT JOIN conversations v ON v.tenant_id = k.tenant_id AND v.contact_id = k.id
  WHERE i.tenant_id = :tenantId AND i.kind = 'phone' AND i.lookup = :lookup`;
/** @param {{tenant: Buffer, run: Function}} context */
export function reads({ tenant, run }) {
  return {
    list: async () => {
      const [rows, [total]] = await Promise.all([
        run(CONTACTS, { tenantId: tenant }),
        run(CONTACTS_TOTAL, { tenantId: tenant }),
      ]);
      return {
        data: rows.slice(0, 20).map(withHexIds),
        pagination: { page: 1, limit: 20, total: total.contacts },
      };
    },
    history: async ({ argument }) => {
      const [thread] = await run(THREAD, { tenantId: tenant, lookup: argument });
      const rows = await run(threadPage, { tenantId: tenant, contactId: thread.contactId });
      const pagination = { page: 1, limit: 50, total: thread.messageCount };
      return { data: rows.slice(0, 50).map(withHexIds), pagination };
    },
  };
}

/** Binary ids would be JSON objects of bytes otherwise. */
function withHexIds(row) {
  const shown = {};
  for (const [name, value] of Object.entries(row))
    shown[name] = Buffer.isBuffer(value) ? value.toString('hex') : value;
  return shown;
}
