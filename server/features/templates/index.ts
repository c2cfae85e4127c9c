export {
  completeTemplateSync,
  failTemplateSync,
  findClaimedTemplateSync,
  findTemplateSync,
  requestTemplateSync,
  SYNC_EVERY_SECONDS,
  TEMPLATE_SYNCS,
} from './template-syncs.repository.ts';
export { presentSync, presentTemplate } from './templates.presenter.ts';
export {
  claimTemplateCheck,
  databaseTime,
  deleteTemplates,
  findTemplate,
  findTemplateByName,
  lockTemplate,
  lockTemplates,
  markTemplateSent,
  markTemplatesSeen,
} from './templates.repository.ts';
export { listTemplates, mayBeMarketing, syncState } from './templates.service.ts';
