// Fills a tenant with contacts by direct inserts.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { tenantKey } from './tenant-key.mjs';

const BATCH = 1_000;
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Inserts `count` contacts, the oldest first, and sets the tenant's stored total. Searches find them only
 * after `indexContacts`. `nextPerson(index)` returns the data of a contact; `onContact(id, person)` is called for
 * each.
 */
export async function fillContacts(
  url,
  tenantId,
  count,
  { nextPerson = defaultPerson, onContact = () => {} } = {},
) {
  const connection = await mysql.createConnection(url);
  const key = tenantKey(tenantId);
  const newest = Date.now() - DAY;
  try {
    for (let first = 0; first < count; first += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => {
        const person = nextPerson(first + index);
        // One every 30 seconds, until yesterday.
        const at = newest - (count - first - index) * 30_000;
        const id = idAt(at);
        onContact(id, person);
        return row(key, id, person, new Date(at));
      });
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

/** Indexes the contacts as an upgrade would: removes the migration's record and calls `migrate`. */
export async function indexContacts(url, migrate) {
  const connection = await mysql.createConnection(url);
  try {
    await connection.query("DELETE FROM migrations WHERE name = '0006-contact-search'");
    migrate();
    await connection.query('ANALYZE TABLE contact_suffixes, contact_blocks');
  } finally {
    await connection.end();
  }
}

function defaultPerson(index) {
  return { name: `Person ${index}`, phone: String(15550000000 + index), status: 'cold' };
}

function row(tenant, id, { name, phone, status }, at) {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [id, tenant, name, folded, phone, `p${phone}@example.com`, '["vip"]', status, at, at];
}

/** Returns a UUIDv7 with this time. */
function idAt(time) {
  const id = Buffer.concat([Buffer.from(time.toString(16).padStart(12, '0'), 'hex'), randomBytes(10)]);
  id[6] = 0x70 | (id[6] & 0x0f);
  id[8] = 0x80 | (id[8] & 0x3f);
  return id;
}
