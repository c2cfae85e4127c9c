import { type Options, QueryTypes, Sequelize, type Transaction } from 'sequelize';
import { CommitUnknownError, isConnectionLost, isUndone } from './database-errors.ts';
import { defineModels, type Models } from './models/index.ts';

export type { Transaction } from 'sequelize';

/** Values of a statement: `:name` in the SQL stands for the escaped value. */
export type Bindings = Record<
  string,
  string | number | Buffer | Date | null | readonly (string | number | Buffer)[]
>;

/** The connection pool and the few ways of using it. */
export interface Database {
  readonly models: Models;
  readonly sequelize: Sequelize;
  /** Rows of a SELECT, raw: buffers, dates and strings as the driver gives them. */
  select<Row extends object>(sql: string, bindings?: Bindings, tx?: Transaction): Promise<Row[]>;
  /** Runs a writing statement; answers how many rows it changed. */
  run(sql: string, bindings?: Bindings, tx?: Transaction): Promise<number>;
  /**
   * Runs `work` in one transaction, and all of it again when the database asks for that (deadlock,
   * lock wait, connection lost before the commit). So `work` may have no effect outside the transaction.
   * @throws CommitUnknownError when the connection broke during the commit.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  poolSize?: number;
  /** Sees every statement before it runs: the tripwire of the tests hangs here. */
  onStatement?: (sql: string) => void;
}

const TRIES = 8;

/** Opens the pool. Nothing is asked of the database until the first statement. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const settings: Options & { keepDefaultTimezone: boolean } = {
    dialect: 'mysql',
    logging: options.onStatement ? (sql) => options.onStatement?.(sql) : false,
    timezone: '+00:00',
    keepDefaultTimezone: true,
    pool: { max: options.poolSize ?? 15, min: 0, acquire: 10_000, idle: 60_000 },
    dialectOptions: { charset: 'utf8mb4', maxPreparedStatements: 200, connectTimeout: 5_000 },
    hooks: { afterConnect: prepareConnection },
  };
  const sequelize = new Sequelize(url, settings);

  const database: Database = {
    sequelize,
    models: defineModels(sequelize),
    select: (sql, bindings, tx) =>
      sequelize.query(sql, {
        type: QueryTypes.SELECT,
        raw: true,
        replacements: literals(bindings),
        transaction: tx ?? null,
      }),
    run: async (sql, bindings, tx) => {
      // UPDATE's type is used for every write: it answers with the count of changed rows.
      const [, changed] = await sequelize.query(sql, {
        type: QueryTypes.UPDATE,
        raw: true,
        replacements: literals(bindings),
        transaction: tx ?? null,
      });
      return changed;
    },
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        let isDone = false;
        try {
          return await sequelize.transaction(async (tx) => {
            const outcome = await work(tx);
            isDone = true;
            return outcome;
          });
        } catch (error) {
          const isLost = isConnectionLost(error);
          if (isDone && isLost) throw new CommitUnknownError(error);
          if (attempt >= TRIES || !(isUndone(error) || isLost)) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
        }
      }
    },
    ping: async () => {
      await sequelize.query('SELECT 1');
    },
    close: () => sequelize.close(),
  };
  return database;
}

/** Sequelize writes a Date of a raw statement in whole seconds; ours have milliseconds. */
function literals(bindings: Bindings = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [name, value instanceof Date ? sqlTime(value) : value]),
  );
}

function sqlTime(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '');
}

/** Sessions read what is committed and never wait long for a lock; every clock is UTC. */
async function prepareConnection(connection: unknown): Promise<void> {
  const session = (connection as { promise(): { query(sql: string): Promise<unknown> } }).promise();
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  await session.query("SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 5");
}
