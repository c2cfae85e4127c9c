import { z } from 'zod';
import { CONTACT_FIELD_TYPES, FIELD_OPTIONS_MAX } from '../domain/contact-status.ts';
import { idSchema } from '../domain/ids.ts';
import { lineText } from '../domain/text.ts';
import { errors, route } from './base.ts';

/** A custom field of contacts. Its key names it in `attributes`, and never changes. */
export const ContactFieldSchema = z
  .strictObject({
    id: idSchema('contactField'),
    key: z.string().describe('Its name in `attributes`'),
    name: z.string(),
    type: z.enum(CONTACT_FIELD_TYPES),
    options: z.array(z.string()).describe('The choices of a `select`; empty for other types'),
  })
  .meta({ id: 'ContactField' });

export const FieldNameSchema = lineText({ min: 1, max: 60 });
export const FieldKeySchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    'must start with a letter, and have at most 40 letters a–z, digits and underscores',
  )
  .refine((key) => !isReservedKey(key), 'is reserved; choose another key');

/** Whether every object has a property of this name, so that a contact without a value would seem to have one. */
export function isReservedKey(key: string): boolean {
  return key in Object.prototype;
}

const OptionsSchema = z
  .array(lineText({ min: 1, max: 100 }))
  .max(FIELD_OPTIONS_MAX, `must have at most ${FIELD_OPTIONS_MAX} choices`)
  .transform((options) => [...new Set(options)]);
const byId = z.object({ id: z.string().max(64) });

/** Programs and members read the fields with their permission for contacts. */
export const listContactFields = route('contacts:read')
  .route({
    method: 'GET',
    path: '/contact-fields',
    tags: ['Contacts'],
    summary: 'List the custom fields of contacts',
    description: 'They are defined in the dashboard, under Settings. At most 50.',
  })
  .input(z.object({ query: z.strictObject({}) }))
  .output(z.strictObject({ data: z.array(ContactFieldSchema) }));

/** The fields are changed in the settings of the dashboard. */
export const contactFieldsContract = {
  create: route('settings:manage')
    .route({ method: 'POST', path: '/contact-fields', successStatus: 201 })
    .errors(errors('contact_field_key_taken', 'contact_field_limit_reached'))
    .input(
      z.object({
        body: z.strictObject({
          key: FieldKeySchema,
          name: FieldNameSchema,
          type: z.enum(CONTACT_FIELD_TYPES),
          options: OptionsSchema.optional(),
        }),
      }),
    )
    .output(ContactFieldSchema),
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/contact-fields/{id}' })
    .errors(errors('contact_field_not_found'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({ name: FieldNameSchema.optional(), options: OptionsSchema.optional() }),
      }),
    )
    .output(ContactFieldSchema),
  /** Deletes a field with what all contacts have in it. */
  remove: route('settings:manage', 'confirmed')
    .route({ method: 'DELETE', path: '/contact-fields/{id}' })
    .errors(errors('contact_field_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('contactField'), deleted: z.literal(true) })),
};

export type ContactField = z.infer<typeof ContactFieldSchema>;
