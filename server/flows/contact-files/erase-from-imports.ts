import type { ContactImport } from '../../../shared/contract/contacts/contact-imports.contract.ts';
import { phoneLookupKey } from '../../../shared/domain/phone.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { asJson } from '../../db/define-model.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { findRows, Op, updateRow } from '../../kernel/tenancy/rows.ts';
import { readPhones } from '../../kernel/tenancy/workspace-country.ts';
import { keylessRows, lockImport, positionsOf, removeOrphans } from './contact-imports.repository.ts';
import { type Mapping, namesOf, rowKeyOf } from './read-row.ts';
import { SAMPLE_LENGTH } from './upload-import.ts';

/** A deleted contact: its numbers and platform ids in every form, and its email address; empty without one. */
export interface ErasedPerson {
  contactId: Buffer;
  people: readonly string[];
  email: string;
  deletedAt: Date;
}

/** Rows of one transaction. */
const BATCH = 500;
/** The end of a number that every spelling of it has, with and without country code. */
const NUMBER_END = 6;

/**
 * Deletes what imports hold of a deleted contact: the rows that have become or changed it, and those of the same person
 * that were left out, wait for an import or were never checked. Rows that are another contact's stay, and so do files that
 * came after the deletion: who is imported again is a new contact. Repeatable. Returns false while a file from before the
 * deletion is still being read: more of its rows come, and so do the samples of its columns. Then call it again later.
 */
export async function eraseFromImports(ctx: Context, person: ErasedPerson): Promise<boolean> {
  const numbers = person.people.filter((name) => /^\d{6,15}$/.test(name));
  const lookups = new Set(numbers.map(phoneLookupKey));
  const keys = [...lookups].map((lookup) => rowKeyOf({ lookup }));
  const emails = person.email === '' ? [] : [person.email];
  for (const email of emails) keys.push(rowKeyOf({ email }));
  const words = { digits: [...new Set(numbers.map((one) => one.slice(-NUMBER_END)))], texts: emails };
  const imports = await findRows(ctx, 'contactImport', {
    columns: ['id', 'mapping', 'state'],
    where: { createdAt: { [Op.lte]: person.deletedAt } },
  });
  // By the state from before the search: where it is another one, all rows were there.
  for (const { id, mapping, state } of imports) {
    if (state === 'reading') continue;
    const positions: number[] = [];
    for await (const { position, cells } of keylessRows(ctx, id, words)) {
      if (await isOf(ctx, cells, { mapping: asJson<Mapping>(mapping), lookups, emails }))
        positions.push(position);
    }
    // After the search: a check that is running gives rows their keys.
    positions.push(...(await positionsOf(ctx, id, { contactId: person.contactId, keys })));
    for (let from = 0; from < positions.length; from += BATCH)
      await eraseRows(ctx, id, positions.slice(from, from + BATCH));
  }
  return imports.every(({ state }) => state !== 'reading');
}

/** Whether a row without a key is of a person: by its number where it has one, else by any of its cells. */
async function isOf(
  ctx: Context,
  cells: readonly string[],
  { mapping, lookups, emails }: { mapping: Mapping; lookups: ReadonlySet<string>; emails: readonly string[] },
): Promise<boolean> {
  const [own, ...readings] = await readPhones(ctx, [namesOf(cells, mapping).phone ?? '', ...cells]);
  if (own && 'digits' in own) return lookups.has(phoneLookupKey(own.digits));
  return cells.some((cell, index) => {
    const reading = readings[index];
    if (reading && 'digits' in reading && lookups.has(phoneLookupKey(reading.digits))) return true;
    return emails.includes(cell.trim().toLowerCase());
  });
}

/** Deletes rows of a person, and their values where they are shown as samples of a column. */
async function eraseRows(ctx: Context, id: Buffer, positions: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lockImport(ctx, id);
    const erased = row ? await removeOrphans(ctx, id, positions) : [];
    if (!row || erased.length === 0) return;
    const columns = asJson<ContactImport['columns']>(row.columnsJson).map(({ name, samples }, index) => {
      const theirs = new Set(erased.map((cells) => cutText(cells[index] ?? '', SAMPLE_LENGTH)));
      return { name, samples: samples.filter((sample) => !theirs.has(sample)) };
    });
    await updateRow(ctx, 'contactImport', id, { columnsJson: JSON.stringify(columns) });
    ctx.record('contact_import.changed', { id: encodeId('contactImport', id) });
  });
}
