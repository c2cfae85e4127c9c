import type { Database } from '../../db/database.ts';
import { WebhookDeliveriesRepository } from '../../features/webhook-deliveries/index.ts';
import type { Subscriber } from '../../kernel/outbox/relay.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { renderEvent } from './render-event.ts';

interface Receiver {
  id: Buffer;
  events: string;
  createdAt: Date;
}

/**
 * Writes down which endpoints are owed which events, before the relay counts the events as handed on: a
 * crash in between repeats this, and the second time changes nothing.
 */
export function createFanOut(deps: { database: Database; wake(endpointId: Buffer): void }): Subscriber {
  const { database } = deps;
  return async (scope, events) => {
    const rendered = events.map((event) => renderEvent(scope, event)).filter((event) => event !== null);
    if (rendered.length === 0) return;
    const receivers = await receiversOf(database, scope);
    const owed = receivers.flatMap(({ id, events: types, createdAt }) =>
      rendered
        // What happened before there was an endpoint is not meant for it.
        .filter((event) => types.split(',').includes(event.type) && event.createdAt >= createdAt)
        .map((event) => ({ endpointId: id, event, cause: 'event' as const })),
    );
    if (owed.length === 0) return;
    await database.transaction((tx) =>
      new WebhookDeliveriesRepository(database, scope, tx).add(rendered, owed),
    );
    for (const { id } of receivers) deps.wake(id);
  };
}

/** The endpoints that events are kept for: those that take them, and those that are paused so that they wait. */
function receiversOf(database: Database, scope: TenantScope): Promise<Receiver[]> {
  return database.select<Receiver>(
    `SELECT id, events, created_at AS createdAt FROM webhook_endpoints
     WHERE tenant_id = :tenantId
       AND (state IN ('active', 'failing') OR (state = 'paused' AND while_paused = 'hold'))`,
    { tenantId: scope.key },
  );
}
