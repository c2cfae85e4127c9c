import { create } from 'zustand';

/** The columns that a list of contacts can show besides the name; a custom field is `field:` and its key. */
export const COLUMNS = ['phone', 'status', 'tags', 'seen', 'added', 'changed', 'email', 'marketing'] as const;

export type ColumnKey = (typeof COLUMNS)[number] | `field:${string}`;

/** Columns beside the name that fit on a wide screen. */
export const COLUMNS_MAX = 5;

const STANDARD: readonly ColumnKey[] = ['phone', 'status', 'tags', 'seen', 'added'];
const STORED_AS = 'switchboard.contact-columns';

/** The columns that the person has chosen on this device. */
export const useColumns = create<{ keys: readonly ColumnKey[] }>(() => ({ keys: storedColumns() }));

/** Shows other columns, and keeps the choice on this device. */
export function chooseColumns(keys: readonly ColumnKey[]): void {
  globalThis.localStorage?.setItem(STORED_AS, keys.join(' '));
  useColumns.setState({ keys });
}

function storedColumns(): readonly ColumnKey[] {
  const stored = globalThis.localStorage?.getItem(STORED_AS);
  if (stored === null || stored === undefined) return STANDARD;
  return stored.split(' ').filter(isColumn).slice(0, COLUMNS_MAX);
}

function isColumn(key: string): key is ColumnKey {
  return /^field:[a-z][a-z0-9_]*$/.test(key) || COLUMNS.some((one) => one === key);
}
