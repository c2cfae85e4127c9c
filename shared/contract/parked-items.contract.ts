import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { ReasonParamsSchema } from '../domain/reasons/define-reasons.ts';
import { PARKED_REASONS } from '../domain/reasons/parked-reasons.ts';
import { TimeSchema } from '../domain/text.ts';
import { route } from './base.ts';

/** A part of a callback that could not be read, stored whole with the reason. */
export const ParkedItemSchema = z.strictObject({
  id: idSchema('parkedItem'),
  kind: z.string(),
  reason: z.string(),
  reasonCode: PARKED_REASONS.CodeSchema.nullable().describe('The code of `reason`; null for other texts'),
  reasonParams: ReasonParamsSchema,
  payload: z.unknown(),
  createdAt: TimeSchema,
});

export const parkedItemsContract = {
  list: route('settings:manage')
    .route({ method: 'GET', path: '/parked-items' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ParkedItemSchema) })),
};

export type ParkedItem = z.infer<typeof ParkedItemSchema>;
