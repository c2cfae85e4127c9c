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
export async function tenantsWithExpiringKeys(db: Database, table: KeyTable, now: Date): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT DISTINCT tenant_id AS tenantId FROM ${table} WHERE ${WARNABLE} LIMIT 100`,
    warningTimes(now),
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns the keys about whose expiry a warning is due, locked until the end of the transaction. */
export function lockExpiringKeys(
  ctx: QueryContext,
  table: KeyTable,
  now: Date,
): Promise<{ id: Buffer; name: string; expiresAt: Date }[]> {
  return select(
    ctx,
    `SELECT id, name, expires_at AS expiresAt FROM ${table} WHERE tenant_id = :tenantId AND ${WARNABLE}
     ORDER BY id LIMIT 20 FOR UPDATE`,
    warningTimes(now),
  );
}
