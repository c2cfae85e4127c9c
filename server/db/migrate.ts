import { randomBytes } from 'node:crypto';
import { SequelizeStorage, Umzug } from 'umzug';
import type { Database } from './database.ts';
import { isMissingTable } from './database-errors.ts';
import { OperatorError } from './local-mariadb/operator-error.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { NO_LIMITS } from './time-limits.ts';

const LOCK_SECONDS = 60;
const WAIT_MS = 120_000;
/** The table that a restore keeps in the database until it is complete. */
export const RESTORE_MARKER = 'restore_in_progress';

/** Which migrations have run and which have not. */
export interface MigrationStatus {
  executed: string[];
  pending: string[];
  /** Migrations that have run and that this version does not have: a newer version has used this database. */
  unknown: string[];
}

interface MigrateOptions {
  /** Runs these migrations only: the schema of a backup. */
  only?: readonly string[];
  /** A restore works on a database that is marked as incomplete. */
  isRestore?: boolean;
}

/**
 * Brings the schema up to date. Umzug has no lock of its own, so a leased row keeps two servers that
 * start together from running the same step; the second waits and finds nothing left to do.
 * @throws {OperatorError} `schema_newer`: a newer version has migrated this database. `restore_incomplete`: a
 *   restore did not end. Nothing was changed. `migration_lock_lost`: another server may have begun to migrate, so this
 *   one stopped before its next step.
 */
export async function migrate(given: Database, options: MigrateOptions = {}): Promise<string[]> {
  const database = given.withLimits(NO_LIMITS);
  await refuseNewerSchema(database);
  if (!options.isRestore) await refuseHalfRestored(database);
  await ensureLockTable(database);
  const token = randomBytes(16);
  await acquire(database, token);
  // Keeps the lock during a long step. A renewal that fails here is noticed before the next step.
  const renewal = setInterval(
    () => void renew(database, token).catch(() => undefined),
    (LOCK_SECONDS * 1000) / 3,
  );
  try {
    // A newer server may have held the lock until now.
    await refuseNewerSchema(database);
    const done = await umzug(database, () => requireLock(database, token), options.only).up();
    return done.map((migration) => migration.name);
  } catch (error) {
    // Umzug wraps what a step throws.
    const { cause } = error as Error;
    throw cause instanceof OperatorError ? cause : error;
  } finally {
    clearInterval(renewal);
    // A lock that cannot be released expires; the error of the migration is the one to report.
    await database.run('DELETE FROM migration_lock WHERE token = :token', { token }).catch(() => undefined);
  }
}

/** Compares the migrations of this version with those that the database has. Changes nothing. */
export async function migrationStatus(database: Database): Promise<MigrationStatus> {
  const found = await executedMigrations(database);
  const known = MIGRATIONS.map(({ name }) => name);
  return {
    executed: known.filter((name) => found.has(name)),
    pending: known.filter((name) => !found.has(name)),
    unknown: [...found].filter((name) => !known.includes(name)).toSorted(),
  };
}

/** Returns the names that are recorded as run; none in a database without the table. */
async function executedMigrations(database: Database): Promise<Set<string>> {
  try {
    const rows = await database.select<{ name: string }>('SELECT name FROM migrations');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (isMissingTable(error)) return new Set();
    throw error;
  }
}

async function refuseNewerSchema(database: Database): Promise<void> {
  const { unknown } = await migrationStatus(database);
  if (unknown.length === 0) return;
  throw new OperatorError(
    'schema_newer',
    `This database was migrated by a newer version of Switchboard (${unknown.join(', ')}). Start that version or later, or restore a backup taken before the upgrade.`,
  );
}

async function refuseHalfRestored(database: Database): Promise<void> {
  try {
    await database.select(`SELECT 1 FROM ${RESTORE_MARKER}`);
  } catch (error) {
    if (isMissingTable(error)) return;
    throw error;
  }
  throw new OperatorError(
    'restore_incomplete',
    'A restore of this database did not end. Run `npm run -s admin -- restore --from <file>` again.',
  );
}

/** Returns the migrations as steps. `requireHeld` runs before each statement. */
function umzug(database: Database, requireHeld: () => Promise<void>, only?: readonly string[]) {
  const wanted = MIGRATIONS.filter(({ name }) => only?.includes(name) ?? true);
  return new Umzug({
    migrations: wanted.map((migration) => ({
      name: migration.name,
      up: async () => {
        for (const statement of migration.statements) {
          await requireHeld();
          try {
            await database.sequelize.query(completed(migration, statement));
          } catch (error) {
            if (!statement.startsWith('ALTER TABLE') || !isDone(error)) throw error;
          }
        }
        if (!migration.fill) return;
        await requireHeld();
        await migration.fill(database);
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

/** The first migration whose changes of tables must not block writes. */
const ONLINE_FROM = '0032';

/**
 * Returns a statement as it runs. A change of a table in a newer migration states that writes go on, so a server that
 * would lock the table refuses it, and the tests of the migration fail. A migration that has to copy a table says so
 * itself, with `ALGORITHM=COPY`.
 */
export function completed({ name }: Pick<Migration, 'name'>, statement: string): string {
  if (statement.startsWith('CREATE TABLE'))
    return `${statement} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
  if (!statement.startsWith('ALTER TABLE') || name < ONLINE_FROM || /\bALGORITHM\s*=/.test(statement))
    return statement;
  return `${statement}, ALGORITHM=INPLACE, LOCK=NONE`;
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

/** The lock's row; the time as text, compared for change only. */
type Holder = { token: Buffer; expires: string };

async function acquire(database: Database, token: Buffer): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  const bindings = { token, seconds: LOCK_SECONDS };
  let seen: Holder & { since: number } = { token, expires: '', since: 0 };
  while (performance.now() < deadline) {
    await database.run(
      `INSERT INTO migration_lock (id, token, expires_at)
       VALUES (1, :token, UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND)
       ON DUPLICATE KEY UPDATE
         token = IF(expires_at < UTC_TIMESTAMP(3), VALUES(token), token),
         expires_at = IF(token = VALUES(token), VALUES(expires_at), expires_at)`,
      bindings,
    );
    const [holder] = await database.select<Holder>(
      'SELECT token, CAST(expires_at AS CHAR) AS expires FROM migration_lock WHERE id = 1',
    );
    if (holder?.token.equals(token)) return;
    if (holder && !(holder.token.equals(seen.token) && holder.expires === seen.expires))
      seen = { ...holder, since: performance.now() };
    // Not renewed for the whole lease: its owner ended, and the wall clock may have stepped back since.
    else if (holder && performance.now() - seen.since > LOCK_SECONDS * 1_000)
      await database.run(
        'DELETE FROM migration_lock WHERE token = :token AND CAST(expires_at AS CHAR) = :expires',
        holder,
      );
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(
    'Another server has been migrating this database for two minutes. See `npm run admin -- db status`.',
  );
}

/** Renews the lock before a step. @throws {OperatorError} migration_lock_lost */
async function requireLock(database: Database, token: Buffer): Promise<void> {
  let cause: unknown;
  try {
    if (await renew(database, token)) return;
  } catch (error) {
    cause = error;
  }
  throw new OperatorError(
    'migration_lock_lost',
    'The migration stopped before its next step: its lock could not be renewed, or another server has taken it. Steps that are done stay done. Check that no other server is migrating this database, then start again.',
    { cause },
  );
}

/** Prolongs the lock. Returns false when another server holds it. */
async function renew(database: Database, token: Buffer): Promise<boolean> {
  const changed = await database.run(
    'UPDATE migration_lock SET expires_at = UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND WHERE token = :token',
    { token, seconds: LOCK_SECONDS },
  );
  if (changed > 0) return true;
  // Two renewals in the same millisecond change nothing.
  const held = await database.select('SELECT 1 FROM migration_lock WHERE token = :token', { token });
  return held.length > 0;
}
