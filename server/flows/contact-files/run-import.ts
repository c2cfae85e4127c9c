import type {
  ContactImport,
  ImportCounts,
} from '../../../shared/contract/contacts/contact-imports.contract.ts';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { fieldKeyOf } from '../../../shared/domain/contacts/contact-import.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { IMPORT_REASONS } from '../../../shared/domain/reasons/import-reasons.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactImportRow } from '../../db/models/contact-import.model.ts';
import { contactsByEmail, type Imported, importContacts, listFields } from '../../features/contacts/index.ts';
import { type ChangeContext, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { readPhones } from '../../kernel/tenancy/workspace-country.ts';
import { eraseCopies } from '../inbox/erase-traces.ts';
import {
  dropImportRows,
  firstLines,
  lockImport,
  readImportRows,
  replaceImportRows,
  type StoredRow,
} from './contact-imports.repository.ts';
import { withEarlyCollection } from './early-collection.ts';
import { faulty, type Mapping, problemsOf, type Reading, readRow, rowKeyOf } from './read-row.ts';
import { undoRows } from './undo-import.ts';

export const RUN_IMPORT = 'run-contact-import';
export const DROP_IMPORT = 'drop-contact-import';
const ERASE_UNDONE = 'erase-undone-contacts';

/** Rows of one transaction. */
const BATCH = 500;
/** Undoing deletes contacts one by one: fewer, so that other changes do not wait. */
const UNDO_BATCH = 100;
const HOUR_SECONDS = 3_600;
/** What a quarter of an hour is enough for, when no server has run for more than an hour. */
const TRIES = 10;

/** Requests the work that an import's state stands for, within the change to it. */
export async function enqueueImport(ctx: ChangeContext, id: Buffer): Promise<void> {
  await enqueueJob(ctx.db, ctx.scope, ctx.tx, RUN_IMPORT, { id: id.toString('hex') });
}

/**
 * Returns the handler of the job that checks, imports or undoes the rows of a file. Each batch is one transaction with
 * the place that it has reached, so that a killed server goes on where it was, and two servers never do a row twice.
 */
export function runImportJob(resources: Resources): JobHandler {
  return {
    kind: RUN_IMPORT,
    failAfterSeconds: HOUR_SECONDS,
    failAfterTries: TRIES,
    takesTurns: true,
    run: async (scope, { id = '' }, isStopping) => {
      const ctx = operatorContext(resources, scope);
      return withEarlyCollection(async () => {
        while (await inTransaction(ctx, (ctx) => runBatch(ctx, Buffer.from(id, 'hex'))))
          if (isStopping()) return 'stopped';
      });
    },
    onFailed: async (scope, { id = '' }) => {
      await inTransaction(operatorContext(resources, scope), async (ctx) => {
        const row = await lockImport(ctx, Buffer.from(id, 'hex'));
        if (!row || !(row.state in STEPS)) return;
        // The end, which a mapping before any check and after a canceled one lacks, says that the check has failed.
        const state = row.state === 'checking' ? 'mapping' : 'failed';
        await change(ctx, row, { state, finishedAt: ctx.clock.now() });
      });
    },
  };
}

/** Returns the handler of the job that deletes the rows of an import that is deleted. */
export function dropImportJob({ db }: Pick<Resources, 'db'>): JobHandler {
  return {
    kind: DROP_IMPORT,
    isDeletion: true,
    failAfterSeconds: Number.POSITIVE_INFINITY,
    run: async (scope, { id = '' }) => {
      while ((await dropImportRows({ db, scope }, Buffer.from(id, 'hex'))) > 0);
    },
  };
}

/** Returns the handler of the job that erases what is left of contacts that the undo of an import has deleted. */
export function eraseUndoneJob({ db }: Pick<Resources, 'db'>): JobHandler {
  return {
    kind: ERASE_UNDONE,
    isDeletion: true,
    failAfterSeconds: Number.POSITIVE_INFINITY,
    run: async (scope, { contacts = '[]' }) => {
      for (const id of JSON.parse(contacts) as string[])
        await eraseCopies({ db, scope }, Buffer.from(id, 'hex'));
    },
  };
}

/** What a batch has done: its rows as they are now, how many of each count, and where it has come to. */
interface BatchDone {
  rows: readonly StoredRow[];
  added: Partial<ImportCounts>;
  done: number;
  isLast: boolean;
}

type Step = (ctx: ChangeContext, row: ContactImportRow) => Promise<BatchDone>;

const STEPS: Partial<Record<ContactImport['state'], { run: Step; next: ContactImport['state'] }>> = {
  checking: { run: (ctx, row) => takeRows(ctx, row, false), next: 'checked' },
  importing: { run: (ctx, row) => takeRows(ctx, row, true), next: 'done' },
  undoing: { run: undoBatch, next: 'undone' },
};

/** Runs the next batch; returns whether there may be more. */
async function runBatch(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const row = await lockImport(ctx, id);
  const step = row && STEPS[row.state];
  if (!row || !step) return false;
  // The member who brought the file is the one who changes the contacts.
  const author = {
    ...ctx.author,
    ...(row.createdBy !== null && { kind: 'user' as const, name: row.createdBy }),
  };
  const { rows, added, done, isLast } = await step.run({ ...ctx, author }, row);
  await replaceImportRows(ctx, id, rows);
  const counts = asJson<ImportCounts>(row.counts);
  for (const [name, more] of Object.entries(added)) counts[name as keyof ImportCounts] += more;
  await change(ctx, row, { done, counts: JSON.stringify(counts), ...(isLast && { state: step.next }) });
  return !isLast;
}

async function change(
  ctx: ChangeContext,
  row: ContactImportRow,
  changes: Partial<ContactImportRow>,
): Promise<void> {
  const hasEnded = changes.state !== undefined && changes.state !== 'checked' && changes.state !== 'mapping';
  await updateRow(ctx, 'contactImport', row.id, {
    ...changes,
    ...(hasEnded && { finishedAt: ctx.clock.now() }),
  });
  ctx.record('contact_import.changed', { id: encodeId('contactImport', row.id) });
}

/** Checks the next rows, or imports those of them that the check has found good. */
async function takeRows(ctx: ChangeContext, row: ContactImportRow, isStored: boolean): Promise<BatchDone> {
  const rows = await readImportRows(ctx, row.id, {
    after: row.done,
    limit: BATCH,
    ...(isStored && { outcomes: ['new', 'changed'] }),
  });
  const mapping = asJson<Mapping>(row.mapping);
  const fieldTypes: Reading['fieldTypes'] = mapping.some(
    (target) => target !== null && fieldKeyOf(target) !== null,
  )
    ? new Map((await listFields(ctx)).data.map(({ key, type }) => [key, type]))
    : new Map();
  const tags = row.tags === null ? [] : asJson<string[]>(row.tags);
  const judged = await judge(ctx, row, { rows, isStored, reading: { mapping, tags, fieldTypes } });
  const added: Partial<ImportCounts> = {};
  for (const { outcome } of judged) if (outcome) added[outcome] = (added[outcome] ?? 0) + 1;
  const isLast = rows.length < BATCH;
  return {
    rows: judged,
    added,
    done: isLast ? row.rowCount : (rows.at(-1)?.position ?? row.rowCount),
    isLast,
  };
}

interface Candidate {
  item: Imported;
  rowKey: Buffer;
}

interface Judging {
  rows: readonly StoredRow[];
  isStored: boolean;
  reading: Reading;
}

/** Returns the rows with what becomes of them. */
async function judge(
  ctx: ChangeContext,
  row: ContactImportRow,
  { rows, isStored, reading: how }: Judging,
): Promise<StoredRow[]> {
  const { mapping } = how;
  const read = rows.map(({ cells }) => readRow(cells, how));
  const readings = await readPhones(
    ctx,
    read.map(({ phone }) => phone ?? ''),
  );
  const keyAt = (index: number, email: string | null | undefined): Buffer | null => {
    const reading = readings[index];
    if (reading && 'digits' in reading) return rowKeyOf({ lookup: phoneLookupKey(reading.digits) });
    return email ? rowKeyOf({ email }) : null;
  };
  const emails = read.flatMap((one) =>
    'given' in one && one.phone === null && one.given.email ? [one.given.email] : [],
  );
  const known = await contactsByEmail(ctx, emails);
  const candidates = read.map((one, index): Candidate | StoredRow => {
    const stored = rows[index] as StoredRow;
    if ('problems' in one) return faulty(stored, one.problems, keyAt(index, one.email));
    const { given, phone } = one;
    if (phone === null) {
      const email = given.email ?? '';
      const [contactId, other] = known.get(email) ?? [];
      const rowKey = rowKeyOf({ email });
      if (contactId && !other) return { item: { key: { contactId }, given }, rowKey };
      const message = IMPORT_REASONS.write(contactId ? 'email_ambiguous' : 'email_unknown');
      return faulty(stored, problemsOf([{ path: 'email', message }], stored.cells, mapping), rowKey);
    }
    const reading = readings[index];
    if (!reading || 'error' in reading) {
      const details = [{ path: 'phone', message: reading?.error ?? '' }];
      return faulty(stored, problemsOf(details, stored.cells, mapping), keyAt(index, given.email));
    }
    const rowKey = rowKeyOf({ lookup: phoneLookupKey(reading.digits) });
    return { item: { key: { phone: reading.digits }, given }, rowKey };
  });
  const keys = candidates.flatMap((one) => ('item' in one ? [one.rowKey] : []));
  // Rows that are imported have been compared with each other by the check.
  const lines = new Map<string, number>(isStored ? [] : await firstLines(ctx, row.id, keys, row.done));
  const judged = candidates.map((one, index): Candidate | StoredRow => {
    const stored = rows[index] as StoredRow;
    if (!('item' in one) || isStored) return one;
    const name = one.rowKey.toString('hex');
    const line = lines.get(name);
    if (line === undefined) {
      lines.set(name, stored.line);
      return one;
    }
    const message = IMPORT_REASONS.write('repeats', { line });
    return { ...faulty(stored, [{ column: null, value: null, message }], one.rowKey), outcome: 'duplicate' };
  });
  const items = judged.flatMap((one) => ('item' in one ? [one.item] : []));
  const outcomes = await importContacts(ctx, items, { mode: row.mode, isStored });
  return judged.map((one, index): StoredRow => {
    if (!('item' in one)) return one;
    const stored = rows[index] as StoredRow;
    const outcome = outcomes.shift();
    if (!outcome) throw new Error('an import returned too little');
    if ('error' in outcome)
      return faulty(stored, problemsOf(outcome.error.details, stored.cells, mapping), one.rowKey);
    const { before, after, isChanged, contactId } = outcome;
    const [added, changed] = isStored ? (['created', 'updated'] as const) : (['new', 'changed'] as const);
    return {
      ...stored,
      outcome: before === null ? added : isChanged ? changed : 'unchanged',
      problems: null,
      rowKey: one.rowKey,
      // The contact that a check would create does not exist.
      contactId: before !== null || isStored ? contactId : null,
      undo: isStored && isChanged ? undoOf(before, after) : null,
    };
  });
}

const CONSENT = ['marketing', 'marketingAt', 'marketingSource'] as const;
const RESTORED = ['name', 'email', 'tags', 'status', 'marketing', 'attributes'] as const;

/** Returns the fields that a row has changed, as they were and as they are. */
function undoOf(before: Contact | null, after: Contact): StoredRow['undo'] {
  const isSame = (name: (typeof RESTORED)[number]) =>
    before !== null && JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const names = RESTORED.filter((name) => !isSame(name));
  const all = names.flatMap((name): (keyof Contact)[] => (name === 'marketing' ? [...CONSENT] : [name]));
  // A row does not change the number of a contact. Whether a member has done it since decides about a new one.
  if (before === null) all.push('phone');
  const fieldsOf = (contact: Contact) => Object.fromEntries(all.map((name) => [name, contact[name]]));
  return { before: before && fieldsOf(before), after: fieldsOf(after) };
}

/** Undoes the rows before the place that is reached, from the last one. */
async function undoBatch(ctx: ChangeContext, row: ContactImportRow): Promise<BatchDone> {
  const rows = await readImportRows(ctx, row.id, {
    before: row.rowCount - row.done + 1,
    outcomes: ['created', 'updated'],
    limit: UNDO_BATCH,
  });
  const { rows: undone, kept, deleted } = await undoRows(ctx, rows);
  if (deleted.length > 0) {
    const contacts = JSON.stringify(deleted.map((id) => id.toString('hex')));
    await enqueueJob(ctx.db, ctx.scope, ctx.tx, ERASE_UNDONE, { contacts });
  }
  const isLast = rows.length < UNDO_BATCH;
  const reached = rows.at(-1)?.position ?? 1;
  return {
    rows: undone,
    added: { undone: rows.length - kept, kept },
    done: isLast ? row.rowCount : row.rowCount - reached + 1,
    isLast,
  };
}
