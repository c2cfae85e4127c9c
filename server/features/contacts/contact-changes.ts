import type { Database, Transaction } from '../../db/database.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { BLOCK_SIZES, ContactBlocksRepository } from './contact-blocks.repository.ts';
import { ContactSuffixesRepository } from './contact-suffixes.repository.ts';
import type { Searchable } from './contact-suffixes.ts';
import { ContactsRepository } from './contacts.repository.ts';

type StoredContact = Omit<ContactRow, 'tenantId'>;

/** The ways in which contacts change: each keeps the count, the blocks and the search in step with the row. */
export class ContactChanges {
  private readonly contacts: ContactsRepository;
  private readonly blocks: ContactBlocksRepository;
  private readonly suffixes: ContactSuffixesRepository;
  private readonly work: Work;

  /** `sizes` are smaller in tests. */
  constructor(database: Database, scope: TenantScope, work: Work, sizes = BLOCK_SIZES) {
    this.contacts = new ContactsRepository(database, scope, work.tx);
    this.blocks = new ContactBlocksRepository(database, scope, work.tx).withSizes(sizes);
    this.suffixes = new ContactSuffixesRepository(database, scope, work.tx);
    this.work = work;
  }

  /** Stores a new contact. */
  async add(row: StoredContact): Promise<void> {
    await this.contacts.insert(row);
    // Its segment is sure only with the counter locked. As it stands now it is nearly always right, and the
    // many rows are written before anybody has to wait.
    const likely = await this.blocks.segmentOf(row.id);
    await this.suffixes.add(row, likely);
    this.work.countContacts(1);
    this.work.atEnd(async () => {
      const segment = await this.blocks.take(row.id);
      if (segment === likely) return;
      await this.suffixes.drop(row, likely);
      await this.suffixes.add(row, segment);
    });
  }

  /** Writes some columns of a contact whose row is locked; `before` is what it says so far. */
  async update(before: StoredContact, changes: Partial<Omit<StoredContact, 'id'>>): Promise<void> {
    await this.contacts.update(before.id, changes);
    const after = { ...before, ...changes };
    const isSame =
      before.nameSearch === after.nameSearch &&
      before.phone === after.phone &&
      before.status === after.status;
    if (!isSame) await this.suffixes.change(before, after, await this.blocks.segmentOf(before.id));
  }

  /** Deletes a contact whose row is locked. */
  async remove(before: Searchable): Promise<void> {
    const { id } = before;
    await this.suffixes.drop(before, await this.blocks.segmentOf(id));
    await this.contacts.remove(id);
    this.work.countContacts(-1);
    this.work.atEnd(() => this.blocks.leave(id));
  }
}

/**
 * Gives contacts that were inserted as rows their blocks and makes them findable. Only for a tenant whose
 * counter this transaction holds, or that nobody else can see yet.
 */
export async function indexContacts(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  rows: readonly Searchable[],
): Promise<void> {
  const blocks = new ContactBlocksRepository(database, scope, tx);
  const suffixes = new ContactSuffixesRepository(database, scope, tx);
  for (const row of rows) await suffixes.add(row, await blocks.take(row.id));
}
