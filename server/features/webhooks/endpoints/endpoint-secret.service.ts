import { AppError } from '../../../../shared/domain/errors.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { type EndpointChanges, keyOf } from './endpoint-changes.ts';
import { rotated } from './endpoint-secrets.ts';
import type { WebhookEndpointsDeps } from './webhook-endpoints.deps.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';

/** The secret of an endpoint: shown again, or made anew. */
export function createEndpointSecretService(
  deps: WebhookEndpointsDeps,
  { audit, change, update, view }: EndpointChanges,
) {
  const { database, inUnitOfWork, vault } = deps;
  return {
    /** The newest secret, for whoever has just proved who they are; that it was looked at is written down. */
    async reveal(scope: TenantScope, id: string, author: Author): Promise<{ secret: string }> {
      return inUnitOfWork(scope, async (work) => {
        const row = await new WebhookEndpointsRepository(database, scope, work.tx).lock(keyOf(id));
        if (!row) throw new AppError('webhook_endpoint_not_found');
        await audit(work, scope, { author, action: 'webhook_secret.revealed' }, row);
        return { secret: vault.openSecrets(scope, row.id, row.secrets)[0]?.secret ?? '' };
      });
    },

    async rotate(scope: TenantScope, id: string, overlapHours: number, author: Author) {
      const secret = await change(
        scope,
        id,
        { author, action: 'webhook_secret.rotated' },
        async (work, row) => {
          const secrets = rotated(vault.openSecrets(scope, row.id, row.secrets), deps.now(), overlapHours);
          await update(work, scope, row.id, { secrets: vault.sealSecrets(scope, row.id, secrets) });
          return secrets[0]?.secret ?? '';
        },
      );
      return { endpoint: await view(scope, keyOf(id)), secret };
    },
  };
}
