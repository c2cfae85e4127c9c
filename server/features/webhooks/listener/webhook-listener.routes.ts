import { implement } from '@orpc/server';
import {
  LISTENER_BODY_MAX,
  LISTENER_REQUESTS_MAX,
  type ListenerRequest,
  webhookListenerContract,
} from '../../../../shared/contract/webhooks/webhook-listener.contract.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { presentAttempt } from '../deliveries/webhook-deliveries.presenter.ts';
import { isSignedBy } from './verify.ts';
import { listenerRequests } from './webhook-listener.repository.ts';
import { openListener, readListener, removeListener, setListenerAnswer } from './webhook-listener.service.ts';

/** Returns the routes of the test listener. */
export function webhookListenerRoutes(wakeJobs: () => void) {
  const os = implement(webhookListenerContract).$context<RequestContext>();
  return os.router({
    open: os.open.handler(({ context }) => openListener(contextOf(context))),
    answer: os.answer.handler(({ input, context }) =>
      setListenerAnswer(contextOf(context), input.params.id, input.body.answer),
    ),
    requests: os.requests.handler(({ input, context }) => listRequests(contextOf(context), input.params.id)),
    remove: os.remove.handler(({ input, context }) =>
      removeListener(contextOf(context), wakeJobs, input.params.id),
    ),
  });
}

/** Returns what the listener got, newest first. @throws {AppError} webhook_endpoint_not_found */
async function listRequests(ctx: Context, id: string): Promise<{ data: ListenerRequest[] }> {
  const { key, secrets } = await readListener(ctx, id);
  const rows = await listenerRequests(ctx, key, LISTENER_REQUESTS_MAX);
  const data = rows.map((row) => {
    const { number, trigger, startedAt, milliseconds, status, cause, requestHeaders } = presentAttempt(row);
    const body = row.body.toString('utf8');
    return {
      id: row.id.toString('hex'),
      deliveryId: encodeId('webhookDelivery', row.deliveryId),
      type: row.type,
      ...{ number, trigger, startedAt, milliseconds, status, cause },
      isSignatureValid: isSignedBy(secrets, requestHeaders, row.body),
      headers: requestHeaders,
      body: body.slice(0, LISTENER_BODY_MAX),
      isBodyCut: body.length > LISTENER_BODY_MAX,
    };
  });
  return { data };
}
