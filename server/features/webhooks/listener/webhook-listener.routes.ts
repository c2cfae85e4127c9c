import { implement } from '@orpc/server';
import { webhookListenerContract } from '../../../../shared/contract/webhooks/webhook-listener.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { listRequests, openListener, removeListener, setListenerAnswer } from './webhook-listener.service.ts';

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
