import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { INBOX_VIEWS } from '../../domain/inbox-views.ts';
import { lineText } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

/** Views that a member can save, and that a team can share. */
export const SAVED_VIEWS_MAX = 30;

/** A view of the inbox and what it is narrowed to. */
export const SavedViewFilterSchema = z.strictObject({
  view: z.enum(INBOX_VIEWS),
  label: idSchema('label').optional(),
  assignee: idSchema('user').optional(),
  unread: z.literal(true).optional(),
  urgent: z.literal(true).optional(),
});

export const SavedViewSchema = z.strictObject({
  id: idSchema('savedView'),
  name: z.string(),
  filter: SavedViewFilterSchema,
  isShared: z.boolean().describe('The team has it, and admins and owners can change it'),
});

const name = lineText({ min: 1, max: 60 });
const byId = z.object({ id: z.string().max(64) });

/** The saved views of the person who asks, and those of the team, each in their order. */
export const savedViewsContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/saved-views' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(SavedViewSchema) })),
  create: route('messages:read')
    .route({ method: 'POST', path: '/saved-views', successStatus: 201 })
    .errors(errors('saved_view_limit_reached', 'forbidden'))
    .input(
      z.object({
        body: z.strictObject({ name, filter: SavedViewFilterSchema, isShared: z.boolean().default(false) }),
      }),
    )
    .output(SavedViewSchema),
  change: route('messages:read')
    .route({ method: 'PATCH', path: '/saved-views/{id}' })
    .errors(errors('saved_view_not_found', 'forbidden'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({
          name: name.optional(),
          position: z
            .int()
            .min(0)
            .max(SAVED_VIEWS_MAX)
            .optional()
            .describe('Its place among the views of its owner, from 0; the others move'),
        }),
      }),
    )
    .output(SavedViewSchema),
  remove: route('messages:read')
    .route({ method: 'DELETE', path: '/saved-views/{id}' })
    .errors(errors('saved_view_not_found', 'forbidden'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('savedView'), deleted: z.literal(true) })),
};

export type SavedView = z.infer<typeof SavedViewSchema>;
export type SavedViewFilter = z.infer<typeof SavedViewFilterSchema>;
