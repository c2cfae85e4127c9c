import { randomBytes } from 'node:crypto';
import { SequelizeStorage, Umzug } from 'umzug';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

const LOCK_SECONDS = 60;
const WAIT_MS = 120_000;

/** Which migrations have run and which have not. */
export interface MigrationStatus {
  executed: string[];
  pending: string[];
}

/**
 * Brings the schema up to date. Umzug has no lock of its own, so a leased row keeps two servers that
 * start together from running the same step; the second waits and finds nothing left to do.
 */
export async function migrate(database: Database): Promise<string[]> {
  await ensureLockTable(database);
  const token = randomBytes(16);
  await acquire(database, token);
  const renewal = setInterval(
    () => void renew(database, token).catch(() => undefined),
    (LOCK_SECONDS * 1000) / 3,
  );
  try {
    const done = await umzug(database).up();
    return done.map((migration) => migration.name);
  } finally {
    clearInterval(renewal);
    await database.run('DELETE FROM migration_lock WHERE token = :token', { token });
  }
}

export async function migrationStatus(database: Database): Promise<MigrationStatus> {
  const runner = umzug(database);
  const [executed, pending] = [await runner.executed(), await runner.pending()];
  return { executed: executed.map((step) => step.name), pending: pending.map((step) => step.name) };
}

function umzug(database: Database) {
  return new Umzug({
    migrations: MIGRATIONS.map((migration) => ({
      name: migration.name,
      up: async () => {
        for (const statement of migration.statements) {
          const table = /^CREATE TABLE/.test(statement);
          try {
            await database.sequelize.query(
              table
                ? `${statement} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`
                : statement,
            );
          } catch (error) {
            if (!statement.startsWith('ALTER TABLE') || !isDone(error)) throw error;
          }
        }
        await migration.fill?.(database);
      },
    })),
    storage: new SequelizeStorage({
      sequelize: database.sequelize,
      tableName: 'migrations',
      modelName: 'migration',
    }),
    logger: undefined,
  });
}

/**
 * ER_DUP_FIELDNAME, ER_DUP_KEYNAME, ER_CANT_DROP_FIELD_OR_KEY: an interrupted run of the same step has added
 * the column or the key, or dropped it.
 */
const DONE_BEFORE = [1060, 1061, 1091];

function isDone(error: unknown): boolean {
  return DONE_BEFORE.includes((error as { parent?: { errno?: number } }).parent?.errno ?? 0);
}

async function ensureLockTable(database: Database): Promise<void> {
  await database.sequelize.query(
    `CREATE TABLE IF NOT EXISTS migration_lock (
      id TINYINT NOT NULL PRIMARY KEY, token BINARY(16) NOT NULL, expires_at DATETIME(3) NOT NULL
    ) ENGINE=InnoDB`,
  );
}

async function acquire(database: Database, token: Buffer): Promise<void> {
  const giveUpAt = Date.now() + WAIT_MS;
  const bindings = { token, seconds: LOCK_SECONDS };
  while (Date.now() < giveUpAt) {
    await database.run(
      `INSERT INTO migration_lock (id, token, expires_at)
       VALUES (1, :token, UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND)
       ON DUPLICATE KEY UPDATE
         token = IF(expires_at < UTC_TIMESTAMP(3), VALUES(token), token),
         expires_at = IF(token = VALUES(token), VALUES(expires_at), expires_at)`,
      bindings,
    );
    const [holder] = await database.select<{ token: Buffer }>(
      'SELECT token FROM migration_lock WHERE id = 1',
    );
    if (holder?.token.equals(token)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(
    'Another server has been migrating this database for two minutes. See `npm run admin -- db status`.',
  );
}

async function renew(database: Database, token: Buffer): Promise<void> {
  await database.run(
    'UPDATE migration_lock SET expires_at = UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND WHERE token = :token',
    { token, seconds: LOCK_SECONDS },
  );
}
