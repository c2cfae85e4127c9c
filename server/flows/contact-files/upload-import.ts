import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ContactImport } from '../../../shared/contract/contacts/contact-imports.contract.ts';
import { guessMapping, IMPORT_LIMITS } from '../../../shared/domain/contacts/contact-import.ts';
import { plainCell } from '../../../shared/domain/contacts/csv-line.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { cutText, fileNameOf } from '../../../shared/domain/text.ts';
import type { ContactImportRow } from '../../db/models/contact-import.model.ts';
import { listFields } from '../../features/contacts/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { FileBody } from '../../kernel/http/bodies/file-body.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { measured, TooManyBytesError } from '../../kernel/storage/measured.ts';
import { countRows, insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { insertImportRows, type StoredRow } from './contact-imports.repository.ts';
import { drop, type ImportParts, NO_COUNTS, present } from './contact-imports.service.ts';
import { withEarlyCollection } from './early-collection.ts';
import { FileProblem } from './read/file-row.ts';
import { openTableFile, type TableFile } from './read/table-file.ts';

const ROWS_PER_STEP = 500;
const SAMPLES = 3;
/** Characters of a cell that a sample of its column shows. */
export const SAMPLE_LENGTH = 80;

/**
 * Reads an uploaded file into rows, which nothing has been done with yet. Without an end of the file nothing is kept.
 * @throws {AppError} import_file_invalid, with the reason in its details; import_limit_reached; storage_full.
 */
export async function uploadImport(
  ctx: Context,
  { folder, disk }: ImportParts,
  { filename, bytes, size }: FileBody & { filename: string },
): Promise<ContactImport> {
  // The rows take about as much room again.
  if (!(await disk.hasRoomFor(2 * (size ?? IMPORT_LIMITS.bytes)))) throw new AppError('storage_full');
  if (size !== null && size > IMPORT_LIMITS.bytes) throw tooLarge();
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    const meter = measured(IMPORT_LIMITS.bytes);
    await pipeline(bytes, meter.stream, createWriteStream(path)).catch((error: unknown) => {
      throw error instanceof TooManyBytesError ? tooLarge() : new FileProblem('incomplete');
    });
    if (size !== null && meter.size() !== size) throw new FileProblem('incomplete');
    const file = await openTableFile(path);
    try {
      return await withEarlyCollection(() => readFile(ctx, file, fileNameOf(filename) ?? 'contacts'));
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

const tooLarge = () => new FileProblem('too_large', { megabytes: IMPORT_LIMITS.bytes / 1_000_000 });

async function readFile(ctx: Context, file: TableFile, fileName: string): Promise<ContactImport> {
  const { format, encoding, separator } = file;
  const headers = file.headers.map(plainCell);
  const id = newKey();
  const { actor } = ctx;
  const row: Omit<ContactImportRow, 'tenantId'> = {
    ...{
      id,
      fileName,
      format,
      encoding,
      separatorName: separator,
      state: 'reading',
      mode: 'overwrite',
      tags: null,
    },
    ...{ columnsJson: '[]', mapping: '[]', rowCount: 0, done: 0, counts: JSON.stringify(NO_COUNTS) },
    ...{
      createdBy: actor?.kind === 'user' ? actor.name : null,
      createdAt: ctx.clock.now(),
      finishedAt: null,
    },
  };
  await inTransaction(ctx, async (ctx) => {
    await insertRow(ctx, 'contactImport', row);
    ctx.record('contact_import.changed', { id: encodeId('contactImport', id) });
    // At the end, where uploads at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countRows(ctx, 'contactImport')) > IMPORT_LIMITS.kept)
        throw new AppError('import_limit_reached');
    });
  });
  try {
    const { rowCount, samples } = await storeRows(ctx, id, file);
    const { data: fields } = await listFields(ctx);
    const columns = headers.map((name, index) => ({ name, samples: samples[index] ?? [] }));
    const read = {
      state: 'mapping' as const,
      ...{
        rowCount,
        columnsJson: JSON.stringify(columns),
        mapping: JSON.stringify(guessMapping(headers, fields)),
      },
    };
    await inTransaction(ctx, async (ctx) => {
      await updateRow(ctx, 'contactImport', id, read);
      ctx.record('contact_import.changed', { id: encodeId('contactImport', id) });
    });
    return present({ ...row, ...read });
  } catch (error) {
    await inTransaction(ctx, (ctx) => drop(ctx, id));
    throw error;
  }
}

async function storeRows(
  ctx: Context,
  id: Buffer,
  { headers, rows, format }: TableFile,
): Promise<{ rowCount: number; samples: string[][] }> {
  const samples = headers.map((): string[] => []);
  let batch: StoredRow[] = [];
  let rowCount = 0;
  for await (const { line, cells: given } of rows) {
    rowCount += 1;
    const cells = given.map(plainCell);
    // A sheet has notes beside its columns; in a text, one value too many is a mistake.
    const own = format === 'xlsx' ? cells.slice(0, headers.length) : withoutTrail(cells, headers.length);
    for (const [index, cell] of own.entries()) {
      const sample = samples[index];
      if (sample && sample.length < SAMPLES && cell.trim() !== '') sample.push(cutText(cell, SAMPLE_LENGTH));
    }
    const nothing = { outcome: null, problems: null, rowKey: null, contactId: null, undo: null };
    batch.push({ position: rowCount, line, cells: own, ...nothing });
    if (batch.length < ROWS_PER_STEP) continue;
    await insertImportRows(ctx, id, batch);
    batch = [];
  }
  await insertImportRows(ctx, id, batch);
  return { rowCount, samples };
}

/** Returns cells without the empty ones after the last column. */
function withoutTrail(cells: readonly string[], columns: number): string[] {
  let length = cells.length;
  while (length > columns && cells[length - 1]?.trim() === '') length -= 1;
  return cells.slice(0, length);
}
