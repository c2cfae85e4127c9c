import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { clusterProblemOf, DIFFERENCES, NOT_ON_EVERY_DATABASE } from '../helpers/portable-sql.ts';
import { createTestDatabase } from '../helpers/test-db.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && existsSync(file));

/** Returns the file without its comments, which explain what is not used. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ' ');

describe('the SQL of the product', () => {
  it.each(NOT_ON_EVERY_DATABASE)('%s finds its example', (pattern, example) => {
    expect(example).toMatch(pattern);
  });

  it('runs on every database of its protocol', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => {
      const text = withoutComments(readFileSync(file, 'utf8'));
      return NOT_ON_EVERY_DATABASE.flatMap(([pattern, , where]) => {
        const match = pattern.exec(text);
        return match ? [`${file}: ${match[0].slice(0, 60)} (${where})`] : [];
      });
    });
    expect(found).toEqual([]);
  });

  it('differs between databases only where the table for operators says so', () => {
    const found = MIGRATIONS.flatMap(({ name, statements }) =>
      statements.flatMap((sql) => {
        const problem = clusterProblemOf(sql);
        return problem === null ? [] : [`${name}: ${problem}`];
      }),
    );
    expect(found).toEqual([]);
    const page = readFileSync('docs/operators.md', 'utf8');
    for (const { row } of DIFFERENCES) expect(page).toContain(`\n| ${row}`);
    // Statements of the program are checked when a test sends them (helpers/sql-tripwire.ts).
    expect(clusterProblemOf('SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM templates')).toContain(
      'window functions',
    );
    expect(clusterProblemOf('SELECT 1 FROM templates WHERE id = :id LOCK IN SHARE MODE')).toContain(
      'SHARE MODE',
    );
    expect(clusterProblemOf('SELECT id FROM jobs FOR UPDATE SKIP LOCKED')).toContain('no lock on TiDB');
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
