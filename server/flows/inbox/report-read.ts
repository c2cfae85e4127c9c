import type { Database, Transaction } from '../../db/database.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import { ConversationsRepository } from '../../features/conversations/index.ts';
import { findMessage, lastInboundPlatformId } from '../../features/messages/index.ts';
import { enqueueJob, type JobHandler } from '../../kernel/jobs/queue.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { GraphClient } from '../../platform/graph/graph-client.ts';

const KIND = 'report-read';

/**
 * Asks, inside the change that marks a conversation read, for the customer to see their ticks turn blue:
 * on all their messages, or on those up to one.
 */
export function enqueueReportRead(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  conversationId: Buffer,
  upTo?: Buffer,
) {
  return enqueueJob(database, scope, tx, KIND, {
    conversationId: conversationId.toString('hex'),
    ...(upTo ? { upTo: upTo.toString('hex') } : {}),
  });
}

export function reportReadJob(deps: {
  database: Database;
  graph: GraphClient;
  settings: CloudApiSettingsService;
}): JobHandler {
  return {
    kind: KIND,
    run: async (scope, payload) => {
      const { database } = deps;
      const conversations = new ConversationsRepository(database, scope);
      const conversation = await conversations.find(Buffer.from(payload.conversationId ?? '', 'hex'));
      if (!conversation) return;
      const ctx = { db: database, scope };
      const upTo = payload.upTo ? await findMessage(ctx, Buffer.from(payload.upTo, 'hex')) : null;
      const last = await lastInboundPlatformId(ctx, conversation.contactId, upTo);
      const account = await deps.settings.credentials(scope);
      if (last === null || !account) return;
      const outcome = await deps.graph.markRead(account, last);
      // A refusal is final (the message is too old, or not the platform's); an outage is tried again.
      if (outcome.kind === 'later' && outcome.fault?.action !== 'credentials')
        throw new Error(outcome.reason);
    },
  };
}
