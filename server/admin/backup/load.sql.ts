import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { OperatorError } from '../../db/local-mariadb/index.ts';
import { RESTORE_MARKER } from '../../db/migrate.ts';
import { withTls } from '../../db/tls.ts';
import { SCHEMA_TABLES } from './manifest.ts';
import { damaged } from './sealed-stream.ts';

const BATCH_ROWS = 500;
const BATCH_BYTES = 1024 * 1024;

type Named = RowDataPacket & { name: string };

/** The database that a backup is loaded into, on a connection of its own. */
export interface Target {
  /** Whether an earlier restore did not end. */
  readonly isHalfRestored: boolean;
  readonly tables: readonly string[];
  /** Whether any program other than this one is connected to the database. */
  isInUse(): Promise<boolean>;
  /** Marks the database as incomplete and removes every table from it. */
  begin(): Promise<void>;
  /** Removes the rows that migrations have written. */
  empty(): Promise<void>;
  loaderOf(table: string, columns: readonly string[]): Promise<TableLoader>;
  count(table: string): Promise<number>;
  /** Removes the mark: the database is whole. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Writes lines of one table in batches. */
export interface TableLoader {
  add(line: string): Promise<void>;
  flush(): Promise<void>;
}

export async function openTarget(url: string): Promise<Target> {
  const connection = await createConnection({ ...withTls(url), charset: 'utf8mb4' });
  await connection.query(
    `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00',
       foreign_key_checks = 0, unique_checks = 0`,
  );
  const tables = await tableNames(connection);
  return {
    isHalfRestored: tables.includes(RESTORE_MARKER),
    tables: tables.filter((name) => name !== RESTORE_MARKER),
    isInUse: async () => {
      // A connection that has just been closed stays in the list for a moment.
      for (let tries = 1; ; tries += 1) {
        const [rows] = await connection.query<RowDataPacket[]>(
          'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
        );
        if (rows.length === 0 || tries >= 10) return rows.length > 0;
        await sleep(100);
      }
    },
    begin: async () => {
      await connection.query(
        `CREATE TABLE IF NOT EXISTS ${RESTORE_MARKER} (id TINYINT NOT NULL PRIMARY KEY) ENGINE=InnoDB`,
      );
      for (const name of await tableNames(connection))
        if (name !== RESTORE_MARKER) await connection.query(`DROP TABLE \`${name}\``);
    },
    empty: async () => {
      for (const name of await tableNames(connection))
        if (name !== RESTORE_MARKER && !SCHEMA_TABLES.includes(name))
          await connection.query(`DELETE FROM \`${name}\``);
    },
    loaderOf: (table, columns) => loaderOf(connection, table, columns),
    count: async (table) => {
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS count FROM \`${table}\``);
      return Number(rows[0]?.count ?? -1);
    },
    end: async () => {
      await connection.query(`DROP TABLE ${RESTORE_MARKER}`);
    },
    close: () => connection.end(),
  };
}

async function tableNames(connection: Connection): Promise<string[]> {
  const [rows] = await connection.query<Named[]>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  );
  return rows.map(({ name }) => name);
}

async function loaderOf(
  connection: Connection,
  table: string,
  columns: readonly string[],
): Promise<TableLoader> {
  const [found] = await connection.query<(Named & { type: string; isGenerated: number })[]>(
    `SELECT column_name AS name, data_type AS type, COALESCE(generation_expression, '') <> '' AS isGenerated
     FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ?`,
    [table],
  );
  const types = new Map(found.map(({ name, type }) => [name, type]));
  // Earlier backups have the values of generated columns, which the database refuses.
  const generated = new Set(found.filter((column) => column.isGenerated).map(({ name }) => name));
  const isStored = columns.map((column) => !generated.has(column));
  const isBinary = columns.map((column) => {
    const type = types.get(column);
    if (type === undefined)
      throw new OperatorError(
        'backup_newer',
        `The backup has ${table}.${column}, which this version does not know.`,
      );
    return /binary$|blob$/.test(type);
  });
  const stored = columns.filter((_, index) => isStored[index]);
  const list = stored.map((column) => `\`${column}\``).join(', ');
  let rows: (Buffer | string | null)[][] = [];
  let bytes = 0;
  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const batch = rows;
    rows = [];
    bytes = 0;
    await connection.query(`INSERT INTO \`${table}\` (${list}) VALUES ?`, [batch]);
  }
  return {
    flush,
    add: async (line) => {
      const values: unknown = JSON.parse(line);
      if (!Array.isArray(values) || values.length !== columns.length)
        throw damaged(`a row of ${table} is not valid`);
      const cells = values.map((value, index) => {
        if (value === null) return null;
        return isBinary[index] ? Buffer.from(String(value), 'base64') : String(value);
      });
      rows.push(cells.filter((_, index) => isStored[index]));
      bytes += line.length;
      if (rows.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await flush();
    },
  };
}
