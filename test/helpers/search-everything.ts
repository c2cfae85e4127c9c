import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../server/db/database.ts';

/** A place where a word was found: `table.column`, or a file. */
export interface Hit {
  place: string;
  word: string;
  /** What is around it. */
  text: string;
}

/** Returns every form in which a number may be written: plain, and as base64, as in the platform's message ids. */
export function formsOfNumber(digits: string): string[] {
  // Base64 of a text depends on its offset in groups of three bytes; the ends depend on the neighbours.
  const encoded = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${'.'.repeat(offset)}${digits}`)
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(offset === 0 ? 0 : offset + 1, -2);
  });
  return [digits, Buffer.from(digits).toString('hex'), ...encoded];
}

/**
 * Searches every column of every table and every file of a folder for words, in texts and in bytes, case
 * aside. It reads everything, so it needs no knowledge of the schema.
 */
export async function searchEverything(
  database: Database,
  folder: string,
  words: readonly string[],
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const tables = await database.select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  );
  const look = (place: string, bytes: Buffer) => {
    const text = bytes.toString('latin1');
    const folded = text.toLowerCase();
    for (const word of words) {
      const at = folded.indexOf(Buffer.from(word).toString('latin1').toLowerCase());
      if (at >= 0) hits.push({ place, word, text: text.slice(Math.max(0, at - 80), at + 120) });
    }
  };
  for (const { name } of tables) {
    const rows = await database.select<Record<string, unknown>>(`/* system: test */ SELECT * FROM ${name}`);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (value === null) continue;
        const bytes = Buffer.isBuffer(value)
          ? value
          : Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value));
        look(`${name}.${column}`, bytes);
        // Bytes that are text in hexadecimal or the other way round.
        if (Buffer.isBuffer(value)) look(`${name}.${column}`, Buffer.from(value.toString('hex')));
      }
    }
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    look(path, Buffer.from(entry.name));
    if (entry.isFile()) look(path, readFileSync(path));
  }
  return hits;
}
