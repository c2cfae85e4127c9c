import { implement } from '@orpc/server';
import {
  dashboardTemplatesContract,
  templatesContract,
} from '../../../shared/contract/templates.contract.ts';
import { listTemplates, syncState } from '../../features/templates/index.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { createTemplate, removeTemplate } from './manage-templates.ts';
import type { TemplateSource } from './recheck-template.ts';
import { type SendParts, sendTemplate } from './send-template.ts';
import { type SyncParts, syncSoon } from './sync-templates.ts';

export function templatesRoutes(parts: TemplateSource) {
  const os = implement(templatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listTemplates(contextOf(context), input.query)),
    create: os.create.handler(({ input, context }) => createTemplate(contextOf(context), parts, input.body)),
    remove: os.remove.handler(({ input, context }) =>
      removeTemplate(contextOf(context), parts, input.params.id),
    ),
  });
}

export function dashboardTemplatesRoutes(parts: SendParts & SyncParts) {
  const os = implement(dashboardTemplatesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listTemplates(contextOf(context), input.query)),
    create: os.create.handler(({ input, context }) => createTemplate(contextOf(context), parts, input.body)),
    remove: os.remove.handler(({ input, context }) =>
      removeTemplate(contextOf(context), parts, input.params.id),
    ),
    syncState: os.syncState.handler(({ context }) => syncState(contextOf(context))),
    sync: os.sync.handler(({ context }) => syncSoon(contextOf(context), parts)),
    send: os.send.handler(({ input, context }) =>
      sendTemplate(contextOf(context), parts, input.params.id, input.body),
    ),
  });
}
