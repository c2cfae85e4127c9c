import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { noteSync, noteTemplate, refreshTemplates } from './templates.queries.ts';

/** Shows the platform's decisions immediately. */
export const templatesRealtime = {
  'template.updated': ({ id, template }) => noteTemplate(id, template),
  'templates.synced': ({ sync }) => {
    noteSync(sync);
    refreshTemplates();
  },
} satisfies EventHandlers;
