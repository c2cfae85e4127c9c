import type { WebhookEventType } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { run, select } from '../../../kernel/tenancy/rows.ts';
import type { WebhookAttemptView } from '../deliveries/webhook-deliveries.presenter.ts';

/** Deliveries that a listener keeps. */
export const LISTENER_KEPT = 1_000;

export interface ListenerRequestView extends WebhookAttemptView {
  id: Buffer;
  deliveryId: Buffer;
  type: WebhookEventType;
  body: Buffer;
}

/** Returns the last attempts of an endpoint's newest deliveries, with what they sent; the newest attempt first. */
export function listenerRequests(
  ctx: QueryContext,
  endpointId: Buffer,
  limit: number,
): Promise<ListenerRequestView[]> {
  return select<ListenerRequestView>(
    ctx,
    `SELECT a.id, a.delivery_id AS deliveryId, d.type, a.number, a.cause, a.started_at AS startedAt, a.ms, a.status,
       a.failure, a.detail, a.remote_address AS remoteAddress, a.request_headers AS requestHeaders,
       a.response_headers AS responseHeaders, a.response_body AS responseBody, a.is_body_cut AS isBodyCut, e.body
     FROM (
       SELECT id, event_id, type FROM webhook_deliveries
       WHERE tenant_id = :tenantId AND endpoint_id = :endpointId AND attempts > 0
       ORDER BY created_at DESC, id DESC LIMIT ${Math.trunc(limit)}
     ) d
     JOIN webhook_attempts a ON a.tenant_id = :tenantId AND a.delivery_id = d.id
     JOIN webhook_events e ON e.tenant_id = :tenantId AND e.id = d.event_id
     ORDER BY a.started_at DESC, a.id DESC LIMIT ${Math.trunc(limit)}`,
    { endpointId },
  );
}

/**
 * Removes what a listener got, except for its newest deliveries. Returns whether there may be more. Those that are
 * still to be attempted go too: a listener that does not keep up is a test that is over.
 */
export async function trimListener(ctx: QueryContext, endpointId: Buffer): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const rows = await select<{ id: Buffer }>(
      { ...ctx, tx },
      `SELECT id FROM webhook_deliveries WHERE tenant_id = :tenantId AND endpoint_id = :endpointId
       ORDER BY created_at DESC, id DESC LIMIT ${BATCH} OFFSET ${LISTENER_KEPT} FOR UPDATE`,
      { endpointId },
    );
    if (rows.length === 0) return 0;
    const ids = rows.map((row) => row.id);
    const mine = 'WHERE tenant_id = :tenantId AND';
    await run({ ...ctx, tx }, `DELETE FROM webhook_attempts ${mine} delivery_id IN (:ids)`, { ids });
    return run({ ...ctx, tx }, `DELETE FROM webhook_deliveries ${mine} id IN (:ids)`, { ids });
  });
}

const BATCH = 1_000;
