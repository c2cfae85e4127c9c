import { z } from 'zod';
import type { ErrorCode } from '../../domain/errors.ts';
import { idSchema } from '../../domain/ids.ts';
import {
  BROADCAST_CONTACTS_MAX,
  BROADCAST_EXCLUSIONS,
  BROADCAST_PAUSES,
  BROADCAST_RECIPIENTS_MAX,
  BROADCAST_STATUSES,
  BROADCAST_WAITS,
  BROADCASTS_ACTIVE_MAX,
  RECIPIENT_FILTERS,
  RECIPIENT_RESULTS,
} from '../../domain/templates/broadcasts.ts';
import { InstantSchema, lineText, TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, PathIdSchema, route } from '../base.ts';
import { MessageErrorSchema } from '../messages.contract.ts';
import { TEMPLATE_LANGUAGE } from '../send-message.ts';
import { TemplateComponentsSchema, uploadOf } from '../template-components.ts';

const count = z.int().min(0);

/** How far a broadcast is. People of the audience are either recipients or excluded. */
export const BroadcastCountsSchema = z
  .strictObject({
    recipients: count.describe('The people of the audience who get the message'),
    waiting: count.describe('Recipients whose message is not queued yet'),
    queued: count.describe('Messages that wait for WhatsApp'),
    sent: count.describe('Messages that WhatsApp accepted, with those delivered and read'),
    delivered: count.describe('Messages that arrived, with those read'),
    read: count,
    failed: count,
    retriable: count.describe('Failed messages that `retry` would send again'),
    replied: count.describe('Recipients who wrote within three days after their message'),
    excluded: z
      .strictObject(
        Object.fromEntries(BROADCAST_EXCLUSIONS.map((reason) => [reason, count])) as Record<
          (typeof BROADCAST_EXCLUSIONS)[number],
          typeof count
        >,
      )
      .describe('People of the audience who get no message, by reason'),
  })
  .meta({ id: 'BroadcastCounts' });

export const BroadcastNameSchema = lineText({ min: 1, max: 80 });
const templateName = z
  .string()
  .regex(/^[a-z0-9_]{1,512}$/, 'must be a template name: lowercase letters, digits and _');

export const TemplateOfBroadcastSchema = z.strictObject({
  name: templateName,
  language: z
    .string()
    .regex(TEMPLATE_LANGUAGE, 'must be one of WhatsApp’s language codes, such as en or en_US'),
  components: TemplateComponentsSchema.refine(
    (components) => uploadOf(components) === null,
    'have a file uploaded to this server, which only one message can have: use a link, or an id from WhatsApp',
  )
    .default([])
    .describe(
      'As when a template is sent to one person. A text can name the contact: `{{contact.first_name|there}}`; what follows the bar is used for contacts without a value. Also `contact.name`, `contact.phone`, `contact.email` and `contact.attributes.<key>`',
    ),
});

const AudienceSchema = z
  .union(
    [
      z.strictObject({ tag: lineText({ min: 1, max: 50 }).describe('Contacts with this tag') }),
      z.strictObject({
        contacts: z
          .array(z.string().min(1).max(64))
          .min(1, 'must name at least one contact')
          .max(BROADCAST_CONTACTS_MAX, `must name at most ${BROADCAST_CONTACTS_MAX} contacts`)
          .describe('Ids or phone numbers of contacts'),
      }),
      z.strictObject({
        segmentId: idSchema('segment').describe(
          'Contacts of this segment. Its filter is kept as it is now, and the contacts that match are determined when the broadcast begins',
        ),
      }),
      z.strictObject({
        segment: idSchema('segment').describe(
          'The same as `segmentId`, with the name of the filter of contacts',
        ),
      }),
      z.strictObject({ all: z.literal(true).describe('All contacts') }),
    ],
    { error: 'must be one of {"tag": …}, {"segmentId": …}, {"contacts": […]} and {"all": true}' },
  )
  .meta({ id: 'BroadcastAudience' });

/** A time of day on a date, without a zone. */
const LocalTimeSchema = z
  .string()
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
    'must be a local time, such as 2026-03-10T10:00',
  );

export const CreateBroadcastSchema = z
  .strictObject({
    name: BroadcastNameSchema.describe(
      'Contacts that a broadcast of the same name has reached do not get this one',
    ),
    template: TemplateOfBroadcastSchema,
    audience: AudienceSchema,
    sendAt: InstantSchema.optional().describe('When it begins, within 30 days; at once when not given'),
    sendAtLocal: LocalTimeSchema.optional().describe(
      'Instead of `sendAt`: the local time at which each person gets it, by the country or area code of their number. Where it has passed already, they get it on the next day at this time',
    ),
  })
  .meta({ id: 'CreateBroadcast' });

export const BroadcastSchema = z
  .strictObject({
    id: idSchema('broadcast'),
    name: z.string(),
    status: z.enum(BROADCAST_STATUSES),
    pauseReason: z
      .enum(BROADCAST_PAUSES)
      .nullable()
      .describe(
        'Why it is paused: `requested`, or a limit of WhatsApp, the quality of the number, the template, the channel, an audience that has become too large (`too_large`), or an error of the server that repeated for several minutes (`server_error`)',
      ),
    template: z.strictObject({
      name: z.string(),
      language: z.string(),
      components: z.array(z.record(z.string(), z.unknown())),
    }),
    audience: z
      .strictObject({
        kind: z.enum(['tag', 'contacts', 'all', 'segment']),
        tag: z.string().nullable(),
        segment: z.string().nullable().describe('The name that the segment had'),
      })
      .describe('Who it is for'),
    sendAt: TimeSchema.nullable(),
    sendAtLocal: z.string().nullable().describe('The local time at which each person gets it'),
    wait: z
      .strictObject({ reason: z.enum(BROADCAST_WAITS), until: TimeSchema })
      .nullable()
      .describe(
        'Why nobody gets it right now although it is running. `recipient_time`: the remaining recipients are outside their sending hours, or before their local time. `daily_limit`: broadcasts have used their share of the messaging limit for 24 hours',
      ),
    pace: z
      .strictObject({ reason: z.literal('quality'), perMinute: count })
      .nullable()
      .describe(
        'How fast it is sent when that is slower than usual; otherwise null. `quality`: WhatsApp does not rate the quality of the number as high',
      ),
    counts: BroadcastCountsSchema,
    createdAt: TimeSchema,
    startedAt: TimeSchema.nullable(),
    completedAt: TimeSchema.nullable().describe('When WhatsApp had answered for everyone'),
  })
  .meta({ id: 'Broadcast' });

export const BroadcastRecipientSchema = z
  .strictObject({
    contact: z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() }),
    result: z.enum(RECIPIENT_RESULTS),
    reason: z.enum(BROADCAST_EXCLUSIONS).nullable().describe('Why the person is excluded'),
    error: MessageErrorSchema.nullable().describe('Why the message failed'),
    canRetry: z.boolean().describe('`retry` would send the message again'),
    replied: z.boolean(),
    conversationId: idSchema('conversation').nullable(),
    messageId: idSchema('message').nullable(),
  })
  .meta({ id: 'BroadcastRecipient' });

const tags = ['Broadcasts'];
const params = z.object({ id: PathIdSchema });

const change = <const Code extends ErrorCode = never>(
  action: string,
  summary: string,
  description: string,
  ...codes: Code[]
) =>
  route('broadcasts:send')
    .route({ method: 'POST', path: `/broadcasts/{id}/${action}`, tags, summary, description })
    .errors({ ...errors('broadcast_not_found', 'broadcast_not_possible'), ...errors(...codes) })
    .input(z.object({ params }))
    .output(BroadcastSchema);

/** The broadcasts of the workspace: one template to many people. */
export const broadcastsContract = {
  list: route('broadcasts:send')
    .route({
      method: 'GET',
      path: '/broadcasts',
      tags,
      summary: 'List broadcasts',
      description: 'Newest first. Their counts are some seconds old.',
    })
    .input(z.object({ query: z.strictObject({ limit: limitQuery(25), cursor: CursorSchema.optional() }) }))
    .output(cursorPageOf(BroadcastSchema)),
  create: route('broadcasts:send')
    .route({
      method: 'POST',
      path: '/broadcasts',
      tags,
      summary: 'Send a template to many contacts',
      description: `Up to ${BROADCAST_RECIPIENTS_MAX.toLocaleString('en')} people; one whose audience has more when it begins is paused (\`too_large\`). Contacts who are blocked, have unsubscribed from marketing, have no phone number that can get messages (no number, or that of a simulated customer), or were reached by a broadcast of the same name do not get it. All other messages go out before those of a broadcast. A workspace can have ${BROADCASTS_ACTIVE_MAX} broadcasts that have not ended.`,
      successStatus: 201,
    })
    .errors(
      errors(
        'template_not_found',
        'contact_not_found',
        'segment_not_found',
        'channel_not_connected',
        'broadcast_limit_reached',
        'broadcast_too_large',
      ),
    )
    .input(z.object({ body: CreateBroadcastSchema }))
    .output(BroadcastSchema),
  get: route('broadcasts:send')
    .route({ method: 'GET', path: '/broadcasts/{id}', tags, summary: 'Get a broadcast and its counts' })
    .errors(errors('broadcast_not_found'))
    .input(z.object({ params }))
    .output(BroadcastSchema),
  recipients: route('broadcasts:send')
    .route({
      method: 'GET',
      path: '/broadcasts/{id}/recipients',
      tags,
      summary: 'List recipients and their results',
      description:
        'In the order in which the contacts were added. Contacts that were deleted are not listed.',
    })
    .errors(errors('broadcast_not_found'))
    .input(
      z.object({
        params,
        query: z.strictObject({
          result: z
            .enum(RECIPIENT_FILTERS)
            .optional()
            .describe(
              '`replied`: those who wrote within three days after their message; `included`: all who were not excluded; `received`: those to whom it was delivered, also if they have read it',
            ),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(BroadcastRecipientSchema)),
  pause: change('pause', 'Pause a broadcast', 'Up to 100 messages that are queued already still go out.'),
  resume: change(
    'resume',
    'Resume a paused broadcast',
    'Sending continues where it was paused.',
    'broadcast_too_large',
  ),
  cancel: change(
    'cancel',
    'Cancel a broadcast',
    'Those who have no message yet get none. Up to 100 messages that are queued already still go out.',
  ),
  retry: change(
    'retry',
    'Send failed messages again',
    'Only those whose failure may pass: outages, limits, a paused template. The others stay failed, and so do contacts who have unsubscribed or were blocked since. A broadcast that had ended then counts as one that has not.',
    'broadcast_limit_reached',
  ),
};

export type Broadcast = z.infer<typeof BroadcastSchema>;
export type BroadcastCounts = z.infer<typeof BroadcastCountsSchema>;
export type BroadcastRecipient = z.infer<typeof BroadcastRecipientSchema>;
export type CreateBroadcast = z.infer<typeof CreateBroadcastSchema>;
