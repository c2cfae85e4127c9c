import { z } from 'zod';
import { EventEnvelopeSchema } from '../events/index.ts';
import { route } from './base.ts';

export const eventsContract = {
  /** Returns the events after `since`. Requested after every connect and after the computer wakes. */
  since: route('session')
    .route({ method: 'GET', path: '/events' })
    .input(
      z.object({
        query: z.strictObject({
          since: z.coerce.number().int().min(0),
          limit: z.coerce.number().int().min(1).max(500).default(500),
        }),
      }),
    )
    .output(
      z.strictObject({
        events: z.array(EventEnvelopeSchema),
        latestSeq: z.int(),
        resyncRequired: z
          .boolean()
          .describe('The events after `since` are no longer kept: load everything again'),
      }),
    ),
};
