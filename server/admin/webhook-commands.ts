import { z } from 'zod';
import { CreateWebhookEndpointSchema } from '../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import {
  EVERY_EVENT,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_SUBSCRIPTIONS,
} from '../../shared/domain/webhooks/webhook-values.ts';
import { createEndpoint } from '../features/webhooks/index.ts';
import { defineCommand } from './command.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `webhook create`: the dashboard shows the secret again to a person who confirms their password. */
export const webhookCreate = defineCommand({
  group: 'webhook',
  name: 'create',
  summary: 'add an endpoint that receives events',
  options: [
    TENANT_OPTION,
    ['--url <address>', 'where events are sent; https'],
    [
      '--events <list>',
      `all or * (if left out), also those of later versions; or some of: ${WEBHOOK_EVENT_TYPES.join(',')}`,
    ],
  ],
  input: z.object({
    tenant: TenantOptionSchema,
    url: CreateWebhookEndpointSchema.shape.url,
    events: z
      .string()
      .default('all')
      .transform((list) => (list.trim() === 'all' ? [EVERY_EVENT] : list.split(',').map((one) => one.trim())))
      .pipe(z.array(z.enum(WEBHOOK_SUBSCRIPTIONS))),
  }),
  run: async ({ tenant, url, events }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const input = CreateWebhookEndpointSchema.parse({ url, events });
    const { target } = container.webhooks;
    const { endpoint, secret } = await createEndpoint(container.contextFor(scope), target, input);
    return { id: endpoint.id, secret };
  },
});
