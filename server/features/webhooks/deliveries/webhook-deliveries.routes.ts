import { implement } from '@orpc/server';
import { webhookDeliveriesContract } from '../../../../shared/contract/webhook-deliveries.contract.ts';
import { actorOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { WebhookDeliveriesService } from './webhook-deliveries.service.ts';
import type { GetOverview } from './webhook-overview.service.ts';

export function webhookDeliveriesRoutes(deliveries: WebhookDeliveriesService, getOverview: GetOverview) {
  const os = implement(webhookDeliveriesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) =>
      deliveries.list(actorOf(context).scope, input.params.id, input.query),
    ),
    overview: os.overview.handler(({ input, context }) =>
      getOverview(actorOf(context).scope, input.params.id, input.query.span),
    ),
    get: os.get.handler(({ input, context }) =>
      deliveries.get(actorOf(context).scope, input.params.id, input.params.deliveryId),
    ),
    resend: os.resend.handler(({ input, context }) =>
      deliveries.resend(actorOf(context).scope, input.params.id, input.params.deliveryId),
    ),
    resendFailed: os.resendFailed.handler(({ input, context }) =>
      deliveries.resendFailed(actorOf(context).scope, input.params.id, input.body),
    ),
    sendMissing: os.sendMissing.handler(({ input, context }) =>
      deliveries.sendMissing(actorOf(context).scope, input.params.id, input.body),
    ),
    sendTest: os.sendTest.handler(({ input, context }) =>
      deliveries.sendTest(actorOf(context).scope, input.params.id, input.body.type),
    ),
  });
}
