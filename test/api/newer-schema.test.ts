import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { setUpAdmin } from '../helpers/admin.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { SECRET_KEY } from '../helpers/test-server.ts';

const SENTENCE =
  'This database was migrated by a newer version of Switchboard (9998-later, 9999-latest). Start that version or later, or restore a backup taken before the upgrade.';

const { admin } = setUpAdmin();
let url: string;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase({ isEmpty: true });
  ({ url, drop } = made);
  database = openDatabase(url);
  await migrate(database);
  await database.run("INSERT INTO migrations (name) VALUES ('9999-latest'), ('9998-later')");
});
afterAll(async () => {
  await database.close();
  await drop();
});

describe('a database migrated by a newer version', () => {
  it('is rejected with the names of its migrations and advice, and is not changed', async () => {
    await database.run('DELETE FROM migrations WHERE name = :name', { name: MIGRATIONS.at(-1)?.name ?? '' });
    await expect(migrate(database)).rejects.toMatchObject({ code: 'schema_newer', message: SENTENCE });
    const names = await database.select<{ name: string }>('SELECT name FROM migrations');
    expect(names).toHaveLength(MIGRATIONS.length + 1);
    await database.run('INSERT INTO migrations (name) VALUES (:name)', {
      name: MIGRATIONS.at(-1)?.name ?? '',
    });
  });

  it('ends the server with that one sentence and an exit code that prevents restarts', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'dist/server/main.js')], {
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: url, SECRET_KEY, NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(stderr).toBe(`${SENTENCE}\n`);
    expect(status).toBe(78);
  });

  it('is shown by db status, and rejected by every command that would write to it', async () => {
    const answer = await admin('db status --json', { DATABASE_URL: url });
    expect(JSON.parse(answer.output)).toEqual({
      upToDate: false,
      executed: MIGRATIONS.map(({ name }) => name),
      pending: [],
      unknown: ['9998-later', '9999-latest'],
    });
    const rejected = await admin('tenant list', { DATABASE_URL: url });
    expect(rejected).toMatchObject({ exitCode: 1, output: '', notes: `${SENTENCE}\n` });
  });
});
