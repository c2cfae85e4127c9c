import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../context/context.ts';
import { select } from '../tenancy/rows.ts';

/** The tables of keys that can expire. */
export type KeyTable = 'api_keys' | 'inference_keys';

/** Warnings are due so many days before a key expires. */
export const WARNING_DAYS = [7, 1] as const;

const WARNABLE = `revoked_at IS NULL AND expires_at > :now AND expires_at <= :soon
  AND (warned_days IS NULL OR (warned_days > 1 AND expires_at <= :tomorrow))`;

/** Returns the times between which keys expire about which a warning may be due. */
function warningTimes(now: Date): { now: Date; soon: Date; tomorrow: Date } {
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return { now, soon: after(WARNING_DAYS[0]), tomorrow: after(WARNING_DAYS[1]) };
}

/** Returns some of the workspaces with a key about whose expiry a warning is due. */
export async function tenantsWithExpiringKeys(
  db: Database,
  table: KeyTable,
  now: Date,
  { after, limit }: { after: Buffer; limit: number },
): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT DISTINCT tenant_id AS tenantId FROM ${table} WHERE ${WARNABLE} AND tenant_id > :after
     ORDER BY tenant_id LIMIT ${Math.trunc(limit)}`,
    { ...warningTimes(now), after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some keys about whose expiry a warning is due. */
export async function expiringKeys(
  ctx: QueryContext,
  table: KeyTable,
  now: Date,
  { limit, except }: { limit: number; except: readonly Buffer[] },
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM ${table} WHERE tenant_id = :tenantId AND ${WARNABLE} AND id NOT IN (:passedOver)
     ORDER BY id LIMIT ${Math.trunc(limit)}`,
    { ...warningTimes(now), passedOver: [...except] },
  );
  return rows.map(({ id }) => id);
}

/** Returns a key, locked until the end of the transaction; null when no warning is due any more. */
export async function lockExpiringKey(
  ctx: QueryContext,
  table: KeyTable,
  now: Date,
  id: Buffer,
): Promise<{ name: string; expiresAt: Date } | null> {
  const [row] = await select<{ name: string; expiresAt: Date }>(
    ctx,
    `SELECT name, expires_at AS expiresAt FROM ${table} WHERE tenant_id = :tenantId AND id = :id AND ${WARNABLE}
     FOR UPDATE`,
    { ...warningTimes(now), id },
  );
  return row ?? null;
}
