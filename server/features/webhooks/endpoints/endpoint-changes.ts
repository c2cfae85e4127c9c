import type { AuditEntry } from '../../../../shared/contract/audit-log.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhook-endpoints.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { WebhookEndpointRow } from '../../../db/models/webhook-endpoint.model.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import { encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import type { Work } from '../../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { WebhookEndpointsDeps } from './webhook-endpoints.deps.ts';
import { presentEndpoint } from './webhook-endpoints.presenter.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';

export type EndpointChanges = ReturnType<typeof createEndpointChanges>;

/** How one endpoint is seen, and how each change of it is locked, written down and told. */
export function createEndpointChanges(deps: WebhookEndpointsDeps) {
  const { database, inUnitOfWork, vault } = deps;

  async function view(scope: TenantScope, id: Buffer, tx?: Transaction): Promise<WebhookEndpoint> {
    const [row] = await new WebhookEndpointsRepository(database, scope, tx).views(id);
    if (!row) throw new AppError('webhook_endpoint_not_found');
    return present(scope, row);
  }

  function present(scope: TenantScope, row: Parameters<typeof presentEndpoint>[0]): WebhookEndpoint {
    return presentEndpoint(row, {
      secrets: vault.openSecrets(scope, row.id, row.secrets),
      headers: vault.openHeaders(scope, row.id, row.headers),
    });
  }

  /** A change of one endpoint, with its row locked, written down and told. */
  function change<T>(
    scope: TenantScope,
    id: string,
    by: { author: Author; action: AuditEntry['action'] },
    apply: (work: Work, row: WebhookEndpointRow) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(id);
    return inUnitOfWork(scope, async (work) => {
      const row = await new WebhookEndpointsRepository(database, scope, work.tx).lock(key);
      if (!row) throw new AppError('webhook_endpoint_not_found');
      const outcome = await apply(work, row);
      await audit(work, scope, by, row);
      const [after] = await new WebhookEndpointsRepository(database, scope, work.tx).views(key);
      const { url, state } = after ?? { url: row.url, state: 'deleted' as const };
      work.record('webhook_endpoint.updated', { id, url, state });
      return outcome;
    });
  }

  function audit(
    work: Work,
    scope: TenantScope,
    by: { author: Author; action: AuditEntry['action'] },
    row: Pick<WebhookEndpointRow, 'id' | 'url'>,
  ): Promise<void> {
    const target = {
      kind: 'webhook_endpoint' as const,
      id: encodeId('webhookEndpoint', row.id),
      // What comes after the host may be a secret of the receiver's.
      label: new URL(row.url).host,
    };
    return deps.recordAudit(work, scope, { action: by.action, target, by: by.author });
  }

  const update = (
    work: Work,
    scope: TenantScope,
    id: Buffer,
    values: Parameters<WebhookEndpointsRepository['update']>[1],
  ) => new WebhookEndpointsRepository(database, scope, work.tx).update(id, values);

  return { view, present, change, audit, update };
}

/** @throws {AppError} webhook_endpoint_not_found for what is no id of an endpoint. */
export function keyOf(id: string): Buffer {
  const key = tryDecodeId('webhookEndpoint', id);
  if (!key) throw new AppError('webhook_endpoint_not_found');
  return key;
}
