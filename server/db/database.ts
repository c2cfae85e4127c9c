import type { Connection, QueryError, ResultSetHeader } from 'mysql2';
import { type Options, Sequelize } from 'sequelize';
import { CommitUnknownError, isConnectionLost, isUndone } from './database-errors.ts';
import { defineModels, type Models } from './models/index.ts';
import { type Bindings, bind } from './statement.ts';

export type { Bindings } from './statement.ts';

/** One transaction: its statements run on the connection that it holds. */
export interface Transaction {
  readonly connection: Connection;
}

/** The connection pool and the few ways of using it. */
export interface Database {
  readonly models: Models;
  readonly sequelize: Sequelize;
  /** Rows of a SELECT: buffers, dates and strings as the driver gives them. */
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

/**
 * A statement with more values than this is put together here instead of being prepared: its text is
 * different each time (a list, many rows), and preparing it would cost a round trip and a place in the server.
 */
const PREPARED_VALUES_MAX = 40;

/** Opens the pool. Nothing is asked of the database until the first statement. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const settings: Options & { keepDefaultTimezone: boolean } = {
    dialect: 'mysql',
    logging: false,
    timezone: '+00:00',
    keepDefaultTimezone: true,
    pool: { max: options.poolSize ?? 15, min: 0, acquire: 10_000, idle: 60_000 },
    // `typeCast`: the driver's own types. Sequelize's would take each value through a function and a date library.
    dialectOptions: {
      charset: 'utf8mb4',
      maxPreparedStatements: 200,
      connectTimeout: 5_000,
      typeCast: true,
    },
    hooks: { afterConnect: prepareConnection },
  };
  const sequelize = new Sequelize(url, settings);
  const pool = sequelize.connectionManager;

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = (await pool.getConnection({ type: 'write' })) as Connection;
    try {
      return await work(connection);
    } finally {
      pool.releaseConnection(connection);
    }
  }

  async function ask<Result>(sql: string, bindings?: Bindings, tx?: Transaction): Promise<Result> {
    options.onStatement?.(sql);
    if (tx) return send<Result>(tx.connection, sql, bindings);
    return withConnection((connection) => send<Result>(connection, sql, bindings));
  }

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return withConnection(async (connection) => {
      let isDone = false;
      try {
        await send(connection, 'START TRANSACTION');
        const outcome = await work({ connection });
        isDone = true;
        await send(connection, 'COMMIT');
        return outcome;
      } catch (error) {
        if (isDone && isConnectionLost(error)) throw new CommitUnknownError(error);
        // A connection whose rollback fails may still hold the transaction: nobody gets it again.
        await send(connection, 'ROLLBACK').catch(() => connection.destroy());
        throw error;
      }
    });
  }

  return {
    sequelize,
    models: defineModels(sequelize),
    select: (sql, bindings, tx) => ask(sql, bindings, tx),
    run: async (sql, bindings, tx) => (await ask<ResultSetHeader>(sql, bindings, tx)).affectedRows,
    transaction: async (work) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tries >= TRIES || !(isUndone(error) || isConnectionLost(error))) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));
        }
      }
    },
    ping: async () => {
      await ask('SELECT 1');
    },
    close: () => sequelize.close(),
  };
}

/** Statements without values go as text: those that open and end a transaction cannot all be prepared. */
function send<Result>(connection: Connection, sql: string, bindings?: Bindings): Promise<Result> {
  const { text, values } = bind(sql, bindings);
  const isPrepared = values.length > 0 && values.length <= PREPARED_VALUES_MAX;
  return new Promise((resolve, reject) => {
    const done = (error: QueryError | null, result: unknown) =>
      error ? reject(error) : resolve(result as Result);
    if (isPrepared) connection.execute(text, values, done);
    else connection.query(text, values, done);
  });
}

/**
 * Sessions read what is committed and never wait long for a lock; every clock is UTC. A value that does not fit
 * is an error, whatever the server's own setting is: nothing is cut or becomes zero in silence.
 */
async function prepareConnection(connection: unknown): Promise<void> {
  const session = (connection as { promise(): { query(sql: string): Promise<unknown> } }).promise();
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  await session.query(
    `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 5,
       sql_mode = CONCAT_WS(',', @@sql_mode, 'STRICT_ALL_TABLES')`,
  );
}
