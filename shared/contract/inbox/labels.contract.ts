import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { LABEL_COLORS, LABEL_USE_COUNTED_MAX } from '../../domain/inbox-views.ts';
import { lineText } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

/** A label that conversations can have. Its name is unique in the workspace, whatever the case of its letters. */
export const LabelSchema = z.strictObject({
  id: idSchema('label'),
  name: z.string(),
  color: z.enum(LABEL_COLORS),
});

export const LabelNameSchema = lineText({ min: 1, max: 40 });
const name = LabelNameSchema;
const byId = z.object({ id: z.string().max(64) });

export const labelsContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/labels' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(LabelSchema) })),
  /** Says how many conversations have a label, before it is deleted. */
  use: route('messages:read')
    .route({ method: 'GET', path: '/labels/{id}/use' })
    .errors(errors('label_not_found'))
    .input(z.object({ params: byId }))
    .output(
      z.strictObject({
        conversations: z
          .int()
          .max(LABEL_USE_COUNTED_MAX)
          .describe(`${LABEL_USE_COUNTED_MAX} stands for that number or more`),
      }),
    ),
  create: route('messages:send')
    .route({ method: 'POST', path: '/labels', successStatus: 201 })
    .errors(errors('label_name_taken', 'label_limit_reached'))
    .input(z.object({ body: z.strictObject({ name, color: z.enum(LABEL_COLORS).default('gray') }) }))
    .output(LabelSchema),
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/labels/{id}' })
    .errors(errors('label_not_found', 'label_name_taken'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({ name: name.optional(), color: z.enum(LABEL_COLORS).optional() }),
      }),
    )
    .output(LabelSchema),
  /** Deletes a label and takes it off all conversations. */
  remove: route('settings:manage')
    .route({ method: 'DELETE', path: '/labels/{id}' })
    .errors(errors('label_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('label'), deleted: z.literal(true) })),
};

export type Label = z.infer<typeof LabelSchema>;
