// Fills a tenant with contacts, straight into the tables.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { tenantKey } from './tenant-key.mjs';

const BATCH = 500;

/** Inserts `count` contacts and sets the tenant's kept total. */
export async function fillContacts(url, tenantId, count) {
  const connection = await mysql.createConnection(url);
  const key = tenantKey(tenantId);
  try {
    for (let first = 0; first < count; first += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) =>
        contact(key, first + index),
      );
      await connection.query(
        `INSERT INTO contacts (id, tenant_id, name, name_search, phone, email, tags, status, created_at, updated_at)
         VALUES ?`,
        [rows],
      );
    }
    await connection.query('UPDATE tenant_counters SET contacts = ? WHERE tenant_id = ?', [count, key]);
    await connection.query('ANALYZE TABLE contacts');
  } finally {
    await connection.end();
  }
}

function contact(tenant, index) {
  const id = Buffer.concat([
    Buffer.from((0x019000000000 + index).toString(16).padStart(12, '0'), 'hex'),
    randomBytes(10),
  ]);
  const name = `Person ${index}`;
  const now = new Date();
  return [
    id,
    tenant,
    name,
    name.toLowerCase(),
    String(15550000000 + index),
    `p${index}@example.com`,
    '["vip"]',
    'cold',
    now,
    now,
  ];
}
