// The reading operations of the floor: the statements of features/contacts and features/messages.

const CONTACTS = `SELECT c.id, c.name, c.phone, c.email, c.tags, c.status, c.created_at AS createdAt, c.updated_at AS updatedAt
  FROM (SELECT id FROM contacts WHERE tenant_id = ? ORDER BY id DESC LIMIT 0, 21) page
  JOIN contacts c ON c.tenant_id = ? AND c.id = page.id ORDER BY c.id DESC`;
const CONTACTS_TOTAL = 'SELECT contacts FROM tenant_counters WHERE tenant_id = ?';

const THREAD = `SELECT k.id AS contactId, v.message_count AS messageCount FROM contact_identities i
  JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id
  LEFT JOIN conversations v ON v.tenant_id = k.tenant_id AND v.contact_id = k.id
  WHERE i.tenant_id = ? AND i.kind = 'phone' AND i.lookup = ?`;
const MESSAGES = `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId, m.direction, m.type,
    m.status, m.content, m.payload, m.reply_to AS replyTo, m.platform_id AS platformId, m.client_id AS clientId,
    m.author_id AS authorId, m.error, m.warnings, m.created_at AS createdAt, m.sent_at AS sentAt,
    m.delivered_at AS deliveredAt, m.read_at AS readAt, m.failed_at AS failedAt,
    k.phone AS contactPhone, u.name AS authorName
  FROM (
    SELECT id FROM messages WHERE tenant_id = ? AND contact_id = ?
    ORDER BY created_at DESC, id DESC LIMIT 0, 51
  ) page JOIN messages m ON m.tenant_id = ? AND m.id = page.id
  JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
  LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id
  ORDER BY m.created_at DESC, m.id DESC`;

/** @param {{tenant: Buffer, execute: Function}} context */
export function reads({ tenant, execute }) {
  return {
    list: async () => {
      const [rows, [total]] = await Promise.all([
        execute(CONTACTS, [tenant, tenant]),
        execute(CONTACTS_TOTAL, [tenant]),
      ]);
      return {
        data: rows.slice(0, 20).map(withHexIds),
        pagination: { page: 1, limit: 20, total: total.contacts },
      };
    },
    history: async ({ argument }) => {
      const [thread] = await execute(THREAD, [tenant, argument]);
      const rows = await execute(MESSAGES, [tenant, thread.contactId, tenant]);
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
