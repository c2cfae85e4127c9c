import type { GraphClient } from '../cloud-api/graph-client.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { CloudApiSettingsService } from '../features/cloud-api-settings/index.ts';
import { enqueueJob, type JobHandler } from '../kernel/jobs/queue.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

const KIND = 'report-read';

/** Asks, inside the change that marks a conversation read, for the customer to see their ticks turn blue. */
export function enqueueReportRead(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  conversationId: Buffer,
) {
  return enqueueJob(database, scope, tx, KIND, { conversationId: conversationId.toString('hex') });
}

export function reportReadJob(deps: {
  database: Database;
  graph: GraphClient;
  settings: CloudApiSettingsService;
}): JobHandler {
  return {
    kind: KIND,
    run: async (scope, payload) => {
      const [last] = await deps.database.select<{ platformId: string }>(
        `SELECT m.platform_id AS platformId FROM conversations c
         JOIN messages m ON m.tenant_id = c.tenant_id AND m.contact_id = c.contact_id
         WHERE c.tenant_id = :tenantId AND c.id = :id AND m.direction = 'inbound'
         ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
        { tenantId: scope.key, id: Buffer.from(payload.conversationId ?? '', 'hex') },
      );
      const account = await deps.settings.credentials(scope);
      if (!last || !account) return;
      const outcome = await deps.graph.markRead(account, last.platformId);
      // A refusal is final (the message is too old, or not the platform's); an outage is tried again.
      if (outcome.kind === 'later' && !outcome.isCredentials) throw new Error(outcome.reason);
    },
  };
}
