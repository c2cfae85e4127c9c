import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { refreshDeliveries, refreshEndpoints } from './webhooks.queries.ts';

/** Refetches an endpoint and its log after every change. */
export const webhooksRealtime = {
  'webhook_endpoint.updated': () => {
    refreshEndpoints();
    refreshDeliveries();
  },
} satisfies EventHandlers;
