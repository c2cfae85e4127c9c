import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run } from '../../kernel/tenancy/rows.ts';

/** Why nothing of a workspace goes out for a while. */
export type PauseReason = 'down' | 'throttled' | 'credentials';

export interface Pause {
  reason: PauseReason;
  /** Until the first probe; it doubles with each probe that fails. */
  seconds: number;
  maxSeconds: number;
}

/** A pause counts as long as the credentials are those under which it began. */
export const PAUSE_HOLDS = 'p.tenant_id IS NOT NULL AND p.settings_at <=> s.updated_at';

/**
 * Closes the lane of a workspace. While it is closed, only a probe that has failed makes the pause longer:
 * sends that were under way when it began say nothing new.
 */
export async function pauseLane(
  ctx: QueryContext,
  { reason, seconds, maxSeconds }: Pause,
  isProbe: boolean,
): Promise<void> {
  await run(
    ctx,
    `DELETE FROM send_pauses WHERE tenant_id = :tenantId AND NOT settings_at <=>
       (SELECT updated_at FROM cloud_api_settings WHERE tenant_id = :tenantId)`,
  );
  await run(
    ctx,
    `INSERT INTO send_pauses (tenant_id, reason, failures, probe_at, settings_at, since)
     SELECT :tenantId, :reason, 1, UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND, MAX(updated_at), UTC_TIMESTAMP(3)
     FROM cloud_api_settings WHERE tenant_id = :tenantId
     ON DUPLICATE KEY UPDATE ${
       isProbe
         ? `reason = VALUES(reason), failures = failures + 1,
            probe_at = UTC_TIMESTAMP(3) + INTERVAL LEAST(:maxSeconds, :seconds * POW(2, LEAST(failures, 20) - 1)) SECOND`
         : 'failures = failures'
     }`,
    { reason, seconds, ...(isProbe ? { maxSeconds } : {}) },
  );
}

/** Opens the lane again: the platform has taken a message. */
export async function resumeLane(ctx: QueryContext): Promise<void> {
  await run(ctx, 'DELETE FROM send_pauses WHERE tenant_id = :tenantId');
}

/** Takes the right to probe a closed lane, for as long as one send may take; returns false when another has it. */
export async function takeProbe(db: Database, tenantId: Buffer): Promise<boolean> {
  const changed = await db.run(
    `UPDATE send_pauses SET probe_at = UTC_TIMESTAMP(3) + INTERVAL ${PROBE_SECONDS} SECOND
     WHERE tenant_id = :tenantId AND probe_at <= UTC_TIMESTAMP(3)`,
    { tenantId },
  );
  return changed > 0;
}

/** Gives the right to probe back: the message that was to be the probe was not sent. */
export async function returnProbe(ctx: QueryContext): Promise<void> {
  await run(ctx, 'UPDATE send_pauses SET probe_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId');
}

const PROBE_SECONDS = 25;
