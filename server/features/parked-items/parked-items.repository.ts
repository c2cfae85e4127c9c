import { PARKED_ITEMS_SHOWN } from '../../../shared/contract/parked-items.contract.ts';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import type { Database } from '../../db/database.ts';
import type { ParkedItemRow } from '../../db/models/parked-item.model.ts';
import { containsPattern } from '../../db/search-text.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { newKey } from '../../kernel/ids.ts';
import { deleteRow, findRow, findRows, Op, run, select } from '../../kernel/tenancy/rows.ts';

/** Room for every error of an item that has many. */
const REASON_MAX = 5_000;

/** Something to park. */
export interface Parking {
  kind: string;
  reason: string;
  payload: unknown;
  /** Where it was: parked twice with the same place, it is kept once. Null for what was parked before. */
  place: { callbackId: Buffer; item: number } | null;
  /** All that is needed besides the payload to take it in again, as JSON; null when that makes no sense. */
  origin: { contacts: object[] } | null;
  /** The platform's id of the message that it is about, when that is still to come. */
  awaits?: string;
}

/** Which items to process again. An absent condition selects all items. */
export interface RetryOptions {
  kind?: string | undefined;
  since?: Date | undefined;
  id?: Buffer | undefined;
}

/** Keeps a payload whole. Bare text is wrapped: a JSON string in a JSON column reads back in two ways. */
export async function parkItem(
  ctx: QueryContext & Pick<Context, 'clock'>,
  { kind, reason, payload, place, origin, awaits }: Parking,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO parked_items (id, tenant_id, kind, reason, payload, awaits, source, item, origin, created_at)
     VALUES (:id, :tenantId, :kind, :reason, :payload, :awaits, :source, :item, :origin, :createdAt)
     ON DUPLICATE KEY UPDATE id = parked_items.id`,
    {
      id: newKey(),
      kind: kind.slice(0, 40),
      reason: reason.slice(0, REASON_MAX).replace(/\p{Surrogate}/gu, '\ufffd'),
      payload: bounded(storable(typeof payload === 'string' ? { text: payload } : payload)),
      awaits: awaits ?? null,
      source: place?.callbackId ?? null,
      item: place?.item ?? null,
      origin: origin === null ? null : storable(origin),
      createdAt: ctx.clock.now(),
    },
  );
}

/** Returns what came before its message, in the order in which it came. SQL, because every inbound message asks this. */
export function itemsAwaiting(
  ctx: QueryContext,
  platformId: string,
): Promise<Pick<ParkedItemRow, 'id' | 'kind' | 'payload' | 'origin'>[]> {
  return select(
    ctx,
    `SELECT id, kind, payload, origin FROM parked_items
     WHERE tenant_id = :tenantId AND awaits = :platformId ORDER BY id`,
    { platformId },
  );
}

/** The columns of a list, without the payload: it may be megabytes. */
const SUMMARY = ['id', 'kind', 'reason', 'awaits', 'source', 'origin', 'createdAt'] as const;
export type ItemSummary = Pick<ParkedItemRow, (typeof SUMMARY)[number]>;

/** Returns the newest items, newest first. */
export function recentItems(ctx: QueryContext): Promise<ItemSummary[]> {
  const order = [
    ['createdAt', 'DESC'],
    ['id', 'DESC'],
  ] as const;
  return findRows(ctx, 'parkedItem', { columns: SUMMARY, order, limit: PARKED_ITEMS_SHOWN });
}

/** Returns one item; null when there is none. */
export function findItem(ctx: QueryContext, id: Buffer): Promise<ParkedItemRow | null> {
  return findRow(ctx, 'parkedItem', { where: { id } });
}

/** More items are not counted: the number is for an alert. */
const COUNTED_MAX = 10_000;

/** Returns the number of parked items of all workspaces, without those that wait for a message. */
export async function countParkedItems(db: Database): Promise<number> {
  const [row] = await db.select<{ count: number }>(
    `/* system: metrics */ SELECT COUNT(*) AS count FROM
       (SELECT tenant_id FROM parked_items WHERE awaits IS NULL LIMIT ${COUNTED_MAX}) AS parked`,
  );
  return Number(row?.count ?? 0);
}

/** Returns items to process again, oldest first. Items that wait for their message are not among them. */
export function retryableItems(
  ctx: QueryContext,
  { after, limit, kind, since, id }: RetryOptions & { after: Buffer; limit: number },
): Promise<ParkedItemRow[]> {
  return findRows(ctx, 'parkedItem', {
    where: {
      awaits: null,
      id: { [Op.gt]: after, ...(id && { [Op.eq]: id }) },
      ...(kind !== undefined && { kind }),
      ...(since && { createdAt: { [Op.gte]: since } }),
    },
    order: [['id', 'ASC']],
    limit,
  });
}

/** Rows per statement of a scan. */
const SCANNED = 500;

type MentioningItem = Pick<ParkedItemRow, 'id' | 'kind' | 'payload' | 'origin' | 'item'>;

/** Yields the items whose payload or origin has one of these words, in the order of their age. */
export async function* mentioningItems(
  ctx: QueryContext,
  words: readonly string[],
): AsyncGenerator<MentioningItem> {
  const hits = words
    .map((_, index) => `payload LIKE :word${index} OR origin LIKE :word${index}`)
    .join(' OR ');
  const bindings = Object.fromEntries(words.map((word, index) => [`word${index}`, containsPattern(word)]));
  let last: { createdAt: Date; id: Buffer } | null = null;
  for (;;) {
    const after = last ? 'AND (created_at > :createdAt OR (created_at = :createdAt AND id > :id))' : '';
    const rows: { id: Buffer; createdAt: Date; isHit: number }[] = await select(
      ctx,
      `SELECT id, created_at AS createdAt, (${hits}) IS TRUE AS isHit
       FROM parked_items FORCE INDEX (parked_items_recent)
       WHERE tenant_id = :tenantId ${after} ORDER BY created_at, id LIMIT ${SCANNED}`,
      { ...bindings, ...last },
    );
    for (const { id } of rows.filter(({ isHit }) => Number(isHit) === 1)) {
      yield* await findRows(ctx, 'parkedItem', {
        columns: ['id', 'kind', 'payload', 'origin', 'item'],
        where: { id },
      });
    }
    const end = rows.at(-1);
    if (!end || rows.length < SCANNED) return;
    last = { createdAt: end.createdAt, id: end.id };
  }
}

/** The parts of an item that hold data of people. */
export interface ParkedContent {
  payload: unknown;
  origin: unknown;
  item: number | null;
}

/**
 * Replaces the contents of an item. A parked callback also loses its `source`: it no longer starts at the item that
 * it was parked for, so it must not be taken for that one.
 */
export async function rewriteParkedItem(
  ctx: QueryContext,
  id: Buffer,
  { payload, origin, item }: ParkedContent,
): Promise<void> {
  await run(
    ctx,
    `UPDATE parked_items SET payload = :payload, origin = :origin, item = :item,
       source = IF(kind = 'callback', NULL, source)
     WHERE tenant_id = :tenantId AND id = :id`,
    { id, payload: storable(payload), origin: origin === null ? null : storable(origin), item },
  );
}

/** Removes one item; returns whether it was there. */
export function removeParkedItem(ctx: QueryContext, id: Buffer): Promise<boolean> {
  return deleteRow(ctx, 'parkedItem', id);
}

/** Removes parked items after 90 days: they hold personal data, and by then retrying them has no use. */
export function parkedItemRetention(db: Database): HousekeepingStep {
  return {
    name: 'parked_items',
    sweep: () =>
      inBatches(() =>
        db.run(
          `/* system: housekeeping */ DELETE FROM parked_items
           WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 90 DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}

/** Below the largest packet that databases take as they are installed. */
const PAYLOAD_MAX = 4 * 1024 * 1024;

/** A payload that escaping has made larger than a statement may be keeps its beginning, as text. */
function bounded(json: string): string {
  if (json.length <= PAYLOAD_MAX) return json;
  return storable({ length: json.length, beginning: json.slice(0, PAYLOAD_MAX / 16) });
}

function storable(value: unknown): string {
  return JSON.stringify(makeStorableJson(value) ?? null);
}
