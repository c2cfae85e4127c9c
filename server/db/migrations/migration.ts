import type { Database } from '../database.ts';

/**
 * One step of the schema. Statements must be repeatable (`IF NOT EXISTS`): MySQL commits each of
 * them by itself, so a crash in the middle means that the whole step runs again.
 */
export interface Migration {
  name: string;
  statements: readonly string[];
  /** What is left to do in steps, after the statements; repeatable as they are. */
  fill?: (database: Database) => Promise<void>;
}
