import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { vendorSyntaxOf } from '../helpers/sql-tripwire.ts';

/**
 * Statements with VALUES(column) after ON DUPLICATE KEY UPDATE. MySQL deprecates it in favour of an alias that MariaDB
 * does not know; both still read it. These are on the paths that every message takes, where a derived table costs more.
 * The list may only get shorter.
 */
const WITH_VALUES: Readonly<Record<string, number>> = {
  'server/db/migrate.ts': 3,
  'server/db/migrations/0006-contact-search.ts': 3,
  'server/db/migrations/0034-media-usage.ts': 1,
  'server/features/channel/channel.repository.ts': 7,
  'server/features/channel/cloud-api.repository.ts': 13,
  'server/features/contacts/contact-suffixes.repository.ts': 1,
  'server/features/contacts/erased-people.repository.ts': 1,
  'server/features/inference/keys/inference-keys.repository.ts': 3,
  'server/features/inference/models/models.repository.ts': 4,
  'server/features/inference/prompt-log/prompt-log.repository.ts': 3,
  'server/features/media/media-usage.repository.ts': 1,
  'server/flows/outbound/send-pauses.repository.ts': 1,
  'server/inference/worker/worker-row.repository.ts': 1,
  'server/kernel/outbox/relay.ts': 1,
};

it.each([
  'SELECT id FROM jobs LIMIT :count',
  'SELECT id FROM jobs LIMIT ?',
  'INSERT INTO jobs (id) VALUES (:id) RETURNING id',
  'SELECT id FROM jobs FOR UPDATE SKIP LOCKED',
  "SELECT payload->>'$.id' FROM events",
  'INSERT INTO t (a) VALUES (1) AS fresh ON DUPLICATE KEY UPDATE a = fresh.a',
  'ALTER TABLE t ADD COLUMN IF NOT EXISTS a INT',
])('the tripwire of all tests refuses %s', (sql) => {
  expect(vendorSyntaxOf(sql)).not.toBeNull();
});

it('accepts ordinary statements, and words in quotes', () => {
  expect(vendorSyntaxOf("SELECT 'RETURNING' FROM jobs WHERE id = :id LIMIT 10")).toBeNull();
});

it('every migration is in the syntax of both vendors', () => {
  const found = MIGRATIONS.flatMap(({ name, statements }) =>
    statements.flatMap((sql) => {
      const syntax = vendorSyntaxOf(sql);
      return syntax === null ? [] : [`${name}: ${syntax}`];
    }),
  );
  expect(found).toEqual([]);
});

it('VALUES() in updates gets rarer', () => {
  const files = execFileSync('git', ['ls-files', 'server/**/*.ts'], { encoding: 'utf8' }).trim().split('\n');
  for (const file of files) {
    const uses =
      readFileSync(file, 'utf8').match(/[=,(]\s?VALUES\(\$?\{?\w+\}?\)|[+-] VALUES\(\w+\)/g)?.length ?? 0;
    expect(uses, `${file}: compare with the current row, or write two statements`).toBeLessThanOrEqual(
      WITH_VALUES[file] ?? 0,
    );
  }
});
