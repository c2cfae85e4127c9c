import { implement } from '@orpc/server';
import { webhookDeliveriesContract } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { WakeEndpoint } from '../endpoints/webhook-endpoints.service.ts';
import {
  deliveriesOfMessage,
  getDelivery,
  listDeliveries,
  resendDelivery,
  resendFailed,
  sendMissing,
  sendTest,
} from './webhook-deliveries.service.ts';
import { webhookOverview } from './webhook-overview.service.ts';

/** Returns the routes of deliveries. `wake` makes the worker send manual requests immediately. */
export function webhookDeliveriesRoutes(wake: WakeEndpoint) {
  const os = implement(webhookDeliveriesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) =>
      listDeliveries(contextOf(context), input.params.id, input.query),
    ),
    ofMessage: os.ofMessage.handler(({ input, context }) =>
      deliveriesOfMessage(contextOf(context), input.params.id),
    ),
    overview: os.overview.handler(({ input, context }) =>
      webhookOverview(contextOf(context), input.params.id, input.query.span),
    ),
    get: os.get.handler(({ input, context }) =>
      getDelivery(contextOf(context), input.params.id, input.params.deliveryId),
    ),
    resend: os.resend.handler(({ input, context }) =>
      resendDelivery(contextOf(context), wake, input.params.id, input.params.deliveryId),
    ),
    resendFailed: os.resendFailed.handler(({ input, context }) =>
      resendFailed(contextOf(context), wake, input.params.id, input.body),
    ),
    sendMissing: os.sendMissing.handler(({ input, context }) =>
      sendMissing(contextOf(context), wake, input.params.id, input.body),
    ),
    sendTest: os.sendTest.handler(({ input, context }) =>
      sendTest(contextOf(context), wake, input.params.id, input.body.type),
    ),
  });
}
