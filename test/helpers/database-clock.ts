import type { Connection } from 'mysql2';
import type { Database } from '../../server/db/database.ts';

/** An offset between the database's clock and real time, for all attached connections. */
export interface DatabaseClock {
  /** Applies from the next statement. A negative offset is behind real time. */
  setOffset(seconds: number): void;
  attachTo(database: Database): void;
}

/**
 * Creates a clock that runs like a real one: a session's `timestamp` is a fixed moment, so it is set again
 * before each statement. The setting does not change SYSDATE(). Sends nothing until an offset is set.
 */
export function createDatabaseClock(): DatabaseClock {
  let offset = 0;

  function wrap(connection: Connection): void {
    let isMoved = false;
    const query = connection.query.bind(connection);
    const follow = () => {
      if (offset === 0 && !isMoved) return;
      isMoved = offset !== 0;
      const value = isMoved ? `UNIX_TIMESTAMP(SYSDATE(6)) + ${offset}` : 'DEFAULT';
      query(`SET SESSION timestamp = ${value}`, () => undefined);
    };
    // A connection runs its commands in order.
    for (const name of ['query', 'execute'] as const) {
      const plain = connection[name].bind(connection) as (...args: unknown[]) => unknown;
      Object.assign(connection, {
        [name]: (...args: unknown[]) => {
          follow();
          return plain(...args);
        },
      });
    }
  }

  return {
    setOffset: (seconds) => {
      offset = seconds;
    },
    attachTo: ({ sequelize }) => {
      sequelize.addHook('afterConnect', (connection) => wrap(connection as Connection));
    },
  };
}
