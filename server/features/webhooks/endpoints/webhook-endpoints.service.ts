import {
  type UpdateWebhookEndpoint,
  WEBHOOK_ENDPOINT_LIMIT,
} from '../../../../shared/contract/webhook-endpoints.contract.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { createEndpointCreation } from './create-endpoint.ts';
import { createEndpointChanges, keyOf } from './endpoint-changes.ts';
import { mergeHeaders } from './endpoint-headers.ts';
import { createEndpointSecretService } from './endpoint-secret.service.ts';
import type { WebhookEndpointsDeps } from './webhook-endpoints.deps.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';
import { checkTarget } from './webhook-target.ts';

export type WebhookEndpointsService = ReturnType<typeof createWebhookEndpointsService>;

export function createWebhookEndpointsService(deps: WebhookEndpointsDeps) {
  const { database, vault } = deps;
  const changes = createEndpointChanges(deps);
  const { view, present, change, update } = changes;

  return {
    ...createEndpointSecretService(deps, changes),

    create: createEndpointCreation(deps, changes),

    /** @throws {AppError} webhook_endpoint_not_found */
    get: (scope: TenantScope, id: string) => view(scope, keyOf(id)),

    async list(scope: TenantScope) {
      const rows = await new WebhookEndpointsRepository(database, scope).views();
      return { data: rows.map((row) => present(scope, row)), limit: WEBHOOK_ENDPOINT_LIMIT };
    },

    async update(scope: TenantScope, id: string, input: UpdateWebhookEndpoint, author: Author) {
      const url = input.url === undefined ? undefined : checkTarget(input.url, deps.target);
      await change(scope, id, { author, action: 'webhook_endpoint.changed' }, async (work, row) => {
        const { headers, events, url: _url, ...plain } = input;
        const values = {
          ...plain,
          ...(url === undefined ? {} : { url }),
          ...(events === undefined ? {} : { events: events.join(',') }),
          ...(headers === undefined
            ? {}
            : { headers: vault.sealHeaders(scope, row.id, mergeHeaders(headers, opened(scope, row))) }),
        };
        if (Object.keys(values).length > 0) await update(work, scope, row.id, values as never);
      });
      return view(scope, keyOf(id));
    },

    async remove(scope: TenantScope, id: string, author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.removed' }, async (work, row) => {
        await new WebhookEndpointsRepository(database, scope, work.tx).remove(row.id);
        await deps.purgeEndpoint(scope, work.tx, row.id);
      });
      return { id, deleted: true as const };
    },

    async pause(scope: TenantScope, id: string, events: 'hold' | 'drop', author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.paused' }, async (work, row) => {
        const values = {
          state: 'paused' as const,
          whilePaused: events,
          stateReason: null,
          stateSince: deps.now(),
        };
        await update(work, scope, row.id, values);
      });
      return view(scope, keyOf(id));
    },

    async resume(scope: TenantScope, id: string, author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.resumed' }, async (work, row) => {
        await update(work, scope, row.id, {
          state: 'active',
          whilePaused: null,
          stateReason: null,
          stateSince: deps.now(),
          failures: 0,
          failingSince: null,
          failingEventAt: null,
          failingConfirmed: 0,
          restingUntil: null,
        });
      });
      deps.wakeDeliveries(scope, keyOf(id));
      return view(scope, keyOf(id));
    },

    /** Whatever rest the endpoint was given after failures ends: a person wants something sent now. */
    endRest: (scope: TenantScope, id: Buffer) => new WebhookEndpointsRepository(database, scope).endRest(id),
  };

  function opened(scope: TenantScope, row: WebhookEndpointRow): Record<string, string> {
    return vault.openHeaders(scope, row.id, row.headers);
  }
}
