import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { TimeSchema } from '../domain/text.ts';
import { route } from './base.ts';

/** A part of a callback that could not be read, stored whole with the reason. */
export const ParkedItemSchema = z.strictObject({
  id: idSchema('parkedItem'),
  kind: z.string(),
  reason: z.string(),
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
