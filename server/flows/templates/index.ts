import type { Channel } from '../../features/channel/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { SendOfInbox } from '../outbound/inbox-sends.ts';
import { knownTemplate, templateErrors } from './send-template.ts';
import { createTemplateSyncWorker } from './sync-templates.ts';
import { createTemplateNotices } from './template-notices.ts';
import { dashboardTemplatesRoutes, templatesRoutes } from './templates.routes.ts';

export type Templates = ReturnType<typeof wireTemplates>;

/** Wires the copy of the platform's templates, updated by fetches and by the platform's notices. */
export function wireTemplates(
  { background }: Kernel,
  { graphHttp }: Channel,
  { sendFromInbox }: { sendFromInbox: SendOfInbox },
) {
  const source = { http: graphHttp };
  const syncWorker = createTemplateSyncWorker(background.resources, source);
  const parts = { ...source, wakeSync: syncWorker.wake, sendFromInbox };
  return {
    templateErrors: (ctx: Context, send: Parameters<typeof templateErrors>[2]) =>
      templateErrors(ctx, parts, send),
    knownTemplate,
    notices: createTemplateNotices(parts),
    workers: [syncWorker],
    publicRoutes: { templates: templatesRoutes(source) },
    dashboardRoutes: { templates: dashboardTemplatesRoutes(parts) },
  };
}
