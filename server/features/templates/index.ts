import { dashboardTemplatesRoutes, templatesRoutes } from './templates.routes.ts';
import { createTemplatesService, type TemplatesDeps } from './templates.service.ts';

export { refreshTemplate, replaceTemplates } from './replace-templates.ts';
export { faultsOfSend, formOf } from './template-faults.ts';
export { EVERY_SECONDS, TemplateSyncsRepository } from './template-syncs.repository.ts';
export { presentSync, presentTemplate } from './templates.presenter.ts';
export { TemplatesRepository } from './templates.repository.ts';

/** The mirror of a workspace's templates on the platform. */
export function registerTemplates(deps: TemplatesDeps) {
  const service = createTemplatesService(deps);
  return { service, routes: templatesRoutes(service), dashboardRoutes: dashboardTemplatesRoutes(service) };
}
