import type { Readable } from 'node:stream';
import sax from 'sax';
import * as yauzl from 'yauzl';
import { IMPORT_LIMITS } from '../../../../shared/domain/contacts/contact-import.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { FileProblem, type FileRow } from './file-row.ts';

/**
 * Reads the first sheet of an XLSX workbook row by row. Only the texts that cells share are in memory. Formulas are
 * not evaluated: a cell has the value that the workbook stores for it.
 */

/** What a workbook may have: a small file can unpack to as much of anything as its author likes. */
const BOUNDS = {
  /** Unpacked bytes of one part. */
  partBytes: 400_000_000,
  sharedCharacters: 20_000_000,
  sharedTexts: 2_500_000,
  parts: 2_000,
  /** Excel has 65,490 of cells. */
  styles: 100_000,
  /** Elements in each other, and attributes of one. */
  depth: 64,
  attributes: 256,
  /** What Excel can number. */
  rows: 1_048_576,
};

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** What a reader of a part receives. Names have no prefix. */
interface Handlers {
  open?(tag: Tag): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Yields the rows of the first sheet. @throws {FileProblem} */
export async function* readXlsx(path: string): AsyncGenerator<FileRow> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch(asProblem);
  try {
    const parts = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) {
      if (parts.size >= BOUNDS.parts) throw new FileProblem('not_xlsx');
      parts.set(entry.fileName.replace(/^\//, ''), entry);
    }
    const read = (name: string, handlers: Handlers) => consume(zip, parts.get(name), handlers);
    const { sheet, isFrom1904 } = await firstSheet(read);
    if (!parts.has(sheet)) throw new FileProblem('not_xlsx');
    const shared = await sharedTexts(read);
    const dates = await dateStyles(read);
    yield* rowsOf(parse(await open(zip, parts.get(sheet))), { shared, dates, isFrom1904 });
  } catch (error) {
    asProblem(error);
  } finally {
    zip.close();
  }
}

function asProblem(error: unknown): never {
  if (error instanceof FileProblem) throw error;
  throw new FileProblem('not_xlsx');
}

async function open(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable | null> {
  if (!entry) return null;
  if (entry.uncompressedSize > BOUNDS.partBytes) throw new FileProblem('unpacks_too_large');
  // The library fails when there are more bytes than the entry says.
  return zip.openReadStreamPromise(entry);
}

async function consume(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  handlers: Handlers,
): Promise<void> {
  for await (const events of parse(await open(zip, entry))) for (const event of events) event(handlers);
}

type Event = (handlers: Handlers) => void;

/** Yields what the XML of a part says, by the pieces in which it is unpacked. Entities of its own are not expanded. */
async function* parse(stream: Readable | null): AsyncGenerator<Event[]> {
  if (!stream) return;
  let events: Event[] = [];
  // With positions, it refuses a name or an attribute without end; without them, it collects it.
  const parser = sax.parser(true, { position: true });
  let failure: Error | null = null;
  let [depth, attributesOfTag] = [0, 0];
  const fail = (error: Error) => {
    failure ??= error;
  };
  parser.onattribute = () => {
    attributesOfTag += 1;
    if (attributesOfTag > BOUNDS.attributes) fail(new FileProblem('unpacks_too_large'));
  };
  parser.onopentag = ({ name, attributes }) => {
    attributesOfTag = 0;
    depth += 1;
    if (depth > BOUNDS.depth) fail(new FileProblem('unpacks_too_large'));
    const tag = { name: local(name), attributes: attributes as Record<string, string> };
    events.push(({ open }) => open?.(tag));
  };
  parser.ontext = (text) => events.push((handlers) => handlers.text?.(text));
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    depth -= 1;
    events.push(({ close }) => close?.(local(name)));
  };
  parser.onerror = (error) =>
    fail(/^Max buffer length/.test(error.message) ? new FileProblem('unpacks_too_large') : error);
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (failure) throw failure;
    yield events;
    events = [];
  }
  parser.close();
  if (failure) throw failure;
  yield events;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

type ReadPart = (name: string, handlers: Handlers) => Promise<void>;

async function firstSheet(read: ReadPart): Promise<{ sheet: string; isFrom1904: boolean }> {
  let id: string | undefined;
  let isFrom1904 = false;
  await read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'sheet') id ??= attributes['r:id'] ?? '';
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  let target = 'worksheets/sheet1.xml';
  await read('xl/_rels/workbook.xml.rels', {
    open: ({ attributes }) => {
      if (attributes.Id === id && attributes.Target) target = attributes.Target;
    },
  });
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 };
}

async function sharedTexts(read: ReadPart): Promise<string[]> {
  const texts: string[] = [];
  let [current, characters, isText, isHint] = ['', 0, false, false];
  await read('xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (name === 'si') current = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isHint = true;
    },
    text: (text) => {
      // How a text is pronounced is not part of it.
      if (isText && !isHint) current += text;
      characters += text.length;
      if (characters > BOUNDS.sharedCharacters) throw new FileProblem('unpacks_too_large');
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si' && texts.push(current) > BOUNDS.sharedTexts)
        throw new FileProblem('unpacks_too_large');
    },
  });
  return texts;
}

/** The built-in number formats of dates. */
const isDateFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Returns which styles of cells show a number as a date. */
async function dateStyles(read: ReadPart): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  await read('xl/styles.xml', {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') {
        // A bracket inside brackets ends the search, which would otherwise begin again at each of them.
        const code = (attributes.formatCode ?? '').replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '');
        own.set(Number(attributes.numFmtId), /[dmyhs]/i.test(code));
        if (own.size > BOUNDS.styles) throw new FileProblem('unpacks_too_large');
      }
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) {
        const id = Number(attributes.numFmtId);
        if (styles.push(own.get(id) ?? isDateFormat(id)) > BOUNDS.styles)
          throw new FileProblem('unpacks_too_large');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

interface Workbook {
  shared: readonly string[];
  dates: readonly boolean[];
  isFrom1904: boolean;
}

async function* rowsOf(pieces: AsyncIterable<Event[]>, workbook: Workbook): AsyncGenerator<FileRow> {
  const ready: FileRow[] = [];
  let [line, cells, column, type, style, value]: [number, string[], number, string, number, string] = [
    0,
    [],
    0,
    'n',
    0,
    '',
  ];
  let [isValue, isHint] = [false, false];
  const handlers: Handlers = {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        line = lineOf(attributes.r) ?? line + 1;
        cells = [];
        column = 0;
      }
      if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        if (column > IMPORT_LIMITS.columns)
          throw new FileProblem('too_many_columns', { line, max: IMPORT_LIMITS.columns });
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      }
      if (name === 'v' || name === 't') isValue = true;
      if (name === 'rPh') isHint = true;
    },
    text: (text) => {
      if (isValue && !isHint) value += text;
      if (value.length > IMPORT_LIMITS.cellCharacters)
        throw new FileProblem('cell_too_long', { line, column, max: IMPORT_LIMITS.cellCharacters });
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'rPh') isHint = false;
      if (name === 'c') {
        while (cells.length < column - 1) cells.push('');
        const shown = shownValue(value, type, style, workbook);
        if (shown.length > IMPORT_LIMITS.cellCharacters)
          throw new FileProblem('cell_too_long', { line, column, max: IMPORT_LIMITS.cellCharacters });
        cells[column - 1] = shown;
      }
      if (name === 'row' && cells.some((cell) => cell.trim() !== '')) ready.push({ line, cells });
    },
  };
  for await (const events of pieces) {
    for (const event of events) event(handlers);
    yield* ready.splice(0);
  }
}

/** Returns the number of a row; null for one that no sheet has. */
function lineOf(reference: string | undefined): number | null {
  const line = Number(reference);
  return Number.isInteger(line) && line >= 1 && line <= BOUNDS.rows ? line : null;
}

function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (!letters) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function shownValue(value: string, type: string, style: number, workbook: Workbook): string {
  if (value === '' || type === 'e') return '';
  if (type === 's') return workbook.shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (workbook.dates[style]) {
    const days = workbook.isFrom1904 ? number + 1_462 : number;
    const time = new Date(Math.round((days - 25_569) * DAY_MS));
    if (!Number.isNaN(time.getTime())) return time.toISOString().replace(/T00:00:00\.000Z$/, '');
  }
  // 5.5119E12 is a phone number.
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : value;
}
