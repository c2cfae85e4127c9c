import { z } from 'zod';
import { WEBHOOK_ENDPOINT_STATES } from '../contract/webhooks/webhook-endpoints.contract.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

/** An endpoint was created, deleted, or its settings or state changed. Clients fetch its log again. */
export const webhookEvents = {
  'webhook_endpoint.updated': defineEvent({
    payload: z.object({
      id: idSchema('webhookEndpoint'),
      url: z.string(),
      state: z.enum([...WEBHOOK_ENDPOINT_STATES, 'deleted']),
    }),
    audience: 'admins',
    webhook: false,
  }),
};
