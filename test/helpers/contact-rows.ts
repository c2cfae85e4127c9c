import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';

/** What only grows, or says when something was changed. */
const GROWING = ['events', 'webhook_events', 'idempotency_keys', 'contact_history', 'insight_facts'];
const CHANGED_AT = ['updated_at', 'webhook_seq', 'revision'];
/** A place in an index of numbers, which each contact gets with its number. */
const DERIVED = ['contact_suffixes'];

/** Returns all rows that name a contact, table by table, as they can be compared. */
export async function contactRows(
  database: Database,
  tenantId: Buffer,
  id: Buffer,
): Promise<Record<string, string[]>> {
  const tables = await database.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'contact_id' ORDER BY table_name`,
  );
  const all: Record<string, string[]> = {};
  const queries: [string, string][] = [
    ...tables.map(({ name }): [string, string] => [
      name,
      `SELECT * FROM ${name} WHERE tenant_id = :tenantId AND contact_id = :id`,
    ]),
    ['contacts', 'SELECT * FROM contacts WHERE tenant_id = :tenantId AND id = :id'],
  ];
  for (const [name, sql] of queries) {
    if (DERIVED.includes(name)) continue;
    const rows = await database.select<Record<string, unknown>>(sql, { tenantId, id });
    const plain = rows.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !CHANGED_AT.includes(column));
      return JSON.stringify(Object.fromEntries(kept));
    });
    if (plain.length > 0) all[name] = plain.toSorted();
  }
  return all;
}

/** Expects the rows of a contact to be those of before, and that what only grows has them still. */
export function expectSameRows(now: Record<string, string[]>, before: Record<string, string[]>): void {
  for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
    if (GROWING.includes(name))
      expect(now[name] ?? [], name).toEqual(expect.arrayContaining(before[name] ?? []));
    else expect(now[name], name).toEqual(before[name]);
  }
}
