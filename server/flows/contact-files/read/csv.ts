import { createReadStream } from 'node:fs';
import { IMPORT_LIMITS } from '../../../../shared/domain/contacts/contact-import.ts';
import { FileProblem, type FileRow } from './file-row.ts';

/** Reads CSV files row by row: any usual encoding, separator and line end. A file is never in memory as a whole. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How a file is written. `skip`: bytes of its mark at the start. */
export interface CsvFormat {
  encoding: Encoding;
  skip: number;
  separator: string;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 20;
const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

/** Finds out how a CSV file is written. @throws {FileProblem} for a file that is no text. */
export async function detectCsv(path: string): Promise<CsvFormat> {
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { end: SAMPLE_BYTES - 1 }))
    head = Buffer.concat([head, chunk as Buffer]);
  const { encoding, skip } = markOf(head) ?? { encoding: await unmarkedEncoding(path, head), skip: 0 };
  const text = new TextDecoder(encoding).decode(head.subarray(skip));
  return { encoding, skip, separator: separatorOf(text) };
}

function markOf(head: Buffer): { encoding: Encoding; skip: number } | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', skip: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', skip: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', skip: 2 };
  return null;
}

/** UTF-16 has zeros in every second place of Latin text; what is not UTF-8 to its end is the encoding of old Windows. */
async function unmarkedEncoding(path: string, head: Buffer): Promise<Encoding> {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even < odd / 4) return 'utf-16le';
  if (even > many && odd < even / 4) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Returns the separator that cuts most of the first rows into the same number of values, more than one. */
function separatorOf(text: string): string {
  const named = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (named !== undefined) return named;
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const widths: number[] = [];
    const parser = createCsvParser(separator);
    try {
      for (const { cells } of parser.write(text)) {
        widths.push(cells.length);
        if (widths.length === SAMPLE_ROWS) break;
      }
      if (widths.length === 0) widths.push(...[...parser.end()].map(({ cells }) => cells.length));
    } catch {
      // Cut there, or with another separator, the values may be short enough.
    }
    const [first = 1] = widths;
    const alike = widths.filter((width) => width === first).length / Math.max(1, widths.length);
    const score = first > 1 ? alike * 1_000 + first : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Yields the rows of a file that `detectCsv` has looked at. @throws {FileProblem} */
export async function* readCsv(
  path: string,
  { encoding, skip, separator }: CsvFormat,
): AsyncGenerator<FileRow> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const parser = createCsvParser(separator);
  let isFirst = true;
  for await (const chunk of createReadStream(path, { start: skip })) {
    let text = decoder.decode(chunk as Buffer, { stream: true });
    if (isFirst) text = text.replace(/^sep=.(?=\r?\n)/i, '');
    isFirst = false;
    yield* parser.write(text);
  }
  yield* parser.write(decoder.decode());
  yield* parser.end();
}

/**
 * Creates a parser of CSV text that comes in pieces. It keeps one row at most, and fails at the first cell or row
 * above the limits, so that a quotation mark that is never closed does not read the rest of the file into one value.
 */
export function createCsvParser(separator: string) {
  const cut = separator.charCodeAt(0);
  let cells: string[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let line = 1;
  let rowLine = 1;
  let quoteLine = 1;
  let isAfterCr = false;

  function add(text: string): void {
    if (cell.length + text.length > IMPORT_LIMITS.cellCharacters)
      throw new FileProblem('cell_too_long', {
        line: state === 'quoted' ? quoteLine : line,
        column: cells.length + 1,
        max: IMPORT_LIMITS.cellCharacters,
      });
    cell += text;
  }

  function endCell(): void {
    if (cells.length >= IMPORT_LIMITS.columns)
      throw new FileProblem('too_many_columns', { line: rowLine, max: IMPORT_LIMITS.columns });
    cells.push(cell);
    cell = '';
    state = 'start';
  }

  function endRow(): FileRow | null {
    endCell();
    const row = { line: rowLine, cells };
    cells = [];
    return row.cells.some((one) => one.trim() !== '') ? row : null;
  }

  function* write(text: string): Generator<FileRow> {
    if (text.includes('\0')) throw new FileProblem('not_text');
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isBreak = code === LF || code === CR;
      const isSecond = code === LF && isAfterCr;
      isAfterCr = code === CR;
      if (isBreak && !isSecond) line += 1;
      if (state === 'quoted') {
        if (code !== QUOTE) continue;
        add(text.slice(from, at));
        state = 'closed';
        from = at + 1;
        continue;
      }
      if (code === QUOTE && state !== 'plain') {
        // Twice within quotation marks, it stands for itself.
        if (state === 'closed') add('"');
        else quoteLine = line;
        state = 'quoted';
        from = at + 1;
        continue;
      }
      if (code === cut) {
        add(text.slice(from, at));
        endCell();
        from = at + 1;
      } else if (isBreak) {
        if (!isSecond) {
          add(text.slice(from, at));
          const row = endRow();
          if (row) yield row;
        }
        rowLine = line;
        from = at + 1;
      } else if (state === 'start' || state === 'closed') state = 'plain';
    }
    add(text.slice(from));
  }

  return {
    write,
    /** Yields the last row, when no line break ends it. */
    *end(): Generator<FileRow> {
      if (state === 'quoted') throw new FileProblem('quote_open', { line: quoteLine });
      const row = cells.length > 0 || cell !== '' ? endRow() : null;
      if (row) yield row;
    },
  };
}
