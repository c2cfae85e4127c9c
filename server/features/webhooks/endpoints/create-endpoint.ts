import {
  type CreateWebhookEndpoint,
  WEBHOOK_ENDPOINT_LIMIT,
} from '../../../../shared/contract/webhook-endpoints.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { WEBHOOK_API_VERSION } from '../../../../shared/events/webhook-event.ts';
import { isDuplicate } from '../../../db/database-errors.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import { decodeId, newKey } from '../../../kernel/ids.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { EndpointChanges } from './endpoint-changes.ts';
import { mergeHeaders } from './endpoint-headers.ts';
import { rotated } from './endpoint-secrets.ts';
import type { WebhookEndpointsDeps } from './webhook-endpoints.deps.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';
import { checkTarget } from './webhook-target.ts';

/** Makes an endpoint; its secret is answered here and by `reveal` alone. The limit is a unique slot, as with keys. */
export function createEndpointCreation(deps: WebhookEndpointsDeps, { audit, view }: EndpointChanges) {
  const { database, inUnitOfWork, vault } = deps;

  return async (scope: TenantScope, input: CreateWebhookEndpoint, author: Author) => {
    const url = checkTarget(input.url, deps.target);
    for (let attempt = 0; attempt <= WEBHOOK_ENDPOINT_LIMIT; attempt += 1) {
      const taken = new Set(await new WebhookEndpointsRepository(database, scope).takenSlots());
      const slot = Array.from({ length: WEBHOOK_ENDPOINT_LIMIT }, (_, index) => index).find(
        (index) => !taken.has(index),
      );
      if (slot === undefined) break;
      try {
        return await insert(scope, { ...input, url }, author, slot);
      } catch (error) {
        if (!isDuplicate(error, 'webhook_endpoints_slot')) throw error;
      }
    }
    throw new AppError('webhook_endpoint_limit_reached');
  };

  async function insert(scope: TenantScope, input: CreateWebhookEndpoint, author: Author, slot: number) {
    const id = newKey();
    const now = deps.now();
    const secrets = rotated([], now, 0);
    return inUnitOfWork(scope, async (work) => {
      await new WebhookEndpointsRepository(database, scope, work.tx).insert({
        id,
        slot,
        url: input.url,
        description: input.description,
        events: input.events.join(','),
        secrets: vault.sealSecrets(scope, id, secrets),
        headers: vault.sealHeaders(scope, id, mergeHeaders(input.headers, {})),
        timeoutSeconds: input.timeoutSeconds,
        maxPerSecond: input.maxPerSecond,
        apiVersion: WEBHOOK_API_VERSION,
        state: 'active',
        whilePaused: null,
        stateReason: null,
        stateSince: now,
        failures: 0,
        failingSince: null,
        failingEventAt: null,
        failingConfirmed: 0,
        restingUntil: null,
        lastDeliveryAt: null,
        lastDeliveryOk: null,
        lastDeliveryMs: null,
        createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
        createdAt: now,
        createdSeq: 0,
      });
      work.atEnd(() => new WebhookEndpointsRepository(database, scope, work.tx).noteCreatedSeq(id));
      await audit(work, scope, { author, action: 'webhook_endpoint.created' }, { id, url: input.url });
      const endpoint = await view(scope, id, work.tx);
      work.record('webhook_endpoint.updated', { id: endpoint.id, url: endpoint.url, state: 'active' });
      return { endpoint, secret: secrets[0]?.secret ?? '' };
    });
  }
}
