import type { WebhookOverview, WebhookSpan } from '../../../../shared/contract/webhook-overview.ts';
import type { Database } from '../../../db/database.ts';
import { decodeId } from '../../../kernel/ids.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { figuresOf, type StepCount, type Steps, stepsOf } from './overview-figures.ts';
import type { WebhookDeliveriesDeps } from './webhook-deliveries.service.ts';

export type GetOverview = (
  scope: TenantScope,
  endpointId: string,
  span: WebhookSpan,
) => Promise<WebhookOverview>;

/** What became of an endpoint's deliveries over a span of time that ends now. */
export function createGetOverview({
  database,
  now,
  getEndpoint,
}: Pick<WebhookDeliveriesDeps, 'database' | 'now' | 'getEndpoint'>): GetOverview {
  return async (scope, endpointId, span) => {
    const endpoint = await getEndpoint(scope, endpointId);
    const key = decodeId(endpoint.id);
    const steps = stepsOf(span, now());
    const counts = await countsOf(database, scope, key, steps);
    const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
    const next = isHeld ? null : await nextAttemptAt(database, scope, key);
    return {
      since: steps.since.toISOString(),
      until: steps.until.toISOString(),
      stepSeconds: steps.seconds,
      ...figuresOf(steps, counts),
      nextAttemptAt: next?.toISOString() ?? null,
    };
  };
}

/** Two digits of a time are enough for a chart, and keep what is counted to a few rows a step. */
const TWO_DIGITS = `CASE WHEN last_ms < 100 THEN last_ms WHEN last_ms < 1000 THEN last_ms DIV 10 * 10
    WHEN last_ms < 10000 THEN last_ms DIV 100 * 100 ELSE last_ms DIV 1000 * 1000 END`;

/** Read from the index alone, so that a busy endpoint's week costs no more than walking along it. */
export const COUNTS_SQL = `SELECT TIMESTAMPDIFF(SECOND, :since, created_at) DIV :seconds AS step, state,
    ${TWO_DIGITS} AS ms, COUNT(*) AS count
  FROM webhook_deliveries FORCE INDEX (webhook_deliveries_overview)
  WHERE tenant_id = :tenantId AND endpoint_id = :endpointId AND created_at >= :since AND created_at < :until
  GROUP BY step, state, ms`;

async function countsOf(
  database: Database,
  scope: TenantScope,
  endpointId: Buffer,
  { since, until, seconds }: Steps,
): Promise<StepCount[]> {
  const rows = await database.select<StepCount>(COUNTS_SQL, {
    tenantId: scope.key,
    endpointId,
    since,
    until,
    seconds,
  });
  return rows.map(({ step, state, ms, count }) => ({
    step: Number(step),
    state,
    ms: ms === null ? null : Number(ms),
    count: Number(count),
  }));
}

/** When what waits longest is due, or the endpoint's rest ends if that is later. */
async function nextAttemptAt(
  database: Database,
  scope: TenantScope,
  endpointId: Buffer,
): Promise<Date | null> {
  const [row] = await database.select<{ visibleAt: Date; createdAt: Date; restingUntil: Date | null }>(
    `SELECT d.visible_at AS visibleAt, d.created_at AS createdAt, e.resting_until AS restingUntil
     FROM webhook_deliveries d FORCE INDEX (webhook_deliveries_claim)
     JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
     WHERE d.state = 0 AND d.endpoint_id = :endpointId AND d.tenant_id = :tenantId AND d.lease_token IS NULL
     ORDER BY d.visible_at, d.id LIMIT 1`,
    { tenantId: scope.key, endpointId },
  );
  if (!row) return null;
  // What is to go before all others stands at a time long ago.
  const times = [row.visibleAt, row.createdAt, row.restingUntil ?? row.createdAt];
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
