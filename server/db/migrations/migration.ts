import type { Database } from '../database.ts';

/**
 * One step of the schema. Statements must be repeatable: MySQL commits each one separately, so after a crash
 * the whole step runs again. Tables use `IF NOT EXISTS`. MySQL has no such clause for columns, so an
 * `ALTER TABLE` whose column or key is already added, or dropped, counts as done: the statement is atomic.
 */
export interface Migration {
  name: string;
  statements: readonly string[];
  /** Fills tables step by step after the statements; must be repeatable too. */
  fill?: (database: Database) => Promise<void>;
}
