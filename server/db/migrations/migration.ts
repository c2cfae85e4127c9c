import type { Database } from '../database.ts';

/**
 * One step of the schema. Statements must be repeatable: MySQL commits each of them by itself, so a crash
 * in the middle means that the whole step runs again. Tables say `IF NOT EXISTS`; columns cannot (MySQL has
 * no such words for them), so an `ALTER TABLE` that finds its column or key added, or dropped, is taken as
 * done. Such a statement does all that it says or nothing.
 */
export interface Migration {
  name: string;
  statements: readonly string[];
  /** What is left to do in steps, after the statements; repeatable as they are. */
  fill?: (database: Database) => Promise<void>;
}
