import { z } from 'zod';
import { TemplateSchema, TemplateSyncSchema } from '../contract/templates.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

export const templateEvents = {
  /** The platform decided something about a template, or an agent used it; `template` is null when it is gone. */
  'template.updated': defineEvent({
    payload: z.object({ id: idSchema('template'), template: TemplateSchema.nullable() }),
    audience: 'everyone',
    webhook: false,
  }),
  /** The list was fetched, or could not be: it is asked for again. */
  'templates.synced': defineEvent({
    payload: z.object({ sync: TemplateSyncSchema }),
    audience: 'everyone',
    webhook: false,
  }),
};
