import { containsName, foldForSearch } from '../features/contacts/index.ts';
import { registerTemplates } from '../features/templates/index.ts';
import type { SendOfInbox } from '../flows/inbox-sends.ts';
import { createSendTemplate } from '../flows/send-template.ts';
import { createTemplateSyncWorker } from '../flows/sync-templates.ts';
import { createTemplateNotices } from '../flows/template-notices.ts';
import type { Channel } from './channel.ts';
import type { Kernel } from './kernel.ts';

export type Templates = ReturnType<typeof wireTemplates>;

/** The mirror of the platform's templates, kept by fetches and by the platform's own notices. */
export function wireTemplates(
  kernel: Kernel,
  { graphHttp, settings, isConnected }: Channel,
  { sendFromInbox }: { sendFromInbox: SendOfInbox },
) {
  const { logger, database, cursors, inUnitOfWork } = kernel;
  const syncWorker = createTemplateSyncWorker({
    database,
    logger,
    inUnitOfWork,
    http: graphHttp,
    settings,
    fold: foldForSearch,
  });
  const templates = registerTemplates({
    database,
    cursors,
    isConnected,
    searchPattern: containsName,
    wakeSync: syncWorker.wake,
    send: createSendTemplate({ database, send: sendFromInbox }),
  });
  return {
    faultsOf: templates.service.faultsOf,
    notices: createTemplateNotices({
      database,
      inUnitOfWork,
      wabaOf: async (scope) => (await settings.credentials(scope))?.wabaId ?? null,
      wakeSync: syncWorker.wake,
    }),
    workers: [syncWorker],
    publicRoutes: { templates: templates.routes },
    dashboardRoutes: { templates: templates.dashboardRoutes },
  };
}
