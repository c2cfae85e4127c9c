import type { Database } from '../database.ts';
import { emailKeys, tagKeys } from '../search-text.ts';
import type { Migration } from './migration.ts';

/** The same values as in features/contacts, whose code maintains this table. A test compares their results. */
const KIND = { email: 3, tag: 4 };
const STATUSES = ['cold', 'warm', 'hot', 'customer'];

/** Contacts of one statement: each has two rows for its address, and one for each tag. */
const CONTACTS_PER_STEP = 500;

/** Makes existing contacts findable by their email addresses and tags (decision 0386). No table is changed or locked. */
export const contactSearchKeys: Migration = {
  name: '0156-contact-search-keys',
  statements: [],
  fill: async (database) => {
    const segments = await database.select<Segment>(
      `SELECT tenant_id AS tenantId, segment, MIN(first_id) AS firstId FROM contact_blocks
       GROUP BY tenant_id, segment ORDER BY tenant_id, segment`,
    );
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1];
      await fillSegment(database, segment, next?.tenantId.equals(segment.tenantId) ? next.firstId : null);
    }
  },
};

interface Segment {
  tenantId: Buffer;
  segment: number;
  firstId: Buffer;
}

interface Contact {
  id: Buffer;
  email: string | null;
  tags: unknown;
  status: string;
}

/** Writes the keys of the contacts of a segment, some at a time in the order of their ids. */
async function fillSegment(
  database: Database,
  { tenantId, segment, firstId }: Segment,
  until: Buffer | null,
) {
  for (let from = firstId, isFirst = true; ; isFirst = false) {
    const contacts: Contact[] = await database.select<Contact>(
      `SELECT id, email, tags, status FROM contacts FORCE INDEX (contacts_tenant_id)
       WHERE tenant_id = :tenantId AND id ${isFirst ? '>=' : '>'} :from ${until ? 'AND id < :until' : ''}
       ORDER BY id LIMIT ${CONTACTS_PER_STEP}`,
      { tenantId, from, ...(until && { until }) },
    );
    const rows = contacts.flatMap(({ id, email, tags, status }) => {
      const keys = [
        ...emailKeys(email).map((key) => ({ kind: KIND.email, key })),
        ...tagKeys((typeof tags === 'string' ? JSON.parse(tags) : tags) as string[]).map((key) => ({
          kind: KIND.tag,
          key,
        })),
      ];
      return keys.map((one) => ({ ...one, id, status: STATUSES.indexOf(status) }));
    });
    // In the order of the table, so that neighbours are written together.
    rows.sort((one, other) => one.kind - other.kind || Buffer.compare(one.key, other.key));
    for (const status of STATUSES.keys()) {
      const those = rows.filter((row) => row.status === status);
      if (those.length === 0) continue;
      await database.run(
        `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status) VALUES :rows
         ON DUPLICATE KEY UPDATE status = ${status}`,
        { rows: those.map(({ kind, key, id }) => [tenantId, segment, kind, key, id, status]) },
      );
    }
    const last = contacts.at(-1);
    if (!last || contacts.length < CONTACTS_PER_STEP) return;
    from = last.id;
  }
}
