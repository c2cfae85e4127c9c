// Fills one contact's thread by direct inserts.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { tenantKey } from './tenant-key.mjs';

const BATCH = 1_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/** Creates a conversation with `count` messages for the existing contact with `phone`. */
export async function fillMessages(url, tenantId, phone, count) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const tenant = tenantKey(tenantId);
  try {
    const [[contact]] = await connection.query('SELECT id FROM contacts WHERE tenant_id = ? AND phone = ?', [
      tenant,
      phone,
    ]);
    const conversation = idAt(START);
    await connection.query(
      `INSERT INTO conversations (id, tenant_id, contact_id, unread_count, message_count, last_activity_at, created_at, updated_at)
       VALUES (?, ?, ?, 0, ?, ?, ?, ?)`,
      [conversation, tenant, contact.id, count, new Date(), new Date(START), new Date()],
    );
    for (let first = 0; first < count; first += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) =>
        message(tenant, conversation, contact.id, first + index),
      );
      await connection.query(
        `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank,
           content, platform_id, warnings, created_at, sent_at, delivered_at, read_at) VALUES ?`,
        [rows],
      );
    }
    await connection.query('ANALYZE TABLE messages');
  } finally {
    await connection.end();
  }
}

function message(tenant, conversation, contact, index) {
  const at = START + index * 60_000;
  const isInbound = index % 2 === 0;
  const times = isInbound
    ? [null, null, null]
    : [new Date(at + 500), new Date(at + 900), new Date(at + 5_000)];
  return [
    idAt(at),
    tenant,
    conversation,
    contact,
    isInbound ? 'inbound' : 'outbound',
    'text',
    isInbound ? 'received' : 'read',
    isInbound ? 0 : 4,
    `Message ${index}: is the blue one still in stock, and can you keep it until Friday afternoon?`,
    `wamid.fill${index}`,
    '[]',
    new Date(at),
    ...times,
  ];
}

/** Creates an id like the server's: the time followed by random bytes. */
function idAt(ms) {
  return Buffer.concat([Buffer.from(ms.toString(16).padStart(12, '0'), 'hex'), randomBytes(10)]);
}
