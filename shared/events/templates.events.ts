import { z } from 'zod';
import { TemplateSchema, TemplateSyncSchema } from '../contract/templates.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

export const templateEvents = {
  /** A template changed on the platform or was used; `template` is null if it was deleted. */
  'template.updated': defineEvent({
    payload: z.object({ id: idSchema('template'), template: TemplateSchema.nullable() }),
    audience: 'everyone',
    webhook: false,
  }),
  /** The list was fetched, or the attempt failed. Clients fetch the list again. */
  'templates.synced': defineEvent({
    payload: z.object({ sync: TemplateSyncSchema }),
    audience: 'everyone',
    webhook: false,
  }),
};
