import type { Database } from '../database.ts';
import type { Migration } from './migration.ts';

/** Same values as in features/contacts, whose code maintains these tables. A test compares their results. */
const SUFFIX_LENGTH = 8;
const BLOCK = 1_000;
const BLOCKS_IN_SEGMENT = 32;
const STATUS_CODE = `CASE c.status WHEN 'cold' THEN 0 WHEN 'warm' THEN 1 WHEN 'hot' THEN 2 ELSE 3 END`;

/** Makes any part of a name or number searchable, and keeps later pages cheap (decision 0209). */
export const contactSearch: Migration = {
  name: '0006-contact-search',
  statements: [
    // `live` contacts have ids from `first_id` up to the next block's `first_id`.
    `CREATE TABLE IF NOT EXISTS contact_blocks (
      tenant_id BINARY(16) NOT NULL,
      first_id BINARY(16) NOT NULL,
      segment SMALLINT UNSIGNED NOT NULL,
      live INT NOT NULL,
      PRIMARY KEY (tenant_id, first_id)
    )`,
    // Bytes, not characters: in binary order a range of suffixes is a prefix, and trailing spaces count.
    `CREATE TABLE IF NOT EXISTS contact_suffixes (
      tenant_id BINARY(16) NOT NULL,
      segment SMALLINT UNSIGNED NOT NULL,
      kind TINYINT UNSIGNED NOT NULL,
      suffix VARBINARY(${SUFFIX_LENGTH * 4}) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      status TINYINT UNSIGNED NOT NULL,
      PRIMARY KEY (tenant_id, segment, kind, suffix, contact_id)
    )`,
    `INSERT INTO contact_blocks (tenant_id, first_id, segment, live)
     SELECT tenant_id, IF(block = 0, x'00000000000000000000000000000000', MIN(id)),
       FLOOR(block / ${BLOCKS_IN_SEGMENT}), COUNT(*)
     FROM (
       SELECT tenant_id, id, FLOOR((ROW_NUMBER() OVER (PARTITION BY tenant_id ORDER BY id) - 1) / ${BLOCK}) AS block
       FROM contacts
     ) numbered GROUP BY tenant_id, block
     ON DUPLICATE KEY UPDATE segment = VALUES(segment), live = VALUES(live)`,
  ],
  fill: fillSuffixes,
};

interface Segment {
  tenant_id: Buffer;
  segment: number;
  first_id: Buffer;
}

/** Writes the suffixes of the existing contacts, segment by segment, in the order of the table. */
async function fillSuffixes(database: Database): Promise<void> {
  const segments = await database.select<Segment>(
    `SELECT tenant_id, segment, MIN(first_id) AS first_id FROM contact_blocks
     GROUP BY tenant_id, segment ORDER BY tenant_id, segment`,
  );
  for (const [index, { tenant_id: tenantId, segment, first_id: from }] of segments.entries()) {
    const next = segments[index + 1];
    const until = next?.tenant_id.equals(tenantId) ? next.first_id : null;
    const contacts = `c.tenant_id = :tenantId AND c.id >= :from ${until ? 'AND c.id < :until' : ''}`;
    const bindings = { tenantId, from, ...(until ? { until } : {}) };
    for (const [kind, column] of [
      [1, 'name_search'],
      [2, 'phone'],
    ] as const) {
      const [longest] = await database.select<{ length: number | null }>(
        `SELECT MAX(CHAR_LENGTH(c.${column})) AS length FROM contacts c WHERE ${contacts}`,
        bindings,
      );
      if (!longest?.length) continue;
      await database.run(
        `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)
         SELECT c.tenant_id, ${segment}, ${kind}, CAST(SUBSTRING(c.${column}, n.n, ${SUFFIX_LENGTH}) AS BINARY) AS suffix,
           c.id, ${STATUS_CODE}
         FROM contacts c STRAIGHT_JOIN (${numbersTo(longest.length)}) n ON n.n <= CHAR_LENGTH(c.${column})
         WHERE ${contacts} ORDER BY suffix, c.id
         ON DUPLICATE KEY UPDATE status = VALUES(status)`,
        bindings,
      );
    }
  }
}

/** Returns SQL for a table of the numbers from 1, as a UNION, which no optimizer rewrites. */
function numbersTo(last: number): string {
  return Array.from({ length: last }, (_, index) => `SELECT ${index + 1}${index === 0 ? ' AS n' : ''}`).join(
    ' UNION ALL ',
  );
}
