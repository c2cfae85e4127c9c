import { open } from 'node:fs/promises';
import { IMPORT_LIMITS } from '../../../../shared/domain/contacts/contact-import.ts';
import { detectCsv, readCsv } from './csv.ts';
import { FileProblem, type FileRow } from './file-row.ts';
import { readXlsx } from './xlsx.ts';

/** A file of rows whose columns are known. */
export interface TableFile {
  format: 'csv' | 'xlsx';
  encoding: string | null;
  separator: string | null;
  /** The names of the columns; empty for a column without one. */
  headers: string[];
  /** The rows below the header that have any value. */
  rows: AsyncGenerator<FileRow>;
  /** Closes the file, also when its rows were not read to the end. */
  close(): Promise<unknown>;
}

/**
 * The characters of all rows: more than a text of the largest size has. Cells of a workbook share texts, so one of a
 * megabyte can have rows of many gigabytes.
 */
const CHARACTERS_MAX = 2 * IMPORT_LIMITS.bytes;

const SHOWN_SEPARATORS: Readonly<Record<string, string>> = { '\t': 'tab' };

/** How workbooks of Excel 97 to 2003 begin. */
const OLD_EXCEL = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Opens a stored file by what it contains, not by its name. @throws {FileProblem}, here or while its rows are read. */
export async function openTableFile(path: string): Promise<TableFile> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  if (bytesRead === 0) throw new FileProblem('empty');
  const start = buffer.toString('latin1');
  // A PDF can be text to its end, and would be read as one column.
  if (start.startsWith('%PDF-')) throw new FileProblem('is_pdf');
  if (start === OLD_EXCEL) throw new FileProblem('is_xls');
  const isZip = start.startsWith('PK\x03\x04');
  const csv = isZip ? null : await detectCsv(path);
  const all = csv ? readCsv(path, csv) : readXlsx(path);
  const close = () => all.return(undefined);
  try {
    const first = await all.next();
    if (first.done) throw new FileProblem('empty');
    return {
      format: csv ? 'csv' : 'xlsx',
      encoding: csv?.encoding ?? null,
      separator: csv && (SHOWN_SEPARATORS[csv.separator] ?? csv.separator),
      headers: headersOf(first.value.cells),
      rows: counted(all),
      close,
    };
  } catch (error) {
    // It waits behind its first row, and would keep the file open.
    await close();
    throw error;
  }
}

/** @throws {FileProblem} for names that repeat, and for a first row that has values in the place of names. */
function headersOf(cells: readonly string[]): string[] {
  const headers = cells.map((cell) => cell.trim());
  if (headers.some((header) => /^[^\s@]+@[^\s@]+\.\w+$|^\+?[\d\s().-]{7,}$/.test(header)))
    throw new FileProblem('header_missing');
  const seen = new Set<string>();
  for (const header of headers) {
    const name = header.toLowerCase();
    if (name !== '' && seen.has(name)) throw new FileProblem('header_repeated', { name: header });
    seen.add(name);
  }
  return headers;
}

async function* counted(rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  let [count, characters] = [0, 0];
  for await (const row of rows) {
    count += 1;
    if (count > IMPORT_LIMITS.rows) throw new FileProblem('too_many_rows', { max: IMPORT_LIMITS.rows });
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > IMPORT_LIMITS.rowCharacters)
      throw new FileProblem('row_too_long', { line: row.line, max: IMPORT_LIMITS.rowCharacters });
    characters += length;
    if (characters > CHARACTERS_MAX) throw new FileProblem('unpacks_too_large');
    yield row;
  }
  if (count === 0) throw new FileProblem('empty');
}
