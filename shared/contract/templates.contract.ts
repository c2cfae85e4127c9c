import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { TEMPLATE_SYNC_REASONS } from '../domain/reasons/template-reasons.ts';
import { isStorableJson, JSON_LEVELS } from '../domain/storable-json.ts';
import { lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, PathIdSchema, pageOf, pageQuery, route } from './base.ts';
import {
  hold,
  lastSeenId,
  NOT_WITH_HOLD,
  sendAt,
  ThreadMessageSchema,
} from './inbox/conversations.contract.ts';
import { ReasonParamsSchema, reasonCode } from './reason-code.ts';
import { TEMPLATE_LANGUAGE } from './send-message.ts';
import { TemplateComponentsSchema } from './template-components.ts';

/** The platform's template states. The platform may add more. */
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

/** What a new template is about, which decides its price and its review. */
export const TEMPLATE_CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

/** The parts of a template, as the platform names them. */
const TEMPLATE_PARTS = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'] as const;
const COMPONENTS_MAX = 6;

export const TemplateSchema = z
  .strictObject({
    id: idSchema('template'),
    name: z.string(),
    language: z.string().describe('WhatsApp’s language code, such as en or en_US'),
    status: z.string().describe('WhatsApp’s status; only APPROVED templates can be sent'),
    category: z.string(),
    previousCategory: z.string().nullable().describe('The category before WhatsApp changed it'),
    parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
    quality: z.string().nullable().describe('GREEN, YELLOW or RED; null: not known yet'),
    rejectedReason: z.string().nullable(),
    components: z
      .array(z.record(z.string(), z.unknown()))
      .describe('The components as WhatsApp returns them, including types that are unknown here'),
    lastSentAt: TimeSchema.nullable().describe('When it was last sent from the inbox'),
    createdAt: TimeSchema.describe('When this server first saw it'),
    updatedAt: TimeSchema,
  })
  .meta({ id: 'Template' });

/** The state of the template list's synchronization with the platform. */
export const TemplateSyncSchema = z.strictObject({
  syncedAt: TimeSchema.nullable().describe('When the whole list was last fetched; null: never'),
  isDue: z.boolean().describe('The list is being fetched or will be soon'),
  problem: z.string().nullable().describe('Why the last attempt failed'),
  problemCode: reasonCode(TEMPLATE_SYNC_REASONS).nullable().describe('The code of `problem`'),
  problemParams: ReasonParamsSchema,
  problemAt: TimeSchema.nullable(),
});

const query = z.strictObject({
  search: lineText({ max: 200 }).optional().describe('Any part of a name or a text'),
  status: z.enum(TEMPLATE_STATUSES).optional(),
  language: z
    .string()
    .regex(TEMPLATE_LANGUAGE, 'must be one of WhatsApp’s language codes, such as en or en_US')
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
      'The templates of the connected business account, as of the last sync. The server fetches the list every hour, and WhatsApp reports each decision as it is made.',
  })
  .input(z.object({ query }))
  .output(pageOf(TemplateSchema));

const component = z
  .looseObject({
    type: z.enum(TEMPLATE_PARTS, `must be one of ${TEMPLATE_PARTS.join(', ')}`),
  })
  .refine(isStorableJson, `must be nested at most ${JSON_LEVELS} levels deep and be well-formed Unicode`);

export const CreateTemplateSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be a template name: lowercase letters, digits and _'),
    language: z
      .string()
      .regex(TEMPLATE_LANGUAGE, 'must be one of WhatsApp’s language codes, such as en or en_US'),
    category: z.enum(TEMPLATE_CATEGORIES),
    parameterFormat: z
      .enum(['POSITIONAL', 'NAMED'])
      .default('POSITIONAL')
      .describe('Whether variables are numbered, as in {{1}}, or have names, as in {{first_name}}'),
    components: z
      .array(component)
      .min(1, 'must hold at least the body')
      .max(COMPONENTS_MAX, `must hold at most ${COMPONENTS_MAX} components`)
      .refine(
        (components) => components.some(({ type }) => type === 'BODY'),
        'lack the body: {"type": "BODY", "text": …}',
      )
      .describe('In WhatsApp’s format, with a sample in `example` for each variable'),
  })
  .meta({ id: 'CreateTemplate' });

const templateId = z.object({ id: PathIdSchema });

const create = route('templates:manage')
  .route({
    method: 'POST',
    path: '/templates',
    tags: ['Templates'],
    summary: 'Create a template',
    description:
      'Submits it to WhatsApp, which reviews it: its status is PENDING until then, and changes in the list as WhatsApp decides. If WhatsApp refuses it at once, the response is 409 with the reason.',
    successStatus: 201,
  })
  .errors(errors('channel_not_connected', 'platform_refused', 'platform_unreachable'))
  .input(z.object({ body: CreateTemplateSchema }))
  .output(TemplateSchema);

const remove = route('templates:manage')
  .route({
    method: 'DELETE',
    path: '/templates/{id}',
    tags: ['Templates'],
    summary: 'Delete a template',
    description:
      'Deletes it on WhatsApp in its language; other languages of the name stay. WhatsApp blocks the name of an approved template for 30 days.',
  })
  .errors(errors('template_not_found', 'channel_not_connected', 'platform_refused', 'platform_unreachable'))
  .input(z.object({ params: templateId }))
  .output(z.strictObject({ id: idSchema('template'), deleted: z.literal(true) }));

export const templatesContract = { list, create, remove };

export const dashboardTemplatesContract = {
  list,
  create,
  remove,
  /** Returns when the list was last fetched and why the last attempt failed. */
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
        'contact_blocked',
        'send_queue_full',
        'message_already_queued',
        'newer_answer',
      ),
    )
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z
          .strictObject({
            templateId: z.string().max(64),
            components: TemplateComponentsSchema,
            clientId: z
              .uuid()
              .describe('Generated by the client; sending the same id twice stores one message'),
            lastSeenId,
            sendAt,
            hold,
          })
          .refine((body) => body.sendAt === undefined || !body.hold, {
            path: ['sendAt'],
            message: NOT_WITH_HOLD,
          }),
      }),
    )
    .output(ThreadMessageSchema),
};

export type CreateTemplate = z.infer<typeof CreateTemplateSchema>;
export type Template = z.infer<typeof TemplateSchema>;
export type TemplateSync = z.infer<typeof TemplateSyncSchema>;
