import type { QueryContext } from '../../../kernel/context/context.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import type { StepCount, Steps } from './overview-figures.ts';

/** Two digits of a time are enough for a chart, and keep what is counted to a few rows a step. */
const TWO_DIGITS = `CASE WHEN last_ms < 100 THEN last_ms WHEN last_ms < 1000 THEN last_ms DIV 10 * 10
    WHEN last_ms < 10000 THEN last_ms DIV 100 * 100 ELSE last_ms DIV 1000 * 1000 END`;

/** Read from the index alone, so that a busy endpoint's week costs no more than walking along it. */
export const COUNTS_SQL = `SELECT TIMESTAMPDIFF(SECOND, :since, created_at) DIV :seconds AS step, state,
    ${TWO_DIGITS} AS ms, COUNT(*) AS count
  FROM webhook_deliveries FORCE INDEX (webhook_deliveries_overview)
  WHERE tenant_id = :tenantId AND endpoint_id = :endpointId AND created_at >= :since AND created_at < :until
  GROUP BY step, state, ms`;

/** Returns how many deliveries of an endpoint there are in each step, by state and response time. */
export async function deliveryCounts(
  ctx: QueryContext,
  endpointId: Buffer,
  { since, until, seconds }: Steps,
): Promise<StepCount[]> {
  const rows = await select<StepCount>(ctx, COUNTS_SQL, { endpointId, since, until, seconds });
  return rows.map(({ step, state, ms, count }) => ({
    step: Number(step),
    state,
    ms: ms === null ? null : Number(ms),
    count: Number(count),
  }));
}

/** Returns when what has waited longest is due, or the endpoint's rest ends if that is later; null when nothing waits. */
export async function nextAttemptAt(ctx: QueryContext, endpointId: Buffer): Promise<Date | null> {
  const [row] = await select<{ visibleAt: Date; createdAt: Date; restingUntil: Date | null }>(
    ctx,
    `SELECT d.visible_at AS visibleAt, d.created_at AS createdAt, e.resting_until AS restingUntil
     FROM webhook_deliveries d FORCE INDEX (webhook_deliveries_claim)
     JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
     WHERE d.state = 0 AND d.endpoint_id = :endpointId AND d.tenant_id = :tenantId AND d.lease_token IS NULL
     ORDER BY d.visible_at, d.id LIMIT 1`,
    { endpointId },
  );
  if (!row) return null;
  // What is to be sent before all others has a time long ago.
  const times = [row.visibleAt, row.createdAt, row.restingUntil ?? row.createdAt];
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
