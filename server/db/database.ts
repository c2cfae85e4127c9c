import type { Connection, ResultSetHeader } from 'mysql2';
import { type Options, Sequelize, type Transaction as SequelizeTransaction } from 'sequelize';
import { CONNECT_MS, closeNow, createPreparation, sendStatement } from './connection.ts';
import { type ConnectionShare, createShare, RESERVED, type ShareName } from './connection-shares.ts';
import {
  CommitUnknownError,
  DatabaseTimeoutError,
  isConnectionLost,
  isNotWritable,
  isUnconfirmedCommit,
  isUndone,
  isUnreachable,
} from './database-errors.ts';
import { associate } from './models/associations.ts';
import { defineModels, type Models } from './models/index.ts';
import { createRepeat } from './repeat.ts';
import { type Bindings, bind, type Statement } from './statement.ts';
import { requireStatementRoute, StatementRoute } from './statement-route.ts';
import { BACKGROUND_LIMITS, startTimer, type TimeLimits } from './time-limits.ts';
import { withTls } from './tls.ts';

export type { Bindings } from './statement.ts';

/** One transaction: its statements run on the connection that it holds. */
export interface Transaction {
  readonly connection: Connection;
  /** When it must be ready to commit, by `performance.now()`. */
  readonly endsAt: number;
}

/** The connection pool and the few ways of using it. */
export interface Database {
  readonly models: Models;
  readonly sequelize: Sequelize;
  /**
   * Rows of a SELECT: buffers, dates and strings as the driver gives them.
   * @throws {DatabaseTimeoutError} past the time limits.
   */
  select<Row extends object>(sql: string, bindings?: Bindings, tx?: Transaction): Promise<Row[]>;
  /**
   * Runs a writing statement; answers how many rows it changed. Outside a transaction, it runs again when the
   * database has undone it.
   * @throws {DatabaseTimeoutError} past the time limits, before the statement was sent.
   * @throws {CommitUnknownError} outside a transaction, when the connection broke or gave no answer in time.
   */
  run(sql: string, bindings?: Bindings, tx?: Transaction): Promise<number>;
  /**
   * Runs one call of a model's method, such as `models.user.findAll`, which must pass the given `transaction` on.
   * Its statements keep the time limits of `select` and `run`, and it throws what those throw: the driver's errors.
   */
  callModel<T>(call: (transaction: SequelizeTransaction) => Promise<T>, tx?: Transaction): Promise<T>;
  /**
   * Runs `work` in one transaction, and all of it again when the database asks for that (deadlock,
   * lock wait, connection lost before the commit). So `work` may have no effect outside the transaction.
   * @throws {CommitUnknownError} when the connection broke, or gave no answer in time, during the commit.
   * @throws {DatabaseTimeoutError} past the time limits; nothing was stored.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
  /** Returns when a write was last refused because the disk is full or the database read-only (`performance.now()`). */
  lastRefusedWriteAt(): number;
  /** Returns how long requests and background work wait for a connection now, in milliseconds. */
  waitMs(): number;
  /** The same pool under other time limits. `openDatabase` starts with those for background work. */
  withLimits(limits: TimeLimits): Database;
  /**
   * The same pool and limits, with the connections of another share of it. Each statement outside a transaction, and
   * each transaction, waits for `turn` once it has its place in the share.
   */
  withShare(share: ShareName, turn?: () => Promise<void>): Database;
  /** The same pool, limits and share for a caller: where many wait for a connection, callers take turns. */
  inTurnOf(caller: string): Database;
  close(): Promise<void>;
}

/** Where statements get their connection, and what they wait for before. */
interface Place {
  share: ShareName;
  caller: string;
  turn?: (() => Promise<void>) | undefined;
}

export interface DatabaseOptions {
  /** Connections for everything but the reserved shares (connection-shares.ts). */
  poolSize?: number;
  /** Sees every statement before it runs: the tripwire of the tests hangs here. */
  onStatement?: (sql: string) => void;
}

/**
 * How long a COMMIT may take at least, however late it is sent. Without an answer its outcome is unknown, and nodes of Galera
 * answer none for the 5 seconds that they wait for a sign of one that has died.
 */
const COMMIT_MS = 10_000;
const ROLLBACK_MS = 1_000;

/** Opens the pool. Nothing is asked of the database until the first statement. */
export function openDatabase(databaseUrl: string, options: DatabaseOptions = {}): Database {
  const { uri, ssl } = withTls(databaseUrl);
  const prepare = createPreparation();
  const size = options.poolSize ?? 15;
  const settings: Options & { keepDefaultTimezone: boolean } = {
    dialect: 'mysql',
    logging: false,
    timezone: '+00:00',
    keepDefaultTimezone: true,
    // `acquire` is above every limit of ours: it removes waiters from the queue that have timed out.
    pool: {
      max: size + Object.values(RESERVED).reduce((sum, count) => sum + count, 0),
      min: 0,
      acquire: 12_000,
      idle: 60_000,
    },
    // `typeCast`: the driver's own types. Sequelize's would take each value through a function and a date library.
    // `timezone`: the driver reads a time under 'Z' from its numbers, under '+00:00' by way of a text.
    dialectOptions: {
      charset: 'utf8mb4',
      timezone: 'Z',
      maxPreparedStatements: 200,
      connectTimeout: CONNECT_MS,
      typeCast: true,
      ...(ssl && { ssl }),
    },
    hooks: { afterConnect: (connection: unknown) => prepare(connection as Connection) },
  };
  const shares: Readonly<Record<ShareName, ConnectionShare>> = {
    general: createShare(size),
    callbacks: createShare(RESERVED.callbacks),
    claims: createShare(RESERVED.claims),
    broadcasts: createShare(RESERVED.broadcasts),
  };
  const sequelize = new Sequelize(uri, settings);
  const models = defineModels(sequelize);
  associate(models);
  requireStatementRoute(sequelize, Object.values(models));
  const pool = sequelize.connectionManager;
  const repeat = createRepeat();
  let refusedWriteAt = Number.NEGATIVE_INFINITY;

  /** Takes a connection of the pool. One that comes too late goes back at once. `giveBack` ends its share. */
  function acquire(ms: number, giveBack: () => void): Promise<Connection> {
    const taken = pool.getConnection({ type: 'write' }) as Promise<Connection>;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = startTimer(ms, () => {
        isLate = true;
        reject(new DatabaseTimeoutError('connection'));
      });
      taken.then(
        (connection) => {
          cancel();
          if (!isLate) return resolve(connection);
          pool.releaseConnection(connection);
          giveBack();
        },
        (error) => {
          cancel();
          giveBack();
          reject(error);
        },
      );
    });
  }

  async function withConnection<T>(
    { share, turn, caller }: Place,
    ms: number,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const endsAt = performance.now() + ms;
    const giveBack = await shares[share].take(ms, caller);
    try {
      if (turn) await turn();
    } catch (error) {
      giveBack();
      throw error;
    }
    const connection = await acquire(endsAt - performance.now(), giveBack);
    try {
      return await work(connection);
    } finally {
      pool.releaseConnection(connection);
      giveBack();
    }
  }

  function view(limits: TimeLimits, place: Place): Database {
    async function send<Result>(
      statement: Statement,
      tx?: Transaction,
      endsAt = performance.now() + limits.statementMs,
    ): Promise<Result> {
      if (tx) {
        const ms = Math.min(limits.statementMs, tx.endsAt - performance.now());
        return sendStatement<Result>(tx.connection, statement, ms);
      }
      const acquireMs = Math.min(limits.acquireMs, endsAt - performance.now());
      return withConnection(place, acquireMs, (connection) =>
        sendStatement<Result>(connection, statement, endsAt - performance.now()),
      );
    }

    async function sendWrite(statement: Statement, tx?: Transaction): Promise<ResultSetHeader> {
      try {
        if (tx) return await send<ResultSetHeader>(statement, tx);
        const endsAt = performance.now() + limits.statementMs;
        return await repeat(isUndone, place.caller, endsAt, () => send(statement, undefined, endsAt));
      } catch (error) {
        if (isNotWritable(error)) refusedWriteAt = performance.now();
        // The statement is its own transaction: the database may have carried it out, or will when it goes on.
        if (!tx && wasSent(error)) throw new CommitUnknownError(error);
        throw error;
      }
    }

    async function select<Row extends object>(
      sql: string,
      bindings?: Bindings,
      tx?: Transaction,
    ): Promise<Row[]> {
      options.onStatement?.(sql);
      return send<Row[]>(bind(sql, bindings), tx);
    }

    async function run(sql: string, bindings?: Bindings, tx?: Transaction): Promise<number> {
      options.onStatement?.(sql);
      return (await sendWrite(bind(sql, bindings), tx)).affectedRows;
    }

    async function callModel<T>(
      call: (transaction: SequelizeTransaction) => Promise<T>,
      tx?: Transaction,
    ): Promise<T> {
      const route = new StatementRoute(sequelize, async (statement) => {
        options.onStatement?.(statement.text);
        const isRead = statement.text.startsWith('SELECT');
        return isRead ? send(statement, tx) : sendWrite(statement, tx);
      });
      try {
        return await call(route);
      } catch (error) {
        throw route.failure ?? error;
      }
    }

    async function attempt<T>(work: (tx: Transaction) => Promise<T>, endsAt: number): Promise<T> {
      const left = () => endsAt - performance.now();
      return withConnection(place, Math.min(limits.acquireMs, left()), async (connection) => {
        const say = (text: string, ms: number) => sendStatement(connection, { text, values: [] }, ms);
        let isDone = false;
        try {
          await say('START TRANSACTION', left());
          const outcome = await work({ connection, endsAt });
          if (left() <= 0) throw new DatabaseTimeoutError('answer');
          isDone = true;
          await say('COMMIT', Math.max(left(), COMMIT_MS));
          return outcome;
        } catch (error) {
          if (isDone && wasSent(error)) throw new CommitUnknownError(error);
          // A connection whose rollback fails may still hold the transaction: do not return it to the pool.
          await say('ROLLBACK', ROLLBACK_MS).catch(() => closeNow(connection));
          throw error;
        }
      });
    }

    async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      const endsAt = performance.now() + limits.transactionMs;
      return repeat(isRepeatable, place.caller, endsAt, () => attempt(work, endsAt));
    }

    return {
      sequelize,
      models,
      select,
      run,
      callModel,
      transaction,
      lastRefusedWriteAt: () => refusedWriteAt,
      waitMs: shares.general.waitMs,
      ping: async () => {
        await select('SELECT 1');
      },
      withLimits: (others) => view(others, place),
      withShare: (share, turn) => view(limits, { ...place, share, turn }),
      inTurnOf: (caller) => view(limits, { ...place, caller }),
      close: () => sequelize.close(),
    };
  }

  return view(BACKGROUND_LIMITS, { share: 'general', caller: '' });
}

/** Whether a transaction that failed like this may succeed when it is run again. One out of time does not. */
function isRepeatable(error: unknown): boolean {
  return !(error instanceof DatabaseTimeoutError) && (isUndone(error) || isConnectionLost(error));
}

/** Whether the connection broke, or the time ran out, when the commit was on its way already: it may have happened. */
function wasSent(error: unknown): boolean {
  if (error instanceof DatabaseTimeoutError) return error.missing === 'answer';
  return isUnconfirmedCommit(error) || (isConnectionLost(error) && !isUnreachable(error));
}
