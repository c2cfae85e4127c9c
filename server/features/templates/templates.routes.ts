import { implement } from '@orpc/server';
import {
  dashboardTemplatesContract,
  templatesContract,
} from '../../../shared/contract/templates.contract.ts';
import { actorOf, contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { TemplatesService } from './templates.service.ts';

export function templatesRoutes(templates: TemplatesService) {
  const os = implement(templatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => templates.list(actorOf(context).scope, input.query)),
  });
}

export function dashboardTemplatesRoutes(templates: TemplatesService) {
  const os = implement(dashboardTemplatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => templates.list(actorOf(context).scope, input.query)),
    syncState: os.syncState.handler(({ context }) => templates.syncState(actorOf(context).scope)),
    sync: os.sync.handler(({ context }) => templates.sync(actorOf(context).scope)),
    send: os.send.handler(({ input, context }) =>
      templates.send(contextOf(context), input.params.id, input.body),
    ),
  });
}
