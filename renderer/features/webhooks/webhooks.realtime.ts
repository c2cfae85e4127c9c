import type { EventHandlers } from '../../lib/event-handlers.ts';
import { refreshDeliveries, refreshEndpoints } from './webhooks.queries.ts';

/** An endpoint is not what it was: it and its log are asked for again. */
export const webhooksRealtime = {
  'webhook_endpoint.updated': () => {
    refreshEndpoints();
    refreshDeliveries();
  },
} satisfies EventHandlers;
