import { RunAgainError } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { Change, Context, QueryContext } from '../../kernel/context/context.ts';
import { deleteRow, insertRows } from '../../kernel/tenancy/rows.ts';
import { addAttributeRows, changeAttributeRows } from './contact-attributes.repository.ts';
import {
  addAllToBlocks,
  addToBlock,
  BLOCK_SIZES,
  removeFromBlock,
  segmentOf,
} from './contact-blocks.repository.ts';
import {
  addSuffixes,
  addSuffixesOfAll,
  changeSuffixes,
  dropSuffixes,
  type SuffixChange,
} from './contact-suffixes.repository.ts';
import type { Searchable } from './contact-suffixes.ts';
import { addTagRows, changeTagRows } from './contact-tags.repository.ts';
import { insertContact, updateContacts } from './contacts.repository.ts';
import { recordHistory } from './list/contact-history.repository.ts';

/** Changes contacts. Each function keeps the count, the blocks, the tags, the attributes and the search index in sync with the row. */

type StoredContact = Omit<ContactRow, 'tenantId'>;

/** The parts of a context needed to change the number of contacts inside `inTransaction`. */
type CountingContext = QueryContext & Pick<Change, 'count' | 'atEnd'>;

/** Stores a new contact. Tests pass smaller `sizes`. */
export async function addContactRow(
  ctx: CountingContext,
  row: StoredContact,
  sizes = BLOCK_SIZES,
): Promise<void> {
  await insertContact(ctx, row);
  await addTagRows(ctx, [row]);
  await addAttributeRows(ctx, [row]);
  // The segment is certain only while the counter is locked. An early guess is nearly always right, so most
  // rows are written before other changes have to wait.
  const likely = await segmentOf(ctx, row.id);
  await addSuffixes(ctx, row, likely);
  ctx.count('contacts', 1);
  ctx.atEnd(async () => {
    const segment = await addToBlock(ctx, row.id, sizes);
    if (segment === likely) return;
    await dropSuffixes(ctx, row, likely);
    await addSuffixes(ctx, row, segment);
  });
}

/** Stores many new contacts, in few statements. */
export async function addContactRows(ctx: CountingContext, rows: readonly StoredContact[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await insertRows(ctx, 'contact', rows);
  await addTagRows(ctx, rows);
  await addAttributeRows(ctx, rows);
  const likely = await segmentOf(ctx, first.id);
  await addSuffixesOfAll(ctx, rows, likely);
  ctx.count('contacts', rows.length);
  ctx.atEnd(async () => {
    const segments = await addAllToBlocks(
      ctx,
      rows.map(({ id }) => id),
    );
    for (const [index, row] of rows.entries()) {
      const segment = segments[index] ?? likely;
      if (segment === likely) continue;
      await dropSuffixes(ctx, row, likely);
      await addSuffixes(ctx, row, segment);
    }
  });
}

/** Updates some columns of a contact whose row is locked; `before` is its current state. */
export async function changeContactRow(
  ctx: QueryContext & Pick<Context, 'author' | 'clock'>,
  before: StoredContact,
  changes: Partial<Omit<StoredContact, 'id'>>,
): Promise<void> {
  await changeContactRows(ctx, [{ before, changes }]);
}

/**
 * Updates some columns of contacts whose rows are locked. Rows that change in the same way change in one statement, and
 * the suffixes of all of them in few.
 */
export async function changeContactRows(
  ctx: QueryContext & Pick<Context, 'author' | 'clock'>,
  all: readonly { before: StoredContact; changes: Partial<Omit<StoredContact, 'id'>> }[],
): Promise<void> {
  const alike = new Map<string, { ids: Buffer[]; changes: (typeof all)[number]['changes'] }>();
  for (const { before, changes } of all) {
    const key = JSON.stringify(changes);
    const group = alike.get(key);
    if (group) group.ids.push(before.id);
    else alike.set(key, { ids: [before.id], changes });
  }
  for (const { ids, changes } of alike.values()) await updateContacts(ctx, ids, changes);
  await recordHistory(
    ctx,
    all.map(({ before, changes }) => ({ before, after: { ...before, ...changes } })),
  );
  const moved: Omit<SuffixChange, 'segment'>[] = [];
  for (const { before, changes } of all) {
    const after = { ...before, ...changes };
    if (changes.tags !== undefined) await changeTagRows(ctx, before, after);
    if (changes.attributes !== undefined) await changeAttributeRows(ctx, before, after);
    const isSame =
      before.nameSearch === after.nameSearch &&
      before.phone === after.phone &&
      before.email === after.email &&
      changes.tags === undefined &&
      before.status === after.status;
    if (!isSame) moved.push({ before, after });
  }
  await changeSuffixes(ctx, await inSegments(ctx, moved));
}

/** Adds the segments of contacts. Those between two of one segment are in it, too. */
async function inSegments(
  ctx: QueryContext,
  moved: readonly Omit<SuffixChange, 'segment'>[],
): Promise<SuffixChange[]> {
  const ids = moved.map(({ before }) => before.id).sort(Buffer.compare);
  const [first, last] = [ids[0], ids.at(-1)];
  if (!first || !last) return [];
  const lowest = await segmentOf(ctx, first);
  const isOne = first === last || lowest === (await segmentOf(ctx, last));
  const changes: SuffixChange[] = [];
  for (const one of moved)
    changes.push({ ...one, segment: isOne ? lowest : await segmentOf(ctx, one.before.id) });
  return changes;
}

/**
 * Deletes a contact whose row is locked.
 * @throws {RunAgainError} when it is not there: a node of a cluster has undone what this transaction has done so far.
 */
export async function deleteContactRow(ctx: CountingContext, before: Searchable): Promise<void> {
  const { id } = before;
  await dropSuffixes(ctx, before, await segmentOf(ctx, id));
  if (!(await deleteRow(ctx, 'contact', id))) throw new RunAgainError('a locked contact was not there');
  ctx.count('contacts', -1);
  ctx.atEnd(() => removeFromBlock(ctx, id));
}

/**
 * Assigns blocks to contacts that were inserted as rows, and makes them searchable. Only for a workspace
 * whose counter this transaction holds, or that no other session can see yet.
 */
export async function indexContacts(
  ctx: QueryContext,
  rows: readonly (Searchable & Pick<ContactRow, 'tags'>)[],
): Promise<void> {
  await addTagRows(ctx, rows);
  for (const row of rows) await addSuffixes(ctx, row, await addToBlock(ctx, row.id));
}
