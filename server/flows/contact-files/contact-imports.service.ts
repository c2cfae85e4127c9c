import type {
  ContactImport,
  ImportCounts,
  ImportRow,
} from '../../../shared/contract/contacts/contact-imports.contract.ts';
import {
  fieldTarget,
  IMPORT_LIMITS,
  IMPORT_TARGETS,
  type ImportMode,
  type ImportState,
} from '../../../shared/domain/contacts/contact-import.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactImportRow } from '../../db/models/contact-import.model.ts';
import { listFields } from '../../features/contacts/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob } from '../../kernel/queue/jobs.ts';
import type { DiskGuard } from '../../kernel/storage/disk-space.ts';
import { deleteRow, findRow, findRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { lockImport, readProblemRows } from './contact-imports.repository.ts';
import { DROP_IMPORT, enqueueImport } from './run-import.ts';

/** What imports need besides the database. */
export interface ImportParts {
  /** The folder of files that are being read. */
  folder: string;
  disk: DiskGuard;
  wakeJobs(): void;
}

export const NO_COUNTS: ImportCounts = {
  ...{ new: 0, changed: 0, unchanged: 0, faulty: 0, duplicate: 0 },
  ...{ created: 0, updated: 0, undone: 0, kept: 0 },
};

/** Returns the imports of the workspace, newest first. */
export async function listImports(ctx: Context): Promise<{ data: ContactImport[] }> {
  const rows = await findRows(ctx, 'contactImport', {
    order: [['id', 'DESC']],
    limit: IMPORT_LIMITS.kept * 2,
  });
  return { data: rows.filter(({ state }) => state !== 'reading').map(present) };
}

/** @throws {AppError} contact_import_not_found */
export async function getImport(ctx: Context, id: string): Promise<ContactImport> {
  return present(await findImport(ctx, id));
}

/** Starts the check with a mapping. @throws {AppError} validation_failed for a mapping that does not fit the file. */
export function checkImport(
  ctx: Context,
  { wakeJobs }: ImportParts,
  id: string,
  { mapping, mode, tags }: { mapping: (string | null)[]; mode: ImportMode; tags: string[] },
): Promise<ContactImport> {
  return move(ctx, wakeJobs, id, {
    from: ['mapping', 'checked'],
    to: async (ctx, row) => {
      await requireMapping(ctx, mapping, asJson<unknown[]>(row.columnsJson).length);
      const again = { done: 0, counts: JSON.stringify(NO_COUNTS), finishedAt: null };
      const chosen = { mapping: JSON.stringify(mapping), mode, tags: JSON.stringify(tags) };
      return { state: 'checking', ...chosen, ...again };
    },
  });
}

/** Starts the import of the rows that the check has found good. */
export function commitImport(ctx: Context, { wakeJobs }: ImportParts, id: string): Promise<ContactImport> {
  return move(ctx, wakeJobs, id, {
    from: ['checked'],
    to: async (ctx, row) => {
      await audit(ctx, 'contacts.imported', row);
      return { state: 'importing', done: 0 };
    },
  });
}

/** Stops a step. What is imported stays. */
export function cancelImport(ctx: Context, { wakeJobs }: ImportParts, id: string): Promise<ContactImport> {
  return move(ctx, wakeJobs, id, {
    from: ['checking', 'importing'],
    to: async (ctx, { state }) =>
      state === 'checking' ? { state: 'mapping' } : { state: 'canceled', finishedAt: ctx.clock.now() },
  });
}

/** Starts the undo of everything that an import has stored. */
export function undoImport(ctx: Context, { wakeJobs }: ImportParts, id: string): Promise<ContactImport> {
  return move(ctx, wakeJobs, id, {
    from: ['done', 'canceled', 'failed'],
    to: async (ctx, row) => {
      await audit(ctx, 'contacts.import_undone', row);
      return { state: 'undoing', done: 0 };
    },
  });
}

/** Deletes an import; a job deletes its rows. @throws {AppError} contact_import_busy while a step runs. */
export async function removeImport(
  ctx: Context,
  { wakeJobs }: ImportParts,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lock(ctx, id);
    if (['reading', 'checking', 'importing', 'undoing'].includes(row.state))
      throw new AppError('contact_import_busy');
    await drop(ctx, row.id);
  });
  wakeJobs();
  return { id, deleted: true };
}

/** Deletes an import within a change; a job deletes its rows. */
export async function drop(ctx: ChangeContext, id: Buffer): Promise<void> {
  await deleteRow(ctx, 'contactImport', id);
  await enqueueJob(ctx.db, ctx.scope, ctx.tx, DROP_IMPORT, { id: id.toString('hex') });
  ctx.record('contact_import.changed', { id: encodeId('contactImport', id) });
}

/** Returns the rows with problems, in the order of the file. */
export async function listProblems(
  ctx: Context,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ data: ImportRow[]; nextCursor: string | null }> {
  const row = await findImport(ctx, id);
  const list = ['contact-import-problems', ctx.scope.tenantId, id];
  const [after = 0] = cursor ? ctx.cursors.read(list, cursor) : [];
  const rows = await readProblemRows(ctx, row.id, { after: Number(after), limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows
      .slice(0, limit)
      .map(({ line, outcome, problems }) => ({ line, outcome, problems: [...(problems ?? [])] })),
    nextCursor: last ? ctx.cursors.write(list, [last.position]) : null,
  };
}

/** Returns an import's row. @throws {AppError} contact_import_not_found */
export async function findImport(ctx: Context, id: string): Promise<ContactImportRow> {
  const key = tryDecodeId('contactImport', id);
  const row = key && (await findRow(ctx, 'contactImport', { where: { id: key } }));
  if (!row) throw new AppError('contact_import_not_found');
  return row;
}

async function lock(ctx: ChangeContext, id: string): Promise<ContactImportRow> {
  const key = tryDecodeId('contactImport', id);
  const row = key && (await lockImport(ctx, key));
  if (!row) throw new AppError('contact_import_not_found');
  return row;
}

async function move(
  ctx: Context,
  wakeJobs: () => void,
  id: string,
  {
    from,
    to,
  }: {
    from: readonly ImportState[];
    to(
      ctx: ChangeContext,
      row: ContactImportRow,
    ): Promise<Partial<ContactImportRow> & { state: ImportState }>;
  },
): Promise<ContactImport> {
  const moved = await inTransaction(ctx, async (ctx) => {
    const row = await lock(ctx, id);
    if (!from.includes(row.state)) throw new AppError('contact_import_busy');
    const changes = await to(ctx, row);
    await updateRow(ctx, 'contactImport', row.id, changes);
    if (['checking', 'importing', 'undoing'].includes(changes.state)) await enqueueImport(ctx, row.id);
    ctx.record('contact_import.changed', { id });
    return present({ ...row, ...changes });
  });
  wakeJobs();
  return moved;
}

async function requireMapping(
  ctx: ChangeContext,
  mapping: readonly (string | null)[],
  columns: number,
): Promise<void> {
  const { data: fields } = await listFields(ctx);
  const known = new Set<string>([...IMPORT_TARGETS, ...fields.map(({ key }) => fieldTarget(key))]);
  const details: ErrorDetail[] = [];
  if (mapping.length !== columns)
    details.push({ path: 'mapping', message: 'must have an entry for each column' });
  for (const [index, target] of mapping.entries()) {
    const path = `mapping.${index}`;
    if (target === null) continue;
    if (!known.has(target)) details.push({ path, message: 'is not a field of contacts' });
    else if (mapping.indexOf(target) < index) details.push({ path, message: 'is filled by another column' });
  }
  if (!mapping.includes('phone') && !mapping.includes('email'))
    details.push({ path: 'mapping', message: 'must have the phone number or the email address' });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

function audit(
  ctx: ChangeContext,
  action: 'contacts.imported' | 'contacts.import_undone',
  { id, fileName }: ContactImportRow,
): Promise<void> {
  const target = { kind: 'contact_import' as const, id: encodeId('contactImport', id), label: fileName };
  return ctx.audit({ action, target });
}

export function present(row: Omit<ContactImportRow, 'tenantId'>): ContactImport {
  return {
    id: encodeId('contactImport', row.id),
    fileName: row.fileName,
    format: row.format,
    encoding: row.encoding,
    separator: row.separatorName,
    state: row.state,
    columns: asJson<ContactImport['columns']>(row.columnsJson),
    mapping: asJson<(string | null)[]>(row.mapping),
    mode: row.mode,
    tags: row.tags === null ? [] : asJson<string[]>(row.tags),
    rows: row.rowCount,
    done: row.done,
    counts: asJson<ImportCounts>(row.counts),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
