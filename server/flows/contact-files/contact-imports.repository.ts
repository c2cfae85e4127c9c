import type { RowOutcome } from '../../../shared/domain/contacts/contact-import.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactImportRow } from '../../db/models/contact-import.model.ts';
import { containsPattern } from '../../db/search-text.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../kernel/housekeeping/step.ts';
import { findRow, insertTuples, run, select } from '../../kernel/tenancy/rows.ts';

/** Imports and the rows of their files. */

export interface RowProblem {
  /** The place of the column, from 0; null for the row as a whole. */
  column: number | null;
  value: string | null;
  message: string;
}

/** A row of a file. `position` counts from 1 without gaps, `line` is where it is in the file. */
export interface StoredRow {
  position: number;
  line: number;
  cells: readonly string[];
  outcome: RowOutcome | null;
  problems: readonly RowProblem[] | null;
  /** Equal for rows of one person, also those with problems; null where nothing says whose the row is. */
  rowKey: Buffer | null;
  contactId: Buffer | null;
  /** Of a row that has changed a contact: the changed fields as they were (null: no contact) and as they are. */
  undo: { before: object | null; after: object } | null;
}

/** A row as the database has it; `undo` is a word of SQL. */
type RawRow = Omit<StoredRow, 'undo'> & { undoData: unknown };

const COLUMNS = `position, line, cells, outcome, problems, row_key AS rowKey, contact_id AS contactId,
  undo_data AS undoData`;
const ROWS_PER_INSERT = 500;

/** Returns an import, with its row locked: one step of it runs at a time, on one server. */
export function lockImport(ctx: QueryContext, id: Buffer): Promise<ContactImportRow | null> {
  return findRow(ctx, 'contactImport', { where: { id }, isLocked: true });
}

/** Stores rows that are not there yet. */
export async function insertImportRows(
  ctx: QueryContext,
  importId: Buffer,
  rows: readonly StoredRow[],
): Promise<void> {
  await insertTuples(
    ctx,
    `INSERT INTO contact_import_rows (tenant_id, import_id, position, line, cells, outcome, problems, row_key,
       contact_id, undo_data)`,
    rows.map((row) => [
      ...[importId, row.position, row.line, JSON.stringify(row.cells), row.outcome],
      ...[row.problems && JSON.stringify(row.problems), row.rowKey, row.contactId],
      row.undo && JSON.stringify(row.undo),
    ]),
    { atOnce: ROWS_PER_INSERT },
  );
}

/** Replaces rows by what they are now, in few statements. */
export async function replaceImportRows(
  ctx: QueryContext,
  importId: Buffer,
  rows: readonly StoredRow[],
): Promise<void> {
  await removeRows(
    ctx,
    importId,
    rows.map(({ position }) => position),
  );
  await insertImportRows(ctx, importId, rows);
}

/** Which rows to read: after a position in the order of the file, or before one, backwards. */
export interface RowsPlace {
  after?: number;
  before?: number;
  outcomes?: readonly RowOutcome[];
  limit: number;
}

export async function readImportRows(
  ctx: QueryContext,
  importId: Buffer,
  { after, before, outcomes, limit }: RowsPlace,
): Promise<StoredRow[]> {
  const rows = await select<RawRow>(
    ctx,
    `SELECT ${COLUMNS} FROM contact_import_rows
     WHERE tenant_id = :tenantId AND import_id = :importId
       ${after === undefined ? '' : 'AND position > :after'} ${before === undefined ? '' : 'AND position < :before'}
       ${outcomes ? 'AND outcome IN (:outcomes)' : ''}
     ORDER BY position ${before === undefined ? 'ASC' : 'DESC'} LIMIT ${Math.trunc(limit)}`,
    {
      importId,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
      ...(outcomes && { outcomes: [...outcomes] }),
    },
  );
  return rows.map(withJson);
}

/** Returns the rows with problems after a position, in the order of the file. */
export async function readProblemRows(
  ctx: QueryContext,
  importId: Buffer,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> {
  const rows = await select<RawRow>(
    ctx,
    `SELECT ${COLUMNS} FROM contact_import_rows
     WHERE tenant_id = :tenantId AND import_id = :importId AND position > :after AND problems IS NOT NULL
     ORDER BY position LIMIT ${Math.trunc(limit)}`,
    { importId, after },
  );
  return rows.map(withJson);
}

/** Returns the first line that has each key and no problem, among the rows up to a position. */
export async function firstLines(
  ctx: QueryContext,
  importId: Buffer,
  keys: readonly Buffer[],
  upTo: number,
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await select<{ rowKey: Buffer; line: number }>(
    ctx,
    `SELECT row_key AS rowKey, MIN(line) AS line FROM contact_import_rows
     WHERE tenant_id = :tenantId AND import_id = :importId AND row_key IN (:keys) AND position <= :upTo
       AND problems IS NULL
     GROUP BY row_key`,
    { importId, keys: [...keys], upTo },
  );
  return new Map(rows.map(({ rowKey, line }) => [rowKey.toString('hex'), Number(line)]));
}

/** Returns which of these contacts have a conversation, which messages and notes belong to. */
export async function contactsWithConversation(
  ctx: QueryContext,
  contactIds: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (contactIds.length === 0) return new Set();
  const rows = await select<{ contactId: Buffer }>(
    ctx,
    'SELECT contact_id AS contactId FROM conversations WHERE tenant_id = :tenantId AND contact_id IN (:contactIds)',
    { contactIds: [...contactIds] },
  );
  return new Set(rows.map(({ contactId }) => contactId.toString('hex')));
}

/** Deletes up to 1,000 rows of an import; returns how many. */
export function dropImportRows(ctx: QueryContext, importId: Buffer): Promise<number> {
  return run(
    ctx,
    `DELETE FROM contact_import_rows WHERE tenant_id = :tenantId AND import_id = :importId LIMIT ${BATCH_ROWS}`,
    { importId },
  );
}

/** Returns the positions of the rows of an import that are a contact's, or have one of these keys. */
export async function positionsOf(
  ctx: QueryContext,
  importId: Buffer,
  { contactId, keys }: { contactId: Buffer; keys: readonly Buffer[] },
): Promise<number[]> {
  const place = 'tenant_id = :tenantId AND import_id = :importId';
  const rows = await select<{ position: number }>(
    ctx,
    `SELECT position FROM contact_import_rows WHERE ${place} AND contact_id = :contactId`,
    { importId, contactId },
  );
  if (keys.length > 0)
    rows.push(
      ...(await select<{ position: number }>(
        ctx,
        `SELECT position FROM contact_import_rows WHERE ${place} AND row_key IN (:keys)`,
        { importId, keys: [...keys] },
      )),
    );
  return rows.map(({ position }) => position);
}

/** Rows per statement of a scan. */
const SCANNED = 500;

/**
 * Yields the rows of an import that nothing says whose they are, and that have these digits, whatever is between
 * them, or one of these texts in lower case.
 */
export async function* keylessRows(
  ctx: QueryContext,
  importId: Buffer,
  { digits, texts }: { digits: readonly string[]; texts: readonly string[] },
): AsyncGenerator<Pick<StoredRow, 'position' | 'cells'>> {
  const hits = [
    ...digits.map((_, index) => `REGEXP_REPLACE(CAST(cells AS CHAR), '[^0-9]+', '') LIKE :digits${index}`),
    ...texts.map((_, index) => `LOWER(CAST(cells AS CHAR)) LIKE :text${index}`),
  ].join(' OR ');
  if (hits === '') return;
  const bindings = Object.fromEntries([
    ...digits.map((word, index) => [`digits${index}`, containsPattern(word)] as const),
    ...texts.map((word, index) => [`text${index}`, containsPattern(word)] as const),
  ]);
  for (let after = 0; ; ) {
    const rows = await select<{ position: number; cells: unknown }>(
      ctx,
      `SELECT position, IF(${hits}, cells, NULL) AS cells
       FROM contact_import_rows FORCE INDEX (contact_import_rows_key)
       WHERE tenant_id = :tenantId AND import_id = :importId AND row_key IS NULL AND position > :after
       ORDER BY position LIMIT ${SCANNED}`,
      { ...bindings, importId, after },
    );
    for (const { position, cells } of rows)
      if (cells !== null) yield { position, cells: asJson<string[]>(cells) };
    const last = rows.at(-1);
    if (!last || rows.length < SCANNED) return;
    after = last.position;
  }
}

/**
 * Deletes those of the rows at these positions whose contact does not exist, and returns their cells. Call it with the
 * import locked, so that no step gives the rows a contact in between.
 */
export async function removeOrphans(
  ctx: QueryContext,
  importId: Buffer,
  positions: readonly number[],
): Promise<(readonly string[])[]> {
  const rows = await select<{ position: number; cells: unknown }>(
    ctx,
    `SELECT r.position, r.cells FROM contact_import_rows r
       LEFT JOIN contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
     WHERE r.tenant_id = :tenantId AND r.import_id = :importId AND r.position IN (:positions) AND c.id IS NULL`,
    { importId, positions: [...positions] },
  );
  await removeRows(
    ctx,
    importId,
    rows.map(({ position }) => position),
  );
  return rows.map(({ cells }) => asJson<string[]>(cells));
}

async function removeRows(ctx: QueryContext, importId: Buffer, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await run(
    ctx,
    'DELETE FROM contact_import_rows WHERE tenant_id = :tenantId AND import_id = :importId AND position IN (:positions)',
    { importId, positions: [...positions] },
  );
}

/** Gives the rows of a contact that is merged to the one that stays. They cannot be undone any more. */
export async function moveImportRows(ctx: QueryContext, sourceId: Buffer, targetId: Buffer): Promise<void> {
  await run(
    ctx,
    `UPDATE contact_import_rows SET contact_id = :targetId, undo_data = NULL
     WHERE tenant_id = :tenantId AND contact_id = :sourceId`,
    { sourceId, targetId },
  );
}

/** Returns imports to delete: those that are old, and those whose upload has ended with its server. */
export function oldImports(
  db: Database,
  keptDays: number,
  passedOver: readonly Buffer[],
): Promise<{ id: Buffer; tenantId: Buffer }[]> {
  return db.select<{ id: Buffer; tenantId: Buffer }>(
    `/* system: housekeeping */ SELECT id, tenant_id AS tenantId FROM contact_imports
     WHERE (created_at < UTC_TIMESTAMP(3) - INTERVAL ${Math.trunc(keptDays)} DAY
        OR (state = 'reading' AND created_at < UTC_TIMESTAMP(3) - INTERVAL 1 HOUR)) AND id NOT IN (:passedOver)
     LIMIT 100`,
    { passedOver: [...passedOver] },
  );
}

function withJson({ undoData, ...row }: RawRow): StoredRow {
  return {
    ...row,
    cells: asJson<string[]>(row.cells),
    problems: asJson<RowProblem[] | null>(row.problems ?? null),
    undo: asJson<StoredRow['undo']>(undoData ?? null),
  };
}
