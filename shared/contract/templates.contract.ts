import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, pageOf, pageQuery, route } from './base.ts';
import { ThreadMessageSchema } from './conversations.contract.ts';
import { TEMPLATE_LANGUAGE } from './send-message.ts';
import { TemplateComponentsSchema } from './template-components.ts';

/** The states that a template can be in, as the platform calls them; it may come up with more. */
export const TEMPLATE_STATUSES = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'ARCHIVED',
  'LIMIT_EXCEEDED',
  'FLAGGED',
  'LOCKED',
] as const;

export const TemplateSchema = z
  .strictObject({
    id: idSchema('template'),
    name: z.string(),
    language: z.string().describe('The platform’s language code, such as en or en_US'),
    status: z.string().describe('The platform’s status; only APPROVED templates can be sent'),
    category: z.string(),
    previousCategory: z.string().nullable().describe('The category before the platform changed it'),
    parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
    quality: z.string().nullable().describe('GREEN, YELLOW or RED; null: not known yet'),
    rejectedReason: z.string().nullable(),
    components: z
      .array(z.record(z.string(), z.unknown()))
      .describe('The components as the platform returns them, including types that are unknown here'),
    lastSentAt: TimeSchema.nullable().describe('When it was last sent from the inbox'),
    createdAt: TimeSchema.describe('When this server first saw it'),
    updatedAt: TimeSchema,
  })
  .meta({ id: 'Template' });

/** How well the list agrees with the platform's. */
export const TemplateSyncSchema = z.strictObject({
  syncedAt: TimeSchema.nullable().describe('When the whole list was last fetched; null: never'),
  isDue: z.boolean().describe('It is being fetched, or is about to be'),
  problem: z.string().nullable().describe('Why the last attempt failed'),
  problemAt: TimeSchema.nullable(),
});

const query = z.strictObject({
  search: lineText({ max: 200 }).optional().describe('Any part of a name or a text'),
  status: z.enum(TEMPLATE_STATUSES).optional(),
  language: z
    .string()
    .regex(TEMPLATE_LANGUAGE, 'must be one of the language codes of the platform, such as en or en_US')
    .optional(),
  ...pageQuery(50),
  cursor: CursorSchema.optional(),
});

const list = route('messages:read')
  .route({
    method: 'GET',
    path: '/templates',
    tags: ['Templates'],
    summary: 'List and search templates, by name and language',
    description:
      'The templates of the connected business account, as of the last sync. The server fetches the list every hour, and the platform reports each decision as it is made.',
  })
  .input(z.object({ query }))
  .output(pageOf(TemplateSchema));

export const templatesContract = { list };

export const dashboardTemplatesContract = {
  list,
  /** How old the list is, and what is wrong with it. */
  syncState: route('messages:read')
    .route({ method: 'GET', path: '/template-sync' })
    .input(z.object({}))
    .output(TemplateSyncSchema),
  /** Requests a new fetch of the list; `templates.synced` reports the outcome. */
  sync: route('messages:send')
    .route({ method: 'POST', path: '/template-sync' })
    .errors(errors('channel_not_connected'))
    .input(z.object({}))
    .output(TemplateSyncSchema),
  send: route('messages:send')
    .route({ method: 'POST', path: '/conversations/{id}/templates', successStatus: 201 })
    .errors(
      errors(
        'conversation_not_found',
        'template_not_found',
        'channel_not_connected',
        'message_already_queued',
      ),
    )
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z.strictObject({
          templateId: z.string().max(64),
          components: TemplateComponentsSchema,
          clientId: z.uuid().describe('Made by the screen; the same id sent twice stores one message'),
        }),
      }),
    )
    .output(ThreadMessageSchema),
};

export type Template = z.infer<typeof TemplateSchema>;
export type TemplateSync = z.infer<typeof TemplateSyncSchema>;
