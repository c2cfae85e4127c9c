import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { createTestDatabase } from '../helpers/test-db.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = openDatabase(made.url);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const columns = () =>
  database.select<{ name: string }>(
    `/* system: test */ SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() ORDER BY 1`,
  );

it('every step may run again after a crash before it was noted, and changes nothing then', async () => {
  expect(await migrate(database)).toEqual(MIGRATIONS.map(({ name }) => name));
  const before = await columns();
  await database.run('/* system: test */ DELETE FROM migrations', {});
  expect(await migrate(database)).toHaveLength(MIGRATIONS.length);
  expect(await columns()).toEqual(before);
  expect(before.map(({ name }) => name)).toContain('messages.template_name');
});
