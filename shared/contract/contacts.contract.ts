import { z } from 'zod';
import {
  CONTACT_FIELDS_MAX,
  CONTACT_STATUSES,
  MARKETING_SOURCES,
  MARKETING_STATES,
} from '../domain/contact-status.ts';
import { idSchema } from '../domain/ids.ts';
import { PhoneSchema, parsePhone, phoneDigits } from '../domain/phone.ts';
import { EmailSchema, InstantSchema, lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, PathIdSchema, pageOf, pageQuery, route } from './base.ts';
import { listContactFields } from './contact-fields.contract.ts';
import { contactFilterQuery } from './contact-filter.ts';

export const ContactStatusSchema = z.enum(CONTACT_STATUSES);

export const ContactSchema = z
  .strictObject({
    id: idSchema('contact'),
    name: z.string(),
    phone: z
      .string()
      .nullable()
      .describe('Digits with country code; null for a customer who is known only by an id from WhatsApp'),
    email: z.string().nullable(),
    tags: z.array(z.string()),
    status: ContactStatusSchema,
    marketing: z.enum(MARKETING_STATES).describe('Whether the contact wants marketing messages'),
    marketingAt: TimeSchema.nullable().describe(
      'When that was last changed, or chosen again by the customer',
    ),
    marketingSource: z
      .enum(MARKETING_SOURCES)
      .nullable()
      .describe(
        'Who changed it: the customer with a word such as STOP, or in the WhatsApp app; a member; a program; or an imported file',
      ),
    blocked: z
      .boolean()
      .describe('Nothing can be sent to a blocked contact; what they write is stored without a notification'),
    attributes: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe(
        'Its values in custom fields, by the keys of the fields. Fields without a value are left out',
      ),
    createdAt: TimeSchema,
    updatedAt: TimeSchema,
  })
  .meta({ id: 'Contact' });

const NameSchema = lineText({ max: 200 });
const TagsSchema = z
  .array(lineText({ min: 1, max: 50 }))
  .max(50, 'must have at most 50 tags')
  .transform((tags) => [...new Set(tags)]);

const AttributesSchema = z
  .record(
    z.string().max(40),
    z
      .union([lineText({ max: 255 }), z.number(), z.boolean()], {
        error: 'must be a string, a number, true, false or null',
      })
      .nullable(),
  )
  .refine(
    (given) => Object.keys(given).length <= CONTACT_FIELDS_MAX,
    `must have at most ${CONTACT_FIELDS_MAX} fields`,
  )
  .describe(
    'Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are',
  );

/** What may be set of every contact. */
const extras = {
  attributes: AttributesSchema.optional(),
  marketing: z.enum(['subscribed', 'unsubscribed']).optional(),
  blocked: z.boolean().optional(),
};

export const CreateContactSchema = z.strictObject({
  name: NameSchema.optional(),
  phone: PhoneSchema,
  email: EmailSchema.nullish(),
  tags: TagsSchema.optional(),
  status: ContactStatusSchema.optional(),
  ...extras,
});

/** Changes of single tags, so that two programs that change different ones do not undo each other. */
const tagChanges = {
  addTags: TagsSchema.optional().describe('Tags to add; the others stay'),
  removeTags: TagsSchema.optional().describe('Tags to remove; the others stay'),
};

export const UpdateContactSchema = z.strictObject({
  name: NameSchema.optional(),
  phone: PhoneSchema.optional(),
  email: EmailSchema.nullable().optional(),
  tags: TagsSchema.optional(),
  ...tagChanges,
  status: ContactStatusSchema.optional(),
  ...extras,
});

const TAKEN = /^(name|phone|email|status|field:[a-z][a-z0-9_]{0,39})$/;

const MergeContactSchema = z
  .strictObject({
    into: z.string().trim().min(1).max(64).describe('The contact that stays: its id or a phone number of it'),
    take: z
      .array(z.string().regex(TAKEN, 'must be name, phone, email, status, or field: and the key of a field'))
      .max(CONTACT_FIELDS_MAX + 4)
      .optional()
      .describe(
        'Fields whose value comes from the contact that is merged: `name`, `phone`, `email`, `status`, or `field:` and the key of a custom field, as in `field:city`. Without a value there, that of `into` stays',
      ),
    keep: z
      .array(z.literal('phone'))
      .max(1)
      .optional()
      .describe(
        '`phone`: messages go to the number of `into`, also if the customer wrote from the other one last. Without effect if `take` has `phone`',
      ),
  })
  .meta({ id: 'MergeContact' });

/** What an upsert sets besides the phone number; what is not given stays as it is. */
const PutContactSchema = UpdateContactSchema.omit({ phone: true });

/** One contact of a batch: created, or changed if the workspace has a contact with this number. */
export const UpsertContactSchema = PutContactSchema.extend({ phone: PhoneSchema }).meta({
  id: 'UpsertContact',
});

/** Contacts in one batch. */
export const BATCH_MAX = 500;

const BatchErrorSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  details: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});

const BatchResultSchema = z.strictObject({
  index: z.int().describe('The place in the batch, from 0'),
  status: z.enum(['created', 'updated', 'failed']),
  contactId: idSchema('contact').nullable().describe('Null when it failed'),
  error: BatchErrorSchema.nullable().describe('Why it failed: the problems of this contact alone'),
});

const UPDATED_MEANING = [
  'Contacts that were created or changed at this time or later, with the oldest change first: a contact that changes',
  'while you read the list appears again further on, and none is left out. To follow changes, start each time a few',
  'minutes before the last `updatedAt` that you have.',
].join(' ');

const byId = z.object({ id: PathIdSchema.describe('Its id or its phone number') });

const tags = ['Contacts'];

export const contactsContract = {
  list: route('contacts:read')
    .route({
      method: 'GET',
      path: '/contacts',
      tags,
      summary: 'List contacts',
      description: 'The newest contact first; with `updatedSince`, the oldest change first.',
    })
    .errors(errors('segment_not_found'))
    .input(
      z.object({
        query: z.strictObject({
          ...contactFilterQuery,
          segment: z
            .string()
            .max(64)
            .optional()
            .describe('Contacts of this segment; other parameters narrow it down further'),
          phone: PhoneSchema.optional().describe('The contact with this number, in any spelling'),
          email: EmailSchema.optional().describe('Contacts with this address; case is ignored'),
          updatedSince: InstantSchema.optional().describe(UPDATED_MEANING),
          ...pageQuery(20),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(pageOf(ContactSchema)),
  tags: route('contacts:read')
    .route({
      method: 'GET',
      path: '/contact-tags',
      tags,
      summary: 'List the tags of contacts',
      description: 'Every tag that a contact has, in alphabetical order. At most 500.',
    })
    .input(z.object({ query: z.strictObject({}) }))
    .output(z.strictObject({ data: z.array(z.string()) })),
  fields: listContactFields,
  create: route('contacts:write')
    .route({ method: 'POST', path: '/contacts', tags, summary: 'Create a contact', successStatus: 201 })
    .errors(errors('contact_phone_taken'))
    .input(z.object({ body: CreateContactSchema }))
    .output(ContactSchema),
  get: route('contacts:read')
    .route({ method: 'GET', path: '/contacts/{id}', tags, summary: 'Get a contact' })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: byId }))
    .output(ContactSchema),
  update: route('contacts:write')
    .route({ method: 'PATCH', path: '/contacts/{id}', tags, summary: 'Update a contact' })
    .errors(errors('contact_not_found', 'contact_phone_taken'))
    .input(z.object({ params: byId, body: UpdateContactSchema }))
    .output(ContactSchema),
  put: route('contacts:write')
    .route({
      method: 'PUT',
      path: '/contacts/{id}',
      tags,
      summary: 'Create or update a contact by phone number',
      description:
        'Finds the contact with this phone number, in any spelling, and updates the given fields; without one, creates it (201). Safe to repeat. With an id `ct_…`, updates that contact.',
    })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: byId, body: PutContactSchema.optional() }))
    .output(ContactSchema),
  batch: route('contacts:write')
    .route({
      method: 'POST',
      path: '/contacts/batch',
      tags,
      summary: 'Create or update many contacts',
      description: `Up to ${BATCH_MAX} contacts by phone number, in order. An invalid one fails alone: see its \`error\`. All others are stored together, or none of them.`,
    })
    .input(
      z.object({
        body: z.strictObject({
          contacts: z
            .array(z.unknown().meta({ documentedAs: 'UpsertContact' }))
            .min(1, 'must not be empty')
            .max(BATCH_MAX, `must have at most ${BATCH_MAX} contacts`),
        }),
      }),
    )
    .output(z.strictObject({ results: z.array(BatchResultSchema) })),
  merge: route('contacts:write')
    .route({
      method: 'POST',
      path: '/contacts/{id}/merge',
      tags,
      summary: 'Merge a contact into another one',
      description:
        'Moves everything of this contact to the contact `into`: messages, notes, labels, tags, custom fields, phone numbers, files and scheduled messages. `into` keeps its own values, except for the fields in `take`; missing values are filled in from the merged contact. It is unsubscribed or blocked if one of the two was. Messages go to its own number, or to the other one if the customer wrote from that one last. The id and the numbers of this contact then stand for `into`, also for messages that arrive. Returns `into`. Repeating it changes nothing. Can be undone for 30 days.',
    })
    .errors(errors('contact_not_found', 'contact_already_merged', 'contact_merge_too_large'))
    .input(z.object({ params: byId, body: MergeContactSchema }))
    .output(ContactSchema),
  undoMerge: route('contacts:write')
    .route({
      method: 'POST',
      path: '/contacts/{id}/merge/undo',
      tags,
      summary: 'Undo the merge of a contact',
      description:
        'Creates the merged contact again, under its id, and gives it back what the merge moved: its values, phone numbers, messages, notes, labels and files. What came after the merge stays with the contact that it was merged into, and so does a value that was changed since. If the person unsubscribed or was blocked after the merge, that applies to both contacts. If only the merged contact had a conversation, it goes back with everything in it. Possible for 30 days; later merges into the same contact must be undone first. Returns the contact that is created again.',
    })
    .errors(
      errors(
        'contact_merge_not_found',
        'contact_merge_expired',
        'contact_merge_followed',
        'contact_merge_number_taken',
      ),
    )
    .input(z.object({ params: z.object({ id: PathIdSchema.describe('The id of the merged contact') }) }))
    .output(ContactSchema),
  remove: route('contacts:write', 'confirmed')
    .route({
      method: 'DELETE',
      path: '/contacts/{id}',
      tags,
      summary: 'Delete a contact',
      description: 'Permanent. Its conversation, messages and media are deleted too.',
    })
    .errors(errors('contact_not_found', 'contact_already_merged'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('contact'), deleted: z.literal(true) })),
};

export type Contact = z.infer<typeof ContactSchema>;
export type CreateContact = z.infer<typeof CreateContactSchema>;
export type PutContact = z.infer<typeof PutContactSchema>;
export type BatchResult = z.infer<typeof BatchResultSchema>;
export type UpdateContact = z.infer<typeof UpdateContactSchema>;
export type ContactStatus = z.infer<typeof ContactStatusSchema>;

/** Returns the digits of a search term that can be part of a phone number, else null. */
export function digitsOfSearch(term: string): string | null {
  return parsePhone(term) ?? phoneDigits(term);
}
