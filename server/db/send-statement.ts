import type { Connection, QueryError } from 'mysql2';
import { statementSpan } from '../kernel/tracing/statement-span.ts';
import { DatabaseTimeoutError } from './database-errors.ts';
import type { Statement } from './statement.ts';
import { startTimer } from './time-limits.ts';

/**
 * A statement with more values than this is put together here instead of being prepared: its text is
 * different each time (a list, many rows), and preparing it would cost a round trip and a place in the server.
 */
const PREPARED_VALUES_MAX = 40;

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
  const isPrepared = values.length > 0 && values.length <= PREPARED_VALUES_MAX;
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
