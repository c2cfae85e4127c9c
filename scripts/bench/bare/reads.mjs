// The read operations of the floor, with the SQL statements of features/contacts and features/messages.

import * as sql from './statements.mjs';

const CONTACT = `c.id, c.name, c.phone, c.email, c.tags, c.status, c.marketing, c.marketing_at AS marketingAt,
  c.marketing_source AS marketingSource, c.is_blocked AS isBlocked, c.attributes, c.created_at AS createdAt,
  c.updated_at AS updatedAt`;
const CONTACTS = `SELECT ${CONTACT}, (SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId) AS total
  FROM (SELECT id FROM contacts FORCE INDEX (contacts_tenant_id) WHERE tenant_id = :tenantId ORDER BY id DESC LIMIT 0, 21) page
  JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.id ORDER BY c.id DESC`;

const NEWEST_SEGMENT = `SELECT segment FROM contact_blocks WHERE tenant_id = :tenantId ORDER BY first_id DESC LIMIT 1`;
const RANGE = `s.tenant_id = :tenantId AND s.segment IN (0) AND s.kind = 1 AND s.suffix >= :from AND s.suffix < :until`;
const COUNT_SUFFIXES = `SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM contact_suffixes s WHERE ${RANGE} LIMIT 4001) counted) AS c0`;
const MATCHES = `SELECT ${CONTACT}
  FROM (SELECT contact_id FROM (SELECT contact_id FROM (
    SELECT DISTINCT s.contact_id FROM contact_suffixes s WHERE ${RANGE} ORDER BY s.contact_id DESC LIMIT 21
  ) part0) matching ORDER BY contact_id DESC LIMIT 0, 21) page
  JOIN contacts c ON c.tenant_id = :tenantId AND c.id = page.contact_id ORDER BY c.id DESC`;
const COUNT_MATCHES = `SELECT COUNT(*) AS matches FROM (SELECT contact_id FROM (
    SELECT DISTINCT s.contact_id FROM contact_suffixes s WHERE ${RANGE} LIMIT 1001
  ) part0) matching`;

const THREAD = `SELECT k.id AS contactId, v.message_count AS messageCount FROM contact_identities i
  JOIN contacts k ON k.tenant_id = i.tenant_id AND k.id = i.contact_id
  LEFT JOIN conversations v ON v.tenant_id = k.tenant_id AND v.contact_id = k.id
  WHERE i.tenant_id = :tenantId AND i.kind = 'phone' AND i.lookup = :lookup`;
/** @param {{tenant: Buffer, run: Function}} context */
export function reads({ tenant, run }) {
  return {
    list: async () => {
      const rows = await run(CONTACTS, { tenantId: tenant });
      const pagination = { page: 1, limit: 20, total: rows[0].total };
      return { data: rows.slice(0, 20).map(withHexIds), pagination };
    },
    search: async ({ query }) => {
      const from = Buffer.from(query.get('search').toLowerCase());
      const until = Buffer.from(from);
      until[until.length - 1] += 1;
      const values = { tenantId: tenant, from, until };
      await run(NEWEST_SEGMENT, values);
      await run(COUNT_SUFFIXES, values);
      const [rows, [count]] = await Promise.all([run(MATCHES, values), run(COUNT_MATCHES, values)]);
      const pagination = { page: 1, limit: 20, total: count.matches };
      return { data: rows.slice(0, 20).map(withHexIds), pagination };
    },
    history: async ({ argument }) => {
      const [thread] = await run(THREAD, { tenantId: tenant, lookup: argument });
      const rows = await run(sql.threadPage, { tenantId: tenant, contactId: thread.contactId });
      const pagination = { page: 1, limit: 50, total: thread.messageCount };
      return { data: rows.slice(0, 50).map(withHexIds), pagination };
    },
    since: async () => {
      const tenantId = { tenantId: tenant };
      await run(sql.firstEvent, tenantId);
      const [{ seq: until }] = await run(sql.latestSeq, tenantId);
      const events = await run(sql.changedMessages, { ...tenantId, seq: CHANGES_AFTER, until });
      const ids = [...new Set(events.map(({ id }) => id))].map(keyOf);
      const names = ids.map((_, index) => `:id${index}`).join(', ');
      const named = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]));
      const rows = await run(sql.messagesOf(names), { ...tenantId, ...named });
      return { data: rows.map(withHexIds), cursor: String(events.at(-1)?.seq), hasMore: false };
    },
    conversations: async () => {
      const rows = await run(sql.conversations, { tenantId: tenant });
      await run(sql.responseRules, { tenantId: tenant });
      return { data: rows.slice(0, 50).map(withHexIds), pagination: { limit: 50, nextCursor: null } };
    },
  };
}

/** The changes that `since` reads come after this event. */
const CHANGES_AFTER = 52;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns the key of an id such as `msg_01m8…`: 26 characters of 5 bits, of which the first 2 bits are unused. */
function keyOf(id) {
  const [, text] = id.split('_');
  const number = [...text].reduce((sum, letter) => sum * 32n + BigInt(ALPHABET.indexOf(letter)), 0n);
  return Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
}

/** Converts binary ids to hex. Otherwise they would become JSON objects. */
function withHexIds(row) {
  const shown = {};
  for (const [name, value] of Object.entries(row))
    shown[name] = Buffer.isBuffer(value) ? value.toString('hex') : value;
  return shown;
}
