import type { BroadcastCounts } from '../../../shared/contract/public/broadcasts.contract.ts';
import { SIMULATED_PHONES_LIKE } from '../../../shared/domain/rehearsal/rehearsal.ts';
import {
  BROADCAST_EXCLUSIONS,
  type BroadcastExclusion,
} from '../../../shared/domain/templates/broadcasts.ts';
import type { Bindings } from '../../db/database.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** The audiences of broadcasts: who belongs to them, and who gets no message. */

/** Whom a broadcast is for; `ids` are the contacts of a list, `source` those of a segment. */
type Audience = Pick<BroadcastRow, 'audienceKind' | 'audienceTag'> & {
  ids?: readonly Buffer[];
  source?: { from: string; id: string; where: string; bindings: Bindings } | undefined;
};

/** Whether another broadcast of the name has created a message for the contact `c` that has not failed. */
export const reachedBy = (name: string, id: string) => `EXISTS (SELECT 1 FROM broadcast_recipients p
    JOIN broadcasts n ON n.tenant_id = p.tenant_id AND n.id = p.broadcast_id
    JOIN messages o ON o.tenant_id = p.tenant_id AND o.id = p.message_id
    WHERE p.tenant_id = :tenantId AND p.contact_id = c.id AND n.name = ${name} AND n.id <> ${id} AND o.status <> 'failed')`;
const REACHED = reachedBy(':name', ':id');

/**
 * The reason why the contact `c` gets no message of the broadcast `:id` with this name; null when there is none. Customers
 * of rehearsals have numbers that no platform reaches.
 */
const REASON = `CASE WHEN c.is_blocked = 1 THEN 'blocked' WHEN c.marketing = 'unsubscribed' THEN 'unsubscribed'
    WHEN c.phone IS NULL OR c.phone LIKE '${SIMULATED_PHONES_LIKE}' THEN 'no_phone' WHEN ${REACHED} THEN 'already_reached' END`;

/** Adds so many of the next contacts of an audience; returns their ids, fewer than `limit` at the end. */
export async function expandAudience(
  ctx: QueryContext,
  broadcast: Pick<BroadcastRow, 'id' | 'name' | 'expandedTo'> & Audience,
  limit: number,
): Promise<Buffer[]> {
  const { from, contact, bindings } = audienceOf(broadcast);
  const { id, name, expandedTo } = broadcast;
  const after = expandedTo ? `AND ${contact} > :after` : '';
  const rows = await select<{ contactId: Buffer }>(
    ctx,
    `SELECT ${contact} AS contactId FROM ${from} ${after} ORDER BY ${contact} LIMIT ${Math.trunc(limit)}`,
    { ...bindings, ...(expandedTo && { after: expandedTo }) },
  );
  const contactIds = rows.map(({ contactId }) => contactId);
  await addRecipients(ctx, { id, name }, contactIds);
  return contactIds;
}

/** Adds contacts to the audience of a broadcast, each with the reason why they are excluded. Repeatable. */
export async function addRecipients(
  ctx: QueryContext,
  { id, name }: Pick<BroadcastRow, 'id' | 'name'>,
  contactIds: readonly Buffer[],
): Promise<void> {
  if (contactIds.length === 0) return;
  await run(
    ctx,
    `INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state, reason)
     SELECT x.tenant_id, :id, x.contactId, IF(x.reason IS NULL, 0, 1), x.reason
     FROM (SELECT c.tenant_id, c.id AS contactId, ${REASON} AS reason FROM contacts c
           WHERE c.tenant_id = :tenantId AND c.id IN (:contactIds)) x
     ON DUPLICATE KEY UPDATE state = broadcast_recipients.state`,
    { id, name, contactIds: [...contactIds] },
  );
}

/** Returns how many contacts of an audience are still to be added, counted up to `max`. */
export async function countMembers(
  ctx: QueryContext,
  broadcast: Pick<BroadcastRow, 'expandedTo'> & Audience,
  max: number,
): Promise<number> {
  const { from, contact, bindings } = audienceOf(broadcast);
  const { expandedTo } = broadcast;
  const after = expandedTo ? `AND ${contact} > :after` : '';
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM (SELECT ${contact} AS id FROM ${from} ${after} LIMIT ${Math.trunc(max)}) a`,
    { ...bindings, ...(expandedTo && { after: expandedTo }) },
  );
  return Number(row?.count ?? 0);
}

/** Returns how many people of a broadcast have a row: contacts alone, as in its counts (`countRecipients`). */
export async function countAdded(ctx: QueryContext, id: Buffer): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM broadcast_recipients r
       JOIN contacts c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
     WHERE r.tenant_id = :tenantId AND r.broadcast_id = :id`,
    { id },
  );
  return Number(row?.count ?? 0);
}

/** So many digits say the country, and in North America the area code. */
const GROUPED_DIGITS = 4;

/** People of an audience whose numbers begin alike, with one of these numbers. */
export interface AudienceGroup {
  phone: string;
  count: number;
}

/**
 * Returns how many of an audience would get a broadcast of this name, and how many would not, by reason; the former by the
 * beginning of their numbers, too.
 */
export async function countAudience(
  ctx: QueryContext,
  audience: Audience,
  { name, max }: { name: string; max: number },
): Promise<Pick<BroadcastCounts, 'recipients' | 'excluded'> & { groups: AudienceGroup[] }> {
  const { from, contact, bindings } = audienceOf(audience);
  const rows = await select<{ reason: BroadcastExclusion | null; phone: string | null; count: number }>(
    ctx,
    `SELECT x.reason, MIN(x.phone) AS phone, COUNT(*) AS count FROM (
       SELECT ${REASON} AS reason, c.phone FROM (SELECT ${contact} AS id FROM ${from} LIMIT ${Math.trunc(max)}) a
       JOIN contacts c ON c.tenant_id = :tenantId AND c.id = a.id) x
     GROUP BY x.reason, IF(x.reason IS NULL, LEFT(x.phone, ${GROUPED_DIGITS}), NULL)`,
    { ...bindings, name, id: Buffer.alloc(16) },
  );
  const counts = { recipients: 0, excluded: nobodyExcluded(), groups: [] as AudienceGroup[] };
  for (const { reason, phone, count } of rows) {
    if (reason !== null) counts.excluded[reason] = Number(count);
    else {
      counts.recipients += Number(count);
      counts.groups.push({ phone: phone ?? '', count: Number(count) });
    }
  }
  return counts;
}

/** Returns the first contacts of an audience who would get a broadcast of this name. */
export function sampleAudience(
  ctx: QueryContext,
  audience: Audience,
  { name, limit }: { name: string; limit: number },
): Promise<{ id: Buffer }[]> {
  const { from, contact, bindings } = audienceOf(audience);
  return select<{ id: Buffer }>(
    ctx,
    `SELECT c.id FROM (SELECT ${contact} AS id FROM ${from} ORDER BY ${contact} LIMIT 1000) a
     JOIN contacts c ON c.tenant_id = :tenantId AND c.id = a.id
     WHERE (${REASON}) IS NULL ORDER BY c.id LIMIT ${Math.trunc(limit)}`,
    { ...bindings, name, id: Buffer.alloc(16) },
  );
}

function audienceOf(audience: Audience): { from: string; contact: string; bindings: Bindings } {
  if (audience.ids) {
    return {
      from: 'contacts a WHERE a.tenant_id = :tenantId AND a.id IN (:ids)',
      contact: 'a.id',
      bindings: { ids: [...audience.ids] },
    };
  }
  if (audience.source) {
    const { from, id, where, bindings } = audience.source;
    return { from: `${from} WHERE ${where}`, contact: id, bindings };
  }
  const { audienceTag: tag } = audience;
  if (tag !== null) {
    return {
      from: 'contact_tags t WHERE t.tenant_id = :tenantId AND t.tag = :tag',
      contact: 't.contact_id',
      bindings: { tag },
    };
  }
  return {
    from: 'contacts a FORCE INDEX (contacts_tenant_id) WHERE a.tenant_id = :tenantId',
    contact: 'a.id',
    bindings: {},
  };
}

/** Returns whether a broadcast of this name, other than this one, has a message for the contact that has not failed. */
export async function isReached(
  ctx: QueryContext,
  { id, name }: Pick<BroadcastRow, 'id' | 'name'>,
  contactId: Buffer,
): Promise<boolean> {
  const rows = await select<object>(
    ctx,
    `SELECT c.id FROM contacts c WHERE c.tenant_id = :tenantId AND c.id = :contactId AND ${REACHED}`,
    { id, name, contactId },
  );
  return rows.length > 0;
}

/** Returns counts of excluded people that are all zero. */
export function nobodyExcluded(): BroadcastCounts['excluded'] {
  return Object.fromEntries(BROADCAST_EXCLUSIONS.map((reason) => [reason, 0])) as BroadcastCounts['excluded'];
}
