import type { Bindings } from '../../db/database.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** How many contacts fill a block, and how many full blocks a segment of the search. */
export const BLOCK_SIZES = { block: 1_000, segment: 32 };

/** Left to itself the optimizer enters the index by the tenant alone, and walks to the id from an end. */
const CONTACTS = 'contacts FORCE INDEX (contacts_tenant_id)';

/** Below every id: where a tenant's first block starts. */
const LOWEST = Buffer.alloc(16);

interface Block {
  firstId: Buffer;
  live: number;
  segment: number;
}

/**
 * A tenant's contacts in order of their ids, cut into blocks that know how many are left in them, so that
 * a page far down is found without counting its way. A run of blocks is a segment of the search.
 *
 * `take` and `leave` must be called with the tenant's counter locked (`Work.atEnd`): then nobody else's
 * contact can be committed meanwhile, and every committed contact has been counted.
 * A contact never changes its segment: a new one starts only above all ids that there are.
 */
export class ContactBlocksRepository extends TenantRepository<ContactRow> {
  protected readonly table = this.database.models.contact;
  private sizes = BLOCK_SIZES;

  /** Smaller blocks, for tests. */
  withSizes(sizes: typeof BLOCK_SIZES): this {
    this.sizes = sizes;
    return this;
  }

  /** Counts a contact in that this transaction has inserted; answers its segment. */
  async take(id: Buffer): Promise<number> {
    const block = await this.blockOf(id);
    if (!block) return this.start(LOWEST, 0);
    if (block.live >= this.sizes.block && (await this.isNewest(id))) {
      const isFull = (await this.blocksIn(block.segment)) >= this.sizes.segment;
      return this.start(id, block.segment + (isFull ? 1 : 0));
    }
    await this.move(block.firstId, 1);
    if (block.live + 1 >= 2 * this.sizes.block) await this.split(block);
    return block.segment;
  }

  /** Counts a contact out that this transaction has deleted. */
  async leave(id: Buffer): Promise<void> {
    const block = await this.blockOf(id);
    if (block) await this.move(block.firstId, -1);
  }

  /** The segment of a committed contact; of a new one, where it would be if it were committed now. */
  async segmentOf(id: Buffer): Promise<number> {
    return (await this.blockOf(id))?.segment ?? 0;
  }

  /** The highest segment there is; null before the first contact. */
  async newestSegment(): Promise<number | null> {
    const [block] = await this.select<{ segment: number }>(
      'SELECT segment FROM contact_blocks WHERE tenant_id = :tenantId ORDER BY first_id DESC LIMIT 1',
    );
    return block?.segment ?? null;
  }

  /** Where the contact stands that comes after the `offset` newest: so many further, among ids below `before`. */
  async locate(offset: number): Promise<{ before?: Buffer; offset: number }> {
    const place: { before?: Buffer; offset: number } = { offset };
    for (;;) {
      const wanted = Math.ceil(place.offset / this.sizes.block) + 8;
      const blocks = await this.select<Block>(
        `SELECT first_id AS firstId, live FROM contact_blocks
         WHERE tenant_id = :tenantId ${place.before ? 'AND first_id < :before' : ''}
         ORDER BY first_id DESC LIMIT ${wanted}`,
        place.before ? { before: place.before } : {},
      );
      for (const { firstId, live } of blocks) {
        if (live > place.offset) return place;
        place.offset -= live;
        place.before = firstId;
      }
      if (blocks.length < wanted) return place;
    }
  }

  private async blockOf(id: Buffer): Promise<Block | undefined> {
    const [block] = await this.select<Block>(
      `SELECT first_id AS firstId, live, segment FROM contact_blocks
       WHERE tenant_id = :tenantId AND first_id <= :id ORDER BY first_id DESC LIMIT 1`,
      { id },
    );
    return block;
  }

  /** Whether no id above this one has ever been given a place. */
  private async isNewest(id: Buffer): Promise<boolean> {
    const above = await this.select(
      `SELECT 1 AS one FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id > :id
       UNION ALL SELECT 1 FROM contact_blocks WHERE tenant_id = :tenantId AND first_id > :id LIMIT 1`,
      { id },
    );
    return above.length === 0;
  }

  private async blocksIn(segment: number): Promise<number> {
    const [row] = await this.select<{ blocks: number }>(
      'SELECT COUNT(*) AS blocks FROM contact_blocks WHERE tenant_id = :tenantId AND segment = :segment',
      { segment },
    );
    return Number(row?.blocks);
  }

  private async start(firstId: Buffer, segment: number, live = 1): Promise<number> {
    await this.run(
      'INSERT INTO contact_blocks (tenant_id, first_id, segment, live) VALUES (:tenantId, :firstId, :segment, :live)',
      { firstId, segment, live },
    );
    return segment;
  }

  private async move(firstId: Buffer, difference: number): Promise<void> {
    await this.run(
      'UPDATE contact_blocks SET live = live + :difference WHERE tenant_id = :tenantId AND first_id = :firstId',
      { firstId, difference },
    );
  }

  /** Halves a block that grew in its middle, as it does when servers' clocks disagree. */
  private async split({ firstId, segment }: Block): Promise<void> {
    const [next] = await this.select<{ firstId: Buffer }>(
      `SELECT first_id AS firstId FROM contact_blocks
       WHERE tenant_id = :tenantId AND first_id > :firstId ORDER BY first_id LIMIT 1`,
      { firstId },
    );
    const bindings: Bindings = { firstId, ...(next ? { until: next.firstId } : {}) };
    const until = next ? 'AND id < :until' : '';
    const [middle] = await this.select<{ id: Buffer }>(
      `SELECT id FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id >= :firstId ${until}
       ORDER BY id LIMIT ${this.sizes.block}, 1`,
      bindings,
    );
    if (!middle) return;
    const [upper] = await this.select<{ live: number }>(
      `SELECT COUNT(*) AS live FROM ${CONTACTS} WHERE tenant_id = :tenantId AND id >= :middle ${until}`,
      { ...bindings, middle: middle.id },
    );
    const live = Number(upper?.live);
    await this.start(middle.id, segment, live);
    await this.move(firstId, -live);
  }
}
