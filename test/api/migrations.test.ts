import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { createTestDatabase } from '../helpers/test-db.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase({ isEmpty: true });
  drop = made.drop;
  database = openDatabase(made.url);
});
afterAll(async () => {
  await database.close();
  await drop();
});

const columnsAndKeys = () =>
  database.select<{ name: string }>(
    `/* system: test */ SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = DATABASE()
     UNION SELECT CONCAT(table_name, '.', index_name, '(', column_name, ')') FROM information_schema.statistics
     WHERE table_schema = DATABASE() ORDER BY 1`,
  );

it('every migration can run again after a crash, without effect', async () => {
  expect(await migrate(database)).toEqual(MIGRATIONS.map(({ name }) => name));
  const before = await columnsAndKeys();
  await database.run('/* system: test */ DELETE FROM migrations', {});
  expect(await migrate(database)).toHaveLength(MIGRATIONS.length);
  expect(await columnsAndKeys()).toEqual(before);
  const names = before.map(({ name }) => name);
  expect(names).toContain('messages.template_name');
  expect(names).toContain('webhook_deliveries.webhook_deliveries_overview(last_ms)');
  expect(names.filter((name) => name.includes('webhook_deliveries_list'))).toEqual([]);
});

it('the lock of a crashed owner is taken over, however far the clock has stepped back since', async () => {
  await migrate(database);
  await database.run(
    `/* system: test */ INSERT INTO migration_lock (id, token, expires_at)
     VALUES (1, UNHEX(REPEAT('ab', 16)), UTC_TIMESTAMP(3) + INTERVAL 3 HOUR)`,
  );
  // The lease expires while another process waits, by the monotonic clock alone.
  const real = performance.now.bind(performance);
  const startedAt = real();
  const fast = vi.spyOn(performance, 'now').mockImplementation(() => startedAt + (real() - startedAt) * 30);
  try {
    expect(await migrate(database)).toEqual([]);
  } finally {
    fast.mockRestore();
  }
});
