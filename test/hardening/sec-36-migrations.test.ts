import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { completed, migrate, migrationStatus } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/index.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);
/** The order in which databases of the first edition ran them. It cannot change any more. */
const FIRST = [
  '0001',
  '0002',
  '0003',
  '0004',
  '0005',
  '0006',
  '0007',
  '0008',
  '0016',
  '0017',
  '0011',
  '0009',
  '0010',
  '0020',
  '0012',
  '0013',
  '0014',
  '0021',
  '0022',
  '0024',
  '0026',
  '0027',
  '0028',
  '0029',
  '0030',
  '0031',
];
const numberOf = (name: string) => name.slice(0, 4);

let own: TestDatabase;
let database: Database;
/** How often the migration lock was asked for. */
let asked = 0;
beforeAll(async () => {
  own = await createTestDatabase();
  const onStatement = (sql: string) => {
    if (sql.startsWith('INSERT INTO migration_lock (id, token, expires_at)\n')) asked += 1;
  };
  database = openDatabase(own.url, { poolSize: 3, onStatement });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

it('SEC-36: migrations run in the order of their numbers, after those of the first edition', () => {
  expect(NAMES.slice(0, FIRST.length).map(numberOf)).toEqual(FIRST);
  const later = NAMES.slice(FIRST.length);
  expect(later, 'put the lines of migrations/index.ts in the order of the numbers').toEqual(later.toSorted());
  expect(new Set(NAMES.map(numberOf)).size, 'two migrations have the same number').toBe(NAMES.length);
  for (const name of later) expect(numberOf(name) > '0031', `${name} is older than 0032`).toBe(true);
});

it('SEC-36: a newer migration changes tables without blocking writes, or says that it copies', () => {
  const newer = MIGRATIONS.filter(({ name }) => name >= '0032');
  const altered = newer.flatMap((migration) =>
    migration.statements.filter((one) => one.startsWith('ALTER')).map((one) => completed(migration, one)),
  );
  for (const statement of altered) expect(statement).toMatch(/ALGORITHM\s*=/);
  const [first] = MIGRATIONS;
  const add = 'ALTER TABLE tenants ADD COLUMN x INT NULL';
  expect(completed({ name: '0099-later' }, add)).toBe(`${add}, ALGORITHM=INPLACE, LOCK=NONE`);
  expect(completed({ name: first?.name ?? '' }, add)).toBe(add);
});

it('SEC-36: the database refuses a change that would block writes, instead of copying the table silently', async () => {
  const blocking = completed(
    { name: '0099-later' },
    'ALTER TABLE tenants MODIFY COLUMN created_at VARCHAR(40) NOT NULL',
  );
  await expect(database.sequelize.query(blocking)).rejects.toThrow(/ALGORITHM=(INPLACE|COPY)|LOCK=NONE/);
  const online = completed(
    { name: '0099-later' },
    'ALTER TABLE tenants ADD COLUMN later INT NULL, ADD KEY later (later)',
  );
  await database.sequelize.query(online);
});

it('SEC-36: a server waits while another one holds the migration lock', async () => {
  await database.run('DELETE FROM migrations WHERE name = :name', { name: NAMES.at(-1) ?? '' });
  await database.run(
    `INSERT INTO migration_lock (id, token, expires_at) VALUES (1, UNHEX(REPEAT('cd', 16)), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)`,
  );
  asked = 0;
  const waiting = migrate(database);
  const pending = async () => (await migrationStatus(database)).pending;
  await expect.poll(() => asked).toBeGreaterThan(2);
  expect(await pending()).toEqual([NAMES.at(-1)]);
  await database.run('DELETE FROM migration_lock');
  expect(await waiting).toEqual([NAMES.at(-1)]);
});

it.each([
  ['was taken by another server', "UPDATE migration_lock SET token = UNHEX(REPEAT('ef', 16))"],
  ['could not be renewed', 'DROP TABLE migration_lock'],
])('SEC-36: a migration whose lock %s stops before its next step', async (_, loseLock) => {
  const last = NAMES.find((name) => name === '0050-conversation-work') ?? '';
  await database.run('DELETE FROM migrations WHERE name = :name', { name: last });
  const blocker = await createConnection({ uri: own.url });
  try {
    await blocker.query('LOCK TABLES conversations WRITE');
    const outcome = migrate(database).catch((error: unknown) => error);
    const atStep = () =>
      database.select(
        "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'ALTER TABLE conversations%'",
      );
    await expect.poll(atStep).toHaveLength(1);
    await database.sequelize.query(loseLock);
    await blocker.query('UNLOCK TABLES');
    expect(await outcome).toMatchObject({ name: 'OperatorError', code: 'migration_lock_lost' });
    expect((await migrationStatus(database)).pending).toEqual([last]);
  } finally {
    await blocker.end();
    await database.sequelize.query('DROP TABLE IF EXISTS migration_lock');
  }
  expect(await migrate(database)).toEqual([last]);
});
