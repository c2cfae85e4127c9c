import { containsName, foldForSearch } from '../../db/search-text.ts';
import type { Channel } from '../../features/channel/index.ts';
import { registerTemplates } from '../../features/templates/index.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { SendOfInbox } from '../outbound/inbox-sends.ts';
import { createRecheckTemplate } from './recheck-template.ts';
import { createSendTemplate } from './send-template.ts';
import { createTemplateSyncWorker } from './sync-templates.ts';
import { createTemplateNotices } from './template-notices.ts';

export type Templates = ReturnType<typeof wireTemplates>;

/** The mirror of the platform's templates, kept by fetches and by the platform's own notices. */
export function wireTemplates(
  kernel: Kernel,
  { graphHttp, settings, isConnected }: Channel,
  { sendFromInbox }: { sendFromInbox: SendOfInbox },
) {
  const { logger, database, cursors, inUnitOfWork, background } = kernel;
  const syncWorker = createTemplateSyncWorker({
    ...background,
    logger,
    http: graphHttp,
    settings,
    fold: foldForSearch,
  });
  const recheck = createRecheckTemplate({
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
    recheck,
    send: createSendTemplate({ database, send: sendFromInbox, recheck }),
  });
  return {
    faultsOf: templates.service.faultsOf,
    notices: createTemplateNotices({
      ...background,
      wabaOf: async (scope) => (await settings.credentials(scope))?.wabaId ?? null,
      wakeSync: syncWorker.wake,
    }),
    workers: [syncWorker],
    publicRoutes: { templates: templates.routes },
    dashboardRoutes: { templates: templates.dashboardRoutes },
  };
}
