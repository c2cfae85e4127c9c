import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../helpers/test-db.ts';

/**
 * SQL that one of the databases of this protocol does not have, or that means something else there (decision 0382): a
 * pattern, an example, and where it fails. The product's statements are in upper case.
 */
const NOT_PORTABLE: readonly [RegExp, string, string][] = [
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

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && existsSync(file));

/** Returns the file without its comments, which explain what is not used. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ' ');

describe('the SQL of the product', () => {
  it.each(NOT_PORTABLE)('%s finds its example', (pattern, example) => {
    expect(example).toMatch(pattern);
  });

  it('runs on every database of its protocol', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => {
      const text = withoutComments(readFileSync(file, 'utf8'));
      return NOT_PORTABLE.flatMap(([pattern, , where]) => {
        const match = pattern.exec(text);
        return match ? [`${file}: ${match[0].slice(0, 60)} (${where})`] : [];
      });
    });
    expect(found).toEqual([]);
  });

  it('gives every table a primary key, without which Galera does not replicate', async () => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    const connection = await createConnection({ uri: made.url });
    onTestFinished(() => connection.end());
    const [rows] = await connection.query<(RowDataPacket & { name: string; hasKey: number })[]>(
      `SELECT t.table_name AS name, COUNT(k.constraint_name) AS hasKey FROM information_schema.tables t
       LEFT JOIN information_schema.table_constraints k ON k.table_schema = t.table_schema
         AND k.table_name = t.table_name AND k.constraint_type = 'PRIMARY KEY'
       WHERE t.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' GROUP BY t.table_name`,
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ hasKey }) => Number(hasKey) === 0).map(({ name }) => name)).toEqual([]);
  });
});
