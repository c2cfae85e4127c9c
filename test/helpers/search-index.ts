import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { type Searchable, STATUS_CODE, suffixesOf } from '../../server/features/contacts/contact-suffixes.ts';

interface SuffixRow {
  segment: number;
  kind: number;
  suffix: Buffer;
  contact_id: Buffer;
  status: number;
}

interface BlockRow {
  first_id: Buffer;
  segment: number;
  live: number;
}

/** Returns a tenant's searchable contacts, newest first. */
export function storedContacts(database: Database, tenantId: Buffer): Promise<Searchable[]> {
  return database.select<Searchable>(
    'SELECT id, name_search AS nameSearch, phone, email, tags, status FROM contacts WHERE tenant_id = :tenantId ORDER BY id DESC',
    { tenantId },
  );
}

export function storedBlocks(database: Database, tenantId: Buffer): Promise<BlockRow[]> {
  return database.select<BlockRow>(
    'SELECT first_id, segment, live FROM contact_blocks WHERE tenant_id = :tenantId ORDER BY first_id',
    { tenantId },
  );
}

/**
 * Checks what must always hold: the suffixes are exactly those of the contacts' rows, each in the
 * segment of its contact; the blocks count the contacts in them; a later block is never in an
 * earlier segment; and the stored total is the number of rows.
 */
export async function expectSearchInStep(database: Database, tenantId: Buffer): Promise<void> {
  const contacts = await storedContacts(database, tenantId);
  const blocks = await storedBlocks(database, tenantId);
  const blockOf = (id: Buffer) => blocks.findLast((block) => block.first_id.compare(id) <= 0);

  const counted = new Map(blocks.map((block) => [block, 0]));
  for (const { id } of contacts) {
    const block = blockOf(id);
    expect(block, 'every contact has a block').toBeDefined();
    if (block) counted.set(block, (counted.get(block) ?? 0) + 1);
  }
  expect(blocks.map((block) => block.live)).toEqual([...counted.values()]);
  const segments = blocks.map((block) => block.segment);
  expect(segments).toEqual([...segments].sort((one, other) => one - other));

  const stored = await database.select<SuffixRow>(
    'SELECT segment, kind, suffix, contact_id, status FROM contact_suffixes WHERE tenant_id = :tenantId',
    { tenantId },
  );
  const said = contacts.flatMap((contact) =>
    suffixesOf(contact).map(({ kind, suffix }) => ({
      segment: blockOf(contact.id)?.segment,
      kind,
      suffix,
      contact_id: contact.id,
      status: STATUS_CODE[contact.status],
    })),
  );
  expect(stored.map(inWords).sort()).toEqual(said.map(inWords).sort());

  const [kept] = await database.select<{ contacts: number }>(
    'SELECT contacts FROM tenant_counters WHERE tenant_id = :tenantId',
    { tenantId },
  );
  expect(Number(kept?.contacts)).toBe(contacts.length);
}

function inWords(row: Omit<SuffixRow, 'segment'> & { segment: number | undefined }): string {
  return `${row.contact_id.toString('hex')} ${row.segment} ${row.kind} ${row.status} "${row.suffix}"`;
}
