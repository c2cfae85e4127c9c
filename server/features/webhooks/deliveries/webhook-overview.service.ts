import type { WebhookOverview, WebhookSpan } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { decodeId } from '../../../kernel/ids.ts';
import { getEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import { figuresOf, stepsOf } from './overview-figures.ts';
import { deliveryCounts, nextAttemptAt } from './webhook-overview.repository.ts';

/**
 * Returns the results of an endpoint's deliveries over a span of time that ends now.
 * @throws {AppError} webhook_endpoint_not_found
 */
export async function webhookOverview(
  ctx: Context,
  endpointId: string,
  span: WebhookSpan,
): Promise<WebhookOverview> {
  const endpoint = await getEndpoint(ctx, endpointId);
  const key = decodeId(endpoint.id);
  const steps = stepsOf(span, ctx.clock.now());
  const counts = await deliveryCounts(ctx, key, steps);
  const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
  const next = isHeld ? null : await nextAttemptAt(ctx, key);
  return {
    since: steps.since.toISOString(),
    until: steps.until.toISOString(),
    stepSeconds: steps.seconds,
    ...figuresOf(steps, counts),
    nextAttemptAt: next?.toISOString() ?? null,
  };
}
