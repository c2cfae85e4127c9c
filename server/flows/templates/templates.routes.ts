import { implement } from '@orpc/server';
import {
  dashboardTemplatesContract,
  templatesContract,
} from '../../../shared/contract/templates.contract.ts';
import { listTemplates, syncState } from '../../features/templates/index.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { type SendParts, sendTemplate } from './send-template.ts';
import { type SyncParts, syncSoon } from './sync-templates.ts';

export function templatesRoutes() {
  const os = implement(templatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listTemplates(contextOf(context), input.query)),
  });
}

export function dashboardTemplatesRoutes(parts: SendParts & SyncParts) {
  const os = implement(dashboardTemplatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listTemplates(contextOf(context), input.query)),
    syncState: os.syncState.handler(({ context }) => syncState(contextOf(context))),
    sync: os.sync.handler(({ context }) => syncSoon(contextOf(context), parts)),
    send: os.send.handler(({ input, context }) =>
      sendTemplate(contextOf(context), parts, input.params.id, input.body),
    ),
  });
}
