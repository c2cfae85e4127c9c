import type { Bindings } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';
import { type Searchable, STATUS_CODE, type Suffix, suffixesOf } from './contact-suffixes.ts';

/**
 * The rows that make any part of a name or number findable. There is no index by contact: what a contact
 * has here follows from its row, and an index would double the table.
 */

/** Makes a new contact findable. */
export async function addSuffixes(ctx: QueryContext, contact: Searchable, segment: number): Promise<void> {
  await insertSuffixes(ctx, contact, segment, suffixesOf(contact));
}

/** Suffixes of one INSERT. */
const SUFFIXES_PER_INSERT = 2_000;

/** Makes many new contacts of one segment findable, in few statements. */
export async function addSuffixesOfAll(
  ctx: QueryContext,
  contacts: readonly Searchable[],
  segment: number,
): Promise<void> {
  const all = contacts.flatMap((contact) => suffixesOf(contact).map((suffix) => ({ contact, ...suffix })));
  for (let start = 0; start < all.length; start += SUFFIXES_PER_INSERT) {
    const bindings: Record<string, Buffer | number> = { segment };
    const rows = all.slice(start, start + SUFFIXES_PER_INSERT).map(({ contact, kind, suffix }, index) => {
      bindings[`suffix${index}`] = suffix;
      bindings[`contact${index}`] = contact.id;
      return `(:tenantId, :segment, ${kind}, :suffix${index}, :contact${index}, ${STATUS_CODE[contact.status]})`;
    });
    await run(
      ctx,
      `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)
       VALUES ${rows.join(', ')}`,
      bindings,
    );
  }
}

/** Brings the rows of one contact from what it said to what it says. */
export async function changeSuffixes(
  ctx: QueryContext,
  before: Searchable,
  after: Searchable,
  segment: number,
): Promise<void> {
  const [had, has] = [suffixesOf(before), suffixesOf(after)];
  const [old, kept] = [new Set(had.map(nameOf)), new Set(has.map(nameOf))];
  const dropped = had.filter((suffix) => !kept.has(nameOf(suffix)));
  await deleteSuffixes(ctx, before.id, segment, dropped);
  const isSameStatus = before.status === after.status;
  const added = isSameStatus ? has.filter((suffix) => !old.has(nameOf(suffix))) : has;
  await insertSuffixes(ctx, after, segment, added);
}

/** Takes a contact out of the search. */
export async function dropSuffixes(ctx: QueryContext, contact: Searchable, segment: number): Promise<void> {
  await deleteSuffixes(ctx, contact.id, segment, suffixesOf(contact));
}

async function insertSuffixes(
  ctx: QueryContext,
  contact: Searchable,
  segment: number,
  suffixes: readonly Suffix[],
): Promise<void> {
  if (suffixes.length === 0) return;
  const bindings: Bindings = { contactId: contact.id, segment, status: STATUS_CODE[contact.status] };
  const rows = suffixes.map(({ kind, suffix }, index) => {
    (bindings as Record<string, Buffer>)[`suffix${index}`] = suffix;
    return `(:tenantId, :segment, ${kind}, :suffix${index}, :contactId, :status)`;
  });
  await run(
    ctx,
    `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)
     VALUES ${rows.join(', ')} ON DUPLICATE KEY UPDATE status = VALUES(status)`,
    bindings,
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
