import { type Sequelize, Transaction } from 'sequelize';
import type { Statement } from './statement.ts';

/** Sends one statement that Sequelize has written. Resolves to what the driver answers. */
type Send = (statement: Statement) => Promise<unknown>;
type Done = (error: unknown, result?: unknown) => void;

/** What Sequelize expects back from the driver when it sends a statement; we need none of it. */
const SENT = { setMaxListeners: () => undefined };

/**
 * Given to a call of a Sequelize model as its `transaction`: Sequelize writes the statements, and `send` runs them
 * with our limits and on our connection. It begins and ends nothing in the database.
 */
export class StatementRoute extends Transaction {
  /** The driver's own error of the statement that failed. Sequelize throws one of its own in its place. */
  failure: unknown = undefined;
  /** The part of a connection that Sequelize uses to run a statement. */
  readonly connection: {
    execute(text: string, values: Statement['values'], done: Done): typeof SENT;
    query(statement: { sql: string }, done: Done): typeof SENT;
  };

  constructor(sequelize: Sequelize, send: Send) {
    super(sequelize, {});
    const pass = (statement: Statement, done: Done) => {
      send(statement).then(
        (result) => done(null, result),
        (error) => {
          this.failure = error;
          done(error);
        },
      );
      return SENT;
    };
    this.connection = {
      execute: (text, values, done) => pass({ text, values }, done),
      query: ({ sql }, done) => pass({ text: sql, values: [] }, done),
    };
  }

  /** Refuses: only `Database.transaction` commits. */
  override commit(): Promise<void> {
    return Promise.reject(new Error('Database.transaction commits, not a call of a model'));
  }

  /** Does nothing: Sequelize calls it after a deadlock, and `Database.transaction` rolls back. */
  override rollback(): Promise<void> {
    return Promise.resolve();
  }
}

/** Makes a call of one of these models fail when it does not use a `StatementRoute`. */
export function requireStatementRoute(sequelize: Sequelize, models: Iterable<unknown>): void {
  const watched = new Set(models);
  sequelize.addHook('beforeQuery', (options: { model?: unknown; transaction?: unknown }) => {
    if (!watched.has(options.model) || options.transaction instanceof StatementRoute) return;
    throw new Error('call models through Database.callModel, and pass its transaction on');
  });
}
