import { z } from 'zod';
import { CONTACT_STATUSES } from '../../domain/contact-status.ts';
import {
  CHOSEN_MAX,
  CONTACT_ACTION_KINDS,
  CONTACT_ACTION_STATES,
  CONTACT_SORTS,
} from '../../domain/contacts/contact-actions.ts';
import { idSchema } from '../../domain/ids.ts';
import { MEDIA_KINDS } from '../../domain/media-kind.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import {
  CursorSchema,
  cursorPageOf,
  errors,
  limitQuery,
  PaginationSchema,
  pageQuery,
  route,
} from '../base.ts';
import { ContactFilterSchema, contactFilterQuery } from '../contact-filter.ts';
import { ContactSchema } from '../contacts.contract.ts';
import { MediaSchema } from '../media.contract.ts';

/** The contacts that an action or an export is about: chosen ones, or all that pass a filter. */
export const ContactChoiceSchema = z.strictObject({
  contacts: z.array(idSchema('contact')).min(1).max(CHOSEN_MAX).optional(),
  filter: ContactFilterSchema.optional(),
  segment: z.string().max(64).optional().describe('Contacts of this segment, narrowed down by the filter'),
});

const DetailSchema = z.strictObject({
  tags: z.array(z.string()).optional(),
  status: z.enum(CONTACT_STATUSES).optional(),
});

/** A change of many contacts, from its request to its undo. */
export const ContactActionSchema = z.strictObject({
  id: idSchema('contactAction'),
  kind: z.enum(CONTACT_ACTION_KINDS),
  detail: DetailSchema,
  state: z.enum(CONTACT_ACTION_STATES),
  total: z.int(),
  done: z.int().describe('Contacts that the running step has behind it'),
  changed: z.int().describe('Contacts that are different now'),
  createdBy: z.string().nullable(),
  startsAt: TimeSchema,
  createdAt: TimeSchema,
  finishedAt: TimeSchema.nullable(),
});

const tags = z
  .array(lineText({ min: 1, max: 50 }))
  .min(1)
  .max(10);
const ChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_tags'), tags }),
  z.strictObject({ kind: z.literal('remove_tags'), tags }),
  z.strictObject({ kind: z.literal('status'), status: z.enum(CONTACT_STATUSES) }),
]);

const byId = z.object({ params: z.object({ id: z.string().max(64) }) });
const startErrors = errors(
  'contact_action_too_large',
  'contact_action_limit_reached',
  'segment_not_found',
  'contact_not_found',
);

const HistoryChangeSchema = z.strictObject({
  field: z
    .string()
    .describe(
      'A field of contacts; a custom field is `field:` and its key, a part of the work `conversation:` and its name; `added` says how the contact was added',
    ),
  before: z.string(),
  after: z.string(),
});

const TIMELINE_KINDS = ['message', 'note', 'change', 'work', 'broadcast', 'merge'] as const;

/** Something that happened with a contact. */
const TimelineItemSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: TimeSchema,
  author: z
    .string()
    .nullable()
    .describe('Who did it, or which rule; null for the customer, the server, and those who have left'),
  automatic: z.boolean().describe('Whether the server did it by itself'),
  direction: z.enum(['inbound', 'outbound']).nullable(),
  type: z.string().nullable().describe('Of a message'),
  text: z.string().nullable().describe('The beginning of a message or a note'),
  status: z
    .string()
    .nullable()
    .describe('Of a message; of a broadcast, why it has no message for the contact'),
  broadcast: z.string().nullable(),
  changes: z.array(HistoryChangeSchema),
  merge: z
    .strictObject({
      contactId: idSchema('contact'),
      undoUntil: TimeSchema.nullable().describe('Until when it can be undone; null when it cannot'),
    })
    .nullable()
    .describe('Of a contact that was merged into this one; its name is in `text`'),
});

/** A file of a contact's conversation. */
const ContactFileSchema = z.strictObject({
  ...MediaSchema.shape,
  kind: z.enum(MEDIA_KINDS),
  direction: z.enum(['inbound', 'outbound']),
  messageId: idSchema('message'),
  createdAt: TimeSchema,
});

/** The page with all contacts. In the dashboard alone. */
export const contactsPageContract = {
  /** A page of the contacts that pass a filter, in any order, and when each of them last wrote. */
  list: route('contacts:read')
    .route({ method: 'GET', path: '/contact-pages' })
    .errors(errors('segment_not_found'))
    .input(
      z.object({
        query: z.strictObject({
          ...contactFilterQuery,
          segment: z.string().max(64).optional(),
          sort: z.enum(CONTACT_SORTS).default('added'),
          direction: z.enum(['asc', 'desc']).default('desc'),
          ...pageQuery(20),
        }),
      }),
    )
    .output(
      z.strictObject({
        data: z.array(ContactSchema),
        seen: z.record(z.string(), TimeSchema).describe('When contacts last wrote, by their ids'),
        pagination: PaginationSchema,
      }),
    ),
  /** What happened with a contact, newest first: messages, notes, changes, the work on the conversation, and broadcasts without a message. */
  timeline: route('messages:read')
    .route({ method: 'GET', path: '/contact-timelines/{id}' })
    .errors(errors('contact_not_found'))
    .input(
      byId.extend({
        query: z.strictObject({
          kind: z.enum(TIMELINE_KINDS).optional(),
          limit: limitQuery(30),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(TimelineItemSchema)),
  /** The files that were sent to a contact or came from it, newest first. */
  files: route('messages:read')
    .route({ method: 'GET', path: '/contact-files/{id}' })
    .errors(errors('contact_not_found'))
    .input(byId.extend({ query: z.strictObject({ limit: limitQuery(12), cursor: CursorSchema.optional() }) }))
    .output(cursorPageOf(ContactFileSchema)),
  /** Contacts that may be the same person: with the same email address, or the same name and last digits. */
  duplicates: route('contacts:read')
    .route({ method: 'GET', path: '/contact-duplicates' })
    .input(z.object({}))
    .output(
      z.strictObject({
        data: z.array(
          z.strictObject({ reason: z.enum(['email', 'name']), contacts: z.array(ContactSchema).min(2) }),
        ),
        isCut: z.boolean().describe('Whether there may be more'),
      }),
    ),
  /** Says that contacts which look alike are different people, so that they are no possible duplicates; or takes it back. */
  markDistinct: route('contacts:write')
    .route({ method: 'PUT', path: '/contact-duplicates' })
    .errors(errors('contact_not_found'))
    .input(
      z.object({
        body: z.strictObject({
          contacts: z.array(idSchema('contact')).min(2).max(20),
          distinct: z.boolean(),
        }),
      }),
    )
    .output(z.strictObject({ distinct: z.boolean() })),
  /** The latest actions, newest first. */
  actions: route('contacts:write')
    .route({ method: 'GET', path: '/contact-actions' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ContactActionSchema) })),
  /** Starts to change many contacts. */
  change: route('contacts:write')
    .route({ method: 'POST', path: '/contact-actions', successStatus: 201 })
    .errors(startErrors)
    .input(z.object({ body: z.strictObject({ choice: ContactChoiceSchema, change: ChangeSchema }) }))
    .output(ContactActionSchema),
  /** Deletes many contacts for good, after a minute in which that can be undone. */
  remove: route('contacts:transfer', 'confirmed')
    .route({ method: 'POST', path: '/contact-deletions', successStatus: 201 })
    .errors(startErrors)
    .input(z.object({ body: z.strictObject({ choice: ContactChoiceSchema }) }))
    .output(ContactActionSchema),
  /** Undoes a change; stops a deletion, and nothing more is deleted. */
  undo: route('contacts:write')
    .route({ method: 'POST', path: '/contact-actions/{id}/undo' })
    .errors(errors('contact_action_not_found', 'contact_action_ended'))
    .input(byId)
    .output(ContactActionSchema),
};

export type ContactFile = z.infer<typeof ContactFileSchema>;
export type TimelineItem = z.infer<typeof TimelineItemSchema>;
export type ContactHistoryChange = z.infer<typeof HistoryChangeSchema>;
export type ContactAction = z.infer<typeof ContactActionSchema>;
export type ContactChoice = z.infer<typeof ContactChoiceSchema>;
export type ContactsChange = z.infer<typeof ChangeSchema>;
