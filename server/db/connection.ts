import type { Connection, QueryError } from 'mysql2';
import { statementSpan } from '../kernel/tracing/statement-span.ts';
import {
  DatabaseTimeoutError,
  isConnectionLost,
  isNotInCluster,
  isUnknownVariable,
  isUnreachable,
  NotConnectedError,
} from './database-errors.ts';
import type { Statement } from './statement.ts';
import { startTimer } from './time-limits.ts';

/**
 * A statement with more values than a page of 50 ids needs is put together here instead of being prepared: its text is
 * different each time (a list, many rows), and preparing it would cost a round trip and a place in the server.
 */
const PREPARED_VALUES_MAX = 56;
/** How long it may take to open a connection, and again to prepare it. */
export const CONNECT_MS = 5_000;

/** The SQL mode is ours, whatever the server's own setting is (see `createPreparation`). */
const SETTINGS = `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 3,
  sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`;
/**
 * On a node of Galera, a read, an UPDATE or DELETE (2) and an INSERT (4) wait until the node has what any other had
 * committed before: a server sees what another one has stored, on whichever node (decision 0382). Without Galera it does
 * nothing.
 */
const UP_TO_DATE = 'wsrep_sync_wait = 7';

/**
 * Connections to nodes of Galera. Their statements are not prepared: when another node undoes a transaction while a statement
 * of it is being prepared, MariaDB does not say so, and what follows is stored without what came before (decision 0405).
 */
const toNodes = new WeakSet<Connection>();

/**
 * Returns the function that prepares each new connection of a pool. Sessions read what is committed and never wait long
 * for a lock; every clock is UTC. A value that does not fit is an error, and a backslash escapes, as the driver's and
 * Sequelize's escaping expects.
 */
export function createPreparation(): (connection: Connection) => Promise<void> {
  let knowsGalera = true;

  async function prepare(connection: Connection): Promise<void> {
    const endsAt = performance.now() + CONNECT_MS;
    const say = <Result>(text: string) =>
      sendStatement<Result>(connection, { text, values: [] }, endsAt - performance.now());
    await say('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    if (knowsGalera) {
      try {
        await say(`${SETTINGS}, ${UP_TO_DATE}`);
        const [row] = await say<{ isNode: number }[]>('SELECT @@wsrep_on AS isNode');
        if (Number(row?.isNode) === 1) toNodes.add(connection);
        return;
      } catch (error) {
        // MySQL, and builds of MariaDB without Galera.
        if (!isUnknownVariable(error)) throw error;
        knowsGalera = false;
      }
    }
    await say(SETTINGS);
  }

  return async (connection) => {
    try {
      await prepare(connection);
    } catch (error) {
      // The pool has not got it yet, so nobody else closes it.
      closeNow(connection);
      if (error instanceof DatabaseTimeoutError) throw new DatabaseTimeoutError('connection');
      throw isConnectionLost(error) && !isUnreachable(error) ? new NotConnectedError(error) : error;
    }
  };
}

/**
 * Sends one statement. Without values it goes as text: those that open and end a transaction cannot all be
 * prepared. A connection that gives no answer in time is closed: what it would answer later belongs to no
 * one, and the server rolls back its transaction when it sees that the connection is closed.
 * @throws {DatabaseTimeoutError} after `ms` milliseconds.
 */
export function sendStatement<Result>(
  connection: Connection,
  { text, values }: Statement,
  ms: number,
): Promise<Result> {
  const isPrepared = values.length > 0 && values.length <= PREPARED_VALUES_MAX && !toNodes.has(connection);
  const span = statementSpan(text);
  return new Promise((resolve, reject) => {
    const cancel = startTimer(ms, () => {
      closeNow(connection);
      span?.end('timeout');
      reject(new DatabaseTimeoutError('answer'));
    });
    const done = (error: QueryError | null, result: unknown) => {
      cancel();
      span?.end(error ? error.code : undefined);
      // Through a balancer, the next connection leads to a node that takes statements.
      if (isNotInCluster(error)) closeNow(connection);
      if (error) reject(error);
      else resolve(result as Result);
    };
    if (isPrepared) connection.execute(text, values, done);
    else connection.query(text, values, done);
  });
}

/** Closes a connection at once: `destroy` of the driver waits until a server, which may be frozen, has read everything. */
export function closeNow(connection: Connection): void {
  connection.destroy();
  const { stream } = connection as unknown as { stream: { destroy(): void } };
  stream.destroy();
}
