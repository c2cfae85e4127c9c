import { z } from 'zod';
import { SEGMENT_COUNTED_MAX, SEGMENTS_MAX } from '../../domain/contacts/segments.ts';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { errors, PathIdSchema, route } from '../base.ts';
import { ContactFilterSchema } from '../contact-filter.ts';

/** A filter of contacts that has a name. Who belongs to it follows from the filter at any time. */
export const SegmentSchema = z
  .strictObject({
    id: idSchema('segment'),
    name: z.string(),
    filter: ContactFilterSchema,
    createdAt: TimeSchema,
    updatedAt: TimeSchema,
  })
  .meta({ id: 'Segment' });

const name = lineText({ min: 1, max: 60 }).describe(
  'Unique in the workspace, whatever the case of its letters',
);
const filter = ContactFilterSchema.refine(
  (given) => Object.values(given).some((part) => part !== undefined && part !== ''),
  'must have at least one condition',
);
const params = z.object({ id: PathIdSchema });
const tags = ['Segments'];

export const CreateSegmentSchema = z.strictObject({ name, filter }).meta({ id: 'CreateSegment' });
const UpdateSegmentSchema = z
  .strictObject({
    name: name.optional(),
    filter: filter.optional().describe('Replaces the whole filter'),
  })
  .meta({ id: 'UpdateSegment' });

export const segmentsContract = {
  list: route('contacts:read')
    .route({
      method: 'GET',
      path: '/segments',
      tags,
      summary: 'List segments',
      description: `All segments, sorted by name; a workspace can have ${SEGMENTS_MAX}. To list their contacts: \`GET /contacts?segment=…\`.`,
    })
    .input(z.object({ query: z.strictObject({}) }))
    .output(z.strictObject({ data: z.array(SegmentSchema) })),
  create: route('contacts:write')
    .route({ method: 'POST', path: '/segments', tags, summary: 'Create a segment', successStatus: 201 })
    .errors(errors('segment_name_taken', 'segment_limit_reached'))
    .input(z.object({ body: CreateSegmentSchema }))
    .output(SegmentSchema),
  get: route('contacts:read')
    .route({ method: 'GET', path: '/segments/{id}', tags, summary: 'Get a segment' })
    .errors(errors('segment_not_found'))
    .input(z.object({ params }))
    .output(SegmentSchema),
  count: route('contacts:read')
    .route({
      method: 'GET',
      path: '/segments/{id}/count',
      tags,
      summary: 'Count the contacts of a segment',
    })
    .errors(errors('segment_not_found'))
    .input(z.object({ params }))
    .output(
      z.strictObject({
        contacts: z
          .int()
          .min(0)
          .max(SEGMENT_COUNTED_MAX)
          .describe(`${SEGMENT_COUNTED_MAX.toLocaleString('en')} stands for that number or more`),
      }),
    ),
  update: route('contacts:write')
    .route({ method: 'PATCH', path: '/segments/{id}', tags, summary: 'Update a segment' })
    .errors(errors('segment_not_found', 'segment_name_taken'))
    .input(z.object({ params, body: UpdateSegmentSchema }))
    .output(SegmentSchema),
  remove: route('contacts:write')
    .route({
      method: 'DELETE',
      path: '/segments/{id}',
      tags,
      summary: 'Delete a segment',
      description: 'Contacts are not changed. Broadcasts that were created for it keep its filter.',
    })
    .errors(errors('segment_not_found'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('segment'), deleted: z.literal(true) })),
};

export type Segment = z.infer<typeof SegmentSchema>;
