import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { OperatorError } from '../../db/local-mariadb/index.ts';
import { withTls } from '../../db/tls.ts';
import type { ArchiveWriter } from './archive.ts';
import { ENTRY, SCHEMA_TABLES } from './manifest.ts';

const zip = promisify(gzip);

const PAGE_ROWS = 1_000;
/** Rows of a page are at most this large on average: a callback may have 4 MB. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PART_BYTES = 4 * 1024 * 1024;

/** Types whose values are bytes: written in base64. All others are written as the database's own text. */
const BINARY = /^(?:var)?binary$|blob$/;
const TEXTUAL =
  /^(?:(?:tiny|small|medium|big)?int|decimal|double|date|datetime|time|timestamp|char|varchar|(?:tiny|medium|long)?text|json|enum)$/;

export interface DumpedTable {
  name: string;
  columns: string[];
  isBinary: boolean[];
  primaryKey: string[];
}

/** A consistent view of the database, on a connection of its own. */
export interface Snapshot {
  readonly database: string;
  readonly migrations: string[];
  readonly tables: DumpedTable[];
  /** Yields rows in the order of the primary key: text, or bytes, or null for each column. */
  rows(table: DumpedTable): AsyncGenerator<(Buffer | null)[]>;
  close(): Promise<void>;
}

type Named = RowDataPacket & Record<string, string>;

/**
 * Opens a snapshot: what is committed now is read, whatever is written later.
 * A change of a table's columns in the meantime is an error, not a wrong backup.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const connection = await createConnection({
    ...withTls(url),
    charset: 'utf8mb4',
    // Every value as the bytes that the server sent.
    typeCast: (field) => field.buffer(),
  });
  const texts = async (sql: string, values: string[] = []) => {
    const [rows] = await connection.query<Named[]>(sql, values);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    );
  };
  try {
    await connection.query(
      "SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00', net_write_timeout = 600",
    );
    await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const [server] = await texts('SELECT VERSION() AS version');
    const migrations = await texts('SELECT name FROM migrations ORDER BY name');
    const tables = await tablesOf(texts);
    return {
      database: server?.version ?? '',
      migrations: migrations.map(({ name = '' }) => name),
      tables,
      rows: (table) => pagesOf(connection, table),
      close: async () => {
        await connection.query('ROLLBACK').catch(() => undefined);
        await connection.end();
      },
    };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** Generated columns are left out: the database makes their values from the others. */
async function tablesOf(texts: (sql: string) => Promise<Record<string, string>[]>): Promise<DumpedTable[]> {
  const columns = await texts(
    `SELECT c.table_name AS tableName, c.column_name AS columnName, c.data_type AS dataType
     FROM information_schema.columns c JOIN information_schema.tables t
       ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') = ''
     ORDER BY c.table_name, c.ordinal_position`,
  );
  const keys = await texts(
    `SELECT table_name AS tableName, column_name AS columnName FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND index_name = 'PRIMARY' ORDER BY table_name, seq_in_index`,
  );
  const tables = new Map<string, DumpedTable>();
  for (const { tableName = '', columnName = '', dataType = '' } of columns) {
    if (SCHEMA_TABLES.includes(tableName)) continue;
    if (!BINARY.test(dataType) && !TEXTUAL.test(dataType))
      throw new Error(`a backup cannot hold ${tableName}.${columnName}, whose type is ${dataType}`);
    const table = tables.get(tableName) ?? { name: tableName, columns: [], isBinary: [], primaryKey: [] };
    table.columns.push(columnName);
    table.isBinary.push(BINARY.test(dataType));
    tables.set(tableName, table);
  }
  for (const { tableName = '', columnName = '' } of keys) tables.get(tableName)?.primaryKey.push(columnName);
  for (const { name, primaryKey } of tables.values())
    if (primaryKey.length === 0) throw new Error(`a backup cannot hold ${name}: it has no primary key`);
  return [...tables.values()];
}

async function* pagesOf(
  connection: Connection,
  { name, columns, isBinary, primaryKey }: DumpedTable,
): AsyncGenerator<(Buffer | null)[]> {
  const places = primaryKey.map((column) => columns.indexOf(column));
  const list = columns.map((column) => `\`${column}\``).join(', ');
  const order = primaryKey.map((column) => `\`${column}\``).join(', ');
  let last: (Buffer | null)[] | null = null;
  let pageRows = 100;
  for (;;) {
    const after = last
      ? keyAfter(
          primaryKey,
          places.map((place) => keyValue(last?.[place] ?? null, isBinary[place] ?? false)),
        )
      : null;
    const [rows] = await connection
      .query<RowDataPacket[][]>({
        sql: `SELECT ${list} FROM \`${name}\` ${after ? `WHERE ${after.sql}` : ''} ORDER BY ${order} LIMIT ${pageRows}`,
        values: after?.values ?? [],
        rowsAsArray: true,
      })
      .catch((error: unknown) => {
        throw asSnapshotError(error);
      });
    const page = rows as unknown as (Buffer | null)[][];
    let bytes = 0;
    for (const row of page) {
      for (const value of row) bytes += value?.length ?? 0;
      yield row;
    }
    if (page.length < pageRows) return;
    last = page.at(-1) ?? null;
    // Pages of about the same size, whatever the rows are.
    const average = bytes / page.length + 1;
    pageRows = Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / average)));
  }
}

const keyValue = (value: Buffer | null, isBinary: boolean): Buffer | string | null =>
  isBinary ? value : (value?.toString('utf8') ?? null);

/** Returns the condition for rows after a key, written out: servers do not use an index for a row comparison. */
function keyAfter(primaryKey: readonly string[], key: readonly (Buffer | string | null)[]) {
  const values: (Buffer | string | null)[] = [];
  const sql = primaryKey
    .map((column, index) => {
      values.push(...key.slice(0, index + 1));
      const same = primaryKey.slice(0, index).map((one) => `\`${one}\` = ? AND `);
      return `(${same.join('')}\`${column}\` > ?)`;
    })
    .join(' OR ');
  return { sql, values };
}

/** ER_TABLE_DEF_CHANGED: the table was altered after the snapshot. */
function asSnapshotError(error: unknown): unknown {
  if ((error as { errno?: number }).errno !== 1412) return error;
  return new OperatorError(
    'schema_changed',
    'The database was migrated during the backup. Take the backup again.',
    { cause: error },
  );
}

/** Writes the rows of a table as parts of at most a few megabytes. Returns their number and digest. */
export async function dumpTable(
  snapshot: Snapshot,
  table: DumpedTable,
  archive: ArchiveWriter,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  let parts = 0;
  let lines: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    await archive.add(ENTRY.table(table.name, ++parts), await zip(Buffer.concat(lines), { level: 4 }));
    lines = [];
    bytes = 0;
  };
  for await (const row of snapshot.rows(table)) {
    const values = row.map((value, index) =>
      value === null ? null : value.toString(table.isBinary[index] ? 'base64' : 'utf8'),
    );
    const line = Buffer.from(`${JSON.stringify(values)}\n`);
    hash.update(line);
    rows += 1;
    lines.push(line);
    bytes += line.length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return { rows, sha256: hash.digest('hex') };
}
