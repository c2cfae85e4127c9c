import { z } from 'zod';
import { CONTACT_STATUSES } from '../domain/contact-status.ts';
import { idSchema } from '../domain/ids.ts';
import { PhoneSchema, parsePhone, phoneDigits } from '../domain/phone.ts';
import { EmailSchema, lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, pageOf, pageQuery, route } from './base.ts';

export const ContactStatusSchema = z.enum(CONTACT_STATUSES);

export const ContactSchema = z
  .strictObject({
    id: idSchema('contact'),
    name: z.string(),
    phone: z
      .string()
      .nullable()
      .describe('Digits with country code; null for a customer who is known only by a platform id'),
    email: z.string().nullable(),
    tags: z.array(z.string()),
    status: ContactStatusSchema,
    createdAt: TimeSchema,
    updatedAt: TimeSchema,
  })
  .meta({ id: 'Contact' });

const NameSchema = lineText({ max: 200 });
const TagsSchema = z
  .array(lineText({ min: 1, max: 50 }))
  .max(50, 'must have at most 50 tags')
  .transform((tags) => [...new Set(tags)]);

export const CreateContactSchema = z.strictObject({
  name: NameSchema.optional(),
  phone: PhoneSchema,
  email: EmailSchema.nullish(),
  tags: TagsSchema.optional(),
});

export const UpdateContactSchema = z.strictObject({
  name: NameSchema.optional(),
  phone: PhoneSchema.optional(),
  email: EmailSchema.nullable().optional(),
  tags: TagsSchema.optional(),
  status: ContactStatusSchema.optional(),
});

const SEARCH_MEANING = [
  'Finds contacts whose name or phone number contains this text. One character is enough. Case, accents and',
  'other marks are ignored, ligatures and full-width letters match plain ones, and % and _ have no special',
  'meaning. A text that can be part of a phone number also matches numbers without its spaces, dots,',
  'dashes, parentheses and leading + (a 00 before a whole number counts as +). Newest first. `total` is',
  'exact up to 1,000, and then 1,000 with `totalIsCapped`: one or two characters nearly always match more,',
  'and take somewhat longer than a longer search.',
].join(' ');

const byId = z.object({ id: z.string().max(64) });

const tags = ['Contacts'];

export const contactsContract = {
  list: route('contacts:read')
    .route({ method: 'GET', path: '/contacts', tags, summary: 'List contacts' })
    .input(
      z.object({
        query: z.strictObject({
          search: lineText({ max: 200 }).optional().describe(SEARCH_MEANING),
          status: ContactStatusSchema.optional(),
          ...pageQuery(20),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(pageOf(ContactSchema)),
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
  remove: route('contacts:write', 'confirmed')
    .route({
      method: 'DELETE',
      path: '/contacts/{id}',
      tags,
      summary: 'Delete a contact',
      description: 'Permanent. Its conversation, messages and media are deleted too.',
    })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('contact'), deleted: z.literal(true) })),
};

export type Contact = z.infer<typeof ContactSchema>;
export type CreateContact = z.infer<typeof CreateContactSchema>;
export type UpdateContact = z.infer<typeof UpdateContactSchema>;
export type ContactStatus = z.infer<typeof ContactStatusSchema>;

/** Returns the digits of a search term that can be part of a phone number, else null. */
export function digitsOfSearch(term: string): string | null {
  return parsePhone(term) ?? phoneDigits(term);
}
