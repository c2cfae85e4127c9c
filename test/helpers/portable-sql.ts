/**
 * SQL that one of the databases of this protocol does not have, or that means something else there (decision 0382): a
 * pattern, an example, and where it fails. The product's statements are in upper case. The tripwire of the tests checks each
 * statement that is sent.
 */
export const NOT_ON_EVERY_DATABASE: readonly [RegExp, string, string][] = [
  [/\bSKIP LOCKED\b|\bFOR (UPDATE|SHARE) (OF \w+ )?NOWAIT\b/, 'FOR UPDATE SKIP LOCKED', 'no lock on TiDB'],
  [
    /\b(GET|RELEASE|IS_FREE|IS_USED)_LOCK\s*\(/,
    "SELECT GET_LOCK('x', 1)",
    'one node of Galera; not on Vitess',
  ],
  [/\b(UN)?LOCK TABLES?\b/, 'LOCK TABLES a WRITE', 'not on Galera, TiDB and Vitess'],
  [/\bXA (START|BEGIN|END|PREPARE|COMMIT)\b/, "XA START 'x'", 'not on Galera and TiDB'],
  [
    /\bCREATE (OR REPLACE )?(DEFINER\S* )?(TRIGGER|PROCEDURE|FUNCTION|EVENT|SEQUENCE)\b/,
    'CREATE TRIGGER a BEFORE INSERT ON b',
    'not on TiDB and Vitess',
  ],
  [/\bCREATE TEMPORARY TABLE\b/, 'CREATE TEMPORARY TABLE a (id INT)', 'restricted on TiDB and Vitess'],
  [/\bFULLTEXT\b|\bMATCH\s*\([^)]*\)\s*AGAINST\b/, 'MATCH (a) AGAINST (?)', 'not on TiDB'],
  [/\bSPATIAL (INDEX|KEY)\b|\bGEOMETRY\b/, 'SPATIAL INDEX (a)', 'not on TiDB'],
  [/\bENGINE\s*=\s*(?!InnoDB)\w+/, 'CREATE TABLE a (id INT) ENGINE=MEMORY', 'Galera replicates only InnoDB'],
  [/\bLOAD DATA\b|\bINTO OUTFILE\b/, 'LOAD DATA INFILE', 'reads a file of one node'],
  [/\b(INSERT|REPLACE|DELETE)\b[^;]*\bRETURNING\b/, 'INSERT INTO a VALUES (1) RETURNING id', 'only MariaDB'],
  [/\bLATERAL\b|\bJSON_TABLE\s*\(/, 'JOIN LATERAL (SELECT 1) x', 'not on TiDB; LATERAL not on MariaDB 10'],
  [/\bINSERT DELAYED\b|\bHANDLER \w+ OPEN\b/, 'INSERT DELAYED INTO a', 'not on MySQL 8 and TiDB'],
  [/\bSQL_CALC_FOUND_ROWS\b|\bFOUND_ROWS\s*\(/, 'SELECT FOUND_ROWS()', 'deprecated; per session'],
  [
    /\bUUID_SHORT\s*\(|\b(NEXTVAL|NEXT VALUE FOR)\b/,
    'SELECT UUID_SHORT()',
    'repeats or differs on other nodes',
  ],
  [/\bFLUSH (TABLES|LOCAL)\b/, 'FLUSH TABLES WITH READ LOCK', 'one node of Galera; not on TiDB'],
];

/** SQL that works, but not in the same way everywhere: docs/operators.md has a row for it in its table. */
interface Difference {
  syntax: RegExp;
  /** The beginning of the row. */
  row: string;
  /** The statements that have it. For another one, say in the table what is different with it. */
  statements: readonly RegExp[];
}

export const DIFFERENCES: readonly Difference[] = [
  {
    syntax: /\bLOCK IN SHARE MODE\b|\bFOR SHARE\b/,
    row: '`SELECT … LOCK IN SHARE MODE`',
    statements: [
      ...[/\bFROM contact_fields\b/, /\bFROM broadcasts\b/, /\bFROM users\b/],
      ...[
        /\bFROM messages m FORCE INDEX \(messages_thread\)/,
        /\bSELECT id FROM contacts\b/,
        /\bSELECT two_factor_required_at\b/,
      ],
    ],
  },
  {
    syntax: /\bOVER\s*\(/,
    row: 'window functions',
    statements: [
      /\bFROM assist_drafts\b/,
      /\bFROM reply_proposal_sources s\b/,
      /\bAS block\s+FROM contacts\b/,
    ],
  },
  {
    syntax: /\bKILL (QUERY|CONNECTION)?\s*\d|\binformation_schema\.processlist\b/i,
    row: 'the list of connections',
    statements: [/^SELECT id FROM information_schema\.processlist\b/],
  },
  {
    syntax: /\bGENERATED ALWAYS\b/,
    row: 'a stored generated column',
    statements: [/\bTABLE IF NOT EXISTS reminders\b/],
  },
  {
    syntax: /\bON DELETE (CASCADE|SET NULL)\b/,
    row: 'foreign keys with `ON DELETE CASCADE`',
    statements: [/^\s*(CREATE|ALTER) TABLE\b/],
  },
  { syntax: /\bAUTO_INCREMENT\b/, row: 'order of callbacks', statements: [/\binbound_callbacks\b/] },
  {
    syntax: /\bALGORITHM\s*=|\bLOCK\s*=\s*NONE\b/,
    row: '`ALGORITHM=INPLACE, LOCK=NONE` in migrations',
    statements: [/^\s*(ALTER|CREATE|DROP) /],
  },
];

/** Returns why a statement does not work on every database, or differs there and is not known for it; null otherwise. */
export function clusterProblemOf(sql: string): string | null {
  for (const [syntax, , where] of NOT_ON_EVERY_DATABASE) {
    const found = syntax.exec(sql);
    if (found) return `${found[0].slice(0, 60)} (${where})`;
  }
  const unknown = DIFFERENCES.find(
    ({ syntax, statements }) => syntax.test(sql) && !statements.some((known) => known.test(sql)),
  );
  return unknown ? `not listed with its difference, "${unknown.row}"` : null;
}
