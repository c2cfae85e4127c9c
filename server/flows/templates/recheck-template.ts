import type { Database } from '../../db/database.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import { presentTemplate, refreshTemplate, TemplatesRepository } from '../../features/templates/index.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import { fetchTemplate } from '../../platform/message-templates.ts';

export interface RecheckTemplateDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  http: GraphHttp;
  settings: CloudApiSettingsService;
  /** Folds case and accents, for searching. */
  fold(text: string): string;
}

/**
 * Fetches one template from the platform and stores it, for a send that does not fit what is stored: the notice of
 * an edit may have been missed. Happens at most once a minute for each template, and ten times a minute for each
 * workspace.
 * @returns the template as it is now; null when it was checked within the last minute, or cannot be fetched.
 */
export type RecheckTemplate = (scope: TenantScope, row: TemplateRow) => Promise<TemplateRow | null>;

export function createRecheckTemplate(deps: RecheckTemplateDeps): RecheckTemplate {
  const { database, inUnitOfWork } = deps;
  return async (scope, row) => {
    const account = await deps.settings.credentials(scope);
    if (!account) return null;
    const templates = new TemplatesRepository(database, scope);
    if (!(await templates.claimCheck(row.id))) return null;
    const startedAt = await templates.now();
    try {
      const found = await fetchTemplate(deps.http, account, row.platformId);
      // Another id may have another name by now: the next fetch of the whole list sorts that out.
      if (found?.name !== row.name || found.language !== row.language) return null;
      return await inUnitOfWork(scope, async (work) => {
        const repository = new TemplatesRepository(database, scope, work.tx);
        const fresh = await refreshTemplate(repository, found, startedAt, deps.fold);
        if (fresh)
          work.record('template.updated', {
            id: presentTemplate(fresh).id,
            template: presentTemplate(fresh),
          });
        return fresh;
      });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      deps.logger.warn({ tenantId: scope.tenantId, reason: error.message }, 'failed to fetch template');
      return null;
    }
  };
}
