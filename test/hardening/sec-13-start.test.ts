import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { prepareServer } from '../faults/server-process.ts';
import { createTestDatabase } from '../helpers/test-db.ts';

it('SEC-13: a server takes no work before it is registered: until then its start may fail', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url);
  const other = await createConnection(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-start-'));
  onTestFinished(async () => {
    other.destroy();
    await database.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await migrate(database);
  await database.run(
    `/* system: test */ INSERT INTO jobs (id, tenant_id, kind, payload, created_at, visible_at)
     VALUES (:id, :id, 'test', '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { id: newKey() },
  );
  const triesOf = async () => {
    const [job] = await database.select<{ attempts: number }>('/* system: test */ SELECT attempts FROM jobs');
    return job?.attempts;
  };
  const server = await prepareServer({
    databaseUrl: url,
    graphUrl: 'http://127.0.0.1:1',
    environment: { EMBEDDED_DATABASE: '0', DATA_DIR: dataDir, DRAIN_DELAY_SECONDS: '0' },
  });
  onTestFinished(() => server.kill());
  await other.query('LOCK TABLES servers WRITE');
  await server.start();
  // Longer than a worker waits between two looks.
  await sleep(1_500);
  expect(await triesOf()).toBe(0);
  await other.end();
  await expect.poll(triesOf).toBe(1);
}, 60_000);
