import { implement } from '@orpc/server';
import { eventsContract } from '../../../shared/contract/events.contract.ts';
import { personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { EventsService } from './events.service.ts';

export function eventsRoutes(events: EventsService) {
  const os = implement(eventsContract).$context<RequestContext>();
  return os.router({
    since: os.since.handler(({ input, context }) => events.since(personOf(context), input.query)),
  });
}
