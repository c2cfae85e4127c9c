/**
 * One step of the schema. Statements must be repeatable (`IF NOT EXISTS`): MySQL commits each of
 * them by itself, so a crash in the middle means that the whole step runs again.
 */
export interface Migration {
  name: string;
  statements: readonly string[];
}
