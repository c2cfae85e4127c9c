import type { QueryContext } from '../../kernel/context/context.ts';
import { insertTuples, run } from '../../kernel/tenancy/rows.ts';
import { type Searchable, STATUS_CODE, type Suffix, suffixesOf } from './contact-suffixes.ts';

/**
 * The rows that make any part of a name or number findable. There is no index by contact: what a contact
 * has here follows from its row, and an index would double the table.
 */

/** Makes a new contact findable. */
export function addSuffixes(ctx: QueryContext, contact: Searchable, segment: number): Promise<void> {
  return addSuffixesOfAll(ctx, [contact], segment);
}

/** Suffixes of one INSERT. */
const SUFFIXES_PER_INSERT = 2_000;

/** A suffix of a contact. */
type Row = Suffix & { contact: Searchable; segment: number };

/** Contacts whose suffixes are cut at a time. Those of 500 would stay in memory while they are stored: 30,000. */
const CONTACTS_AT_ONCE = 40;

/** Makes many new contacts of one segment findable, in few statements. */
export async function addSuffixesOfAll(
  ctx: QueryContext,
  contacts: readonly Searchable[],
  segment: number,
): Promise<void> {
  for (let start = 0; start < contacts.length; start += CONTACTS_AT_ONCE) {
    const part = contacts.slice(start, start + CONTACTS_AT_ONCE);
    await insertSuffixes(
      ctx,
      part.flatMap((contact) => suffixesOf(contact).map((suffix) => ({ contact, segment, ...suffix }))),
    );
  }
}

/** A contact before and after its change, with its segment. */
export interface SuffixChange {
  before: Searchable;
  after: Searchable;
  segment: number;
}

/** Brings the rows of contacts from what they said to what they say, in few statements. */
export async function changeSuffixes(ctx: QueryContext, changes: readonly SuffixChange[]): Promise<void> {
  const added: Row[] = [];
  for (const { before, after, segment } of changes) {
    const [had, has] = [suffixesOf(before), suffixesOf(after)];
    const [old, kept] = [new Set(had.map(nameOf)), new Set(has.map(nameOf))];
    const dropped = had.filter((suffix) => !kept.has(nameOf(suffix)));
    await deleteSuffixes(ctx, before.id, segment, dropped);
    const isSameStatus = before.status === after.status;
    const missing = isSameStatus ? has.filter((suffix) => !old.has(nameOf(suffix))) : has;
    for (const suffix of missing) added.push({ contact: after, segment, ...suffix });
  }
  await insertSuffixes(ctx, added);
}

/** Takes a contact out of the search. */
export async function dropSuffixes(ctx: QueryContext, contact: Searchable, segment: number): Promise<void> {
  await deleteSuffixes(ctx, contact.id, segment, suffixesOf(contact));
}

/** Stores suffixes. One that is stored already gets the status of its contact. */
async function insertSuffixes(ctx: QueryContext, all: readonly Row[]): Promise<void> {
  await insertTuples(
    ctx,
    'INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)',
    all.map(({ contact, segment, kind, suffix }) => [
      ...[segment, kind, suffix, contact.id, STATUS_CODE[contact.status]],
    ]),
    { atOnce: SUFFIXES_PER_INSERT, onDuplicate: 'status = VALUES(status)' },
  );
}

async function deleteSuffixes(
  ctx: QueryContext,
  contactId: Buffer,
  segment: number,
  suffixes: readonly Suffix[],
): Promise<void> {
  const kinds = [...new Set(suffixes.map(({ kind }) => kind))];
  for (const kind of kinds) {
    await run(
      ctx,
      `DELETE FROM contact_suffixes WHERE tenant_id = :tenantId AND segment = :segment AND kind = ${kind}
         AND suffix IN (:suffixes) AND contact_id = :contactId`,
      {
        segment,
        contactId,
        suffixes: suffixes.filter((suffix) => suffix.kind === kind).map(({ suffix }) => suffix),
      },
    );
  }
}

function nameOf({ kind, suffix }: Suffix): string {
  return `${kind} ${suffix.toString('hex')}`;
}
