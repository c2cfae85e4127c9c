import type { Connection } from 'mysql2';
import type { Database } from '../../server/db/database.ts';

/** Sets how far the database's clock is from the real one, for every connection that it is attached to. */
export interface DatabaseClock {
  /** Follows the new offset with the very next statement. Negative is behind the real time. */
  setOffset(seconds: number): void;
  attachTo(database: Database): void;
}

/**
 * Makes a clock that runs, as a real one does: `timestamp` of a session is a fixed moment, so it is set again
 * before each statement. SYSDATE() is the one time that the setting leaves as it is. With no offset ever set,
 * nothing is sent.
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
    // A connection works through its commands in order.
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
