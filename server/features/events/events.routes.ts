import { implement } from '@orpc/server';
import { eventsContract } from '../../../shared/contract/events.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { eventsSince } from './events.service.ts';

export function eventsRoutes() {
  const os = implement(eventsContract).$context<RequestContext>();
  return os.router({
    since: os.since.handler(({ input, context }) =>
      eventsSince(contextOf(context), personOf(context), input.query),
    ),
  });
}
