import type { Database } from '../../../db/database.ts';
import type { Subscriber } from '../../../kernel/outbox/relay.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { WebhookDeliveriesRepository } from '../deliveries/index.ts';
import { renderEvent } from './render-event.ts';

interface Receiver {
  id: Buffer;
  events: string;
  createdSeq: number;
}

/**
 * Writes down which endpoints are owed which events, before the relay counts the events as handed on: a
 * crash in between repeats this, and the second time changes nothing.
 */
export function createFanOut(deps: { database: Database; wake(endpointId: Buffer): void }): Subscriber {
  const { database } = deps;
  return async (scope, events) => {
    const rendered = events.flatMap((event) => {
      const body = renderEvent(scope, event);
      return body ? [{ ...body, seq: event.seq }] : [];
    });
    if (rendered.length === 0) return;
    const receivers = await receiversOf(database, scope);
    const owed = receivers.flatMap(({ id, events: types, createdSeq }) =>
      rendered
        // Events from before the endpoint are not for it. Numbers say so; the wall clock may step back.
        .filter((event) => types.split(',').includes(event.type) && event.seq > createdSeq)
        .map((event) => ({ endpointId: id, event, cause: 'event' as const, isLive: true })),
    );
    if (owed.length === 0) return;
    await database.transaction((tx) =>
      new WebhookDeliveriesRepository(database, scope, tx).add(rendered, owed),
    );
    for (const { id } of receivers) deps.wake(id);
  };
}

/** The endpoints that events are kept for: those that take them, and those that are paused so that they wait. */
async function receiversOf(database: Database, scope: TenantScope): Promise<Receiver[]> {
  const rows = await database.select<Receiver>(
    `SELECT id, events, created_seq AS createdSeq FROM webhook_endpoints
     WHERE tenant_id = :tenantId
       AND (state IN ('active', 'failing') OR (state = 'paused' AND while_paused = 'hold'))`,
    { tenantId: scope.key },
  );
  return rows.map((row) => ({ ...row, createdSeq: Number(row.createdSeq) }));
}
