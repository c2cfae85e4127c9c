import type { MessageDelivery } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import type { WebhookEventType } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { encodeId, lowestKeyAt, tryDecodeId } from '../../../kernel/ids.ts';
import { select } from '../../../kernel/tenancy/rows.ts';
import { DELIVERY_STATE } from './webhook-deliveries.repository.ts';

/** Deliveries of one message that are listed: a few events, to each of 20 endpoints at most. */
const LISTED_MAX = 100;
/** Events of the contact that are read, from the message on. Those of the message are among the first. */
const READ_MAX = 5_000;

/** By so much the clocks of the servers that store a message and its events may differ. */
const CLOCKS_APART_MS = 5 * 60_000;

interface Row {
  id: Buffer;
  endpointId: Buffer;
  url: string;
  type: WebhookEventType;
  state: number;
  createdAt: Date;
}

/** Returns the deliveries of a message's events to all endpoints, the oldest first. */
export async function deliveriesOfMessage(
  ctx: QueryContext,
  id: string,
): Promise<{ data: MessageDelivery[] }> {
  const messageId = tryDecodeId('message', id);
  if (messageId === null) return { data: [] };
  // Ids begin with their time, so the events of a message come after it in the index of its contact.
  const rows = await select<Row>(
    ctx,
    `SELECT d.id, d.endpoint_id AS endpointId, p.url, d.type, d.state, d.created_at AS createdAt
     FROM (
       SELECT e.id, e.message_id FROM messages m
         STRAIGHT_JOIN webhook_events e FORCE INDEX (webhook_events_contact)
           ON e.tenant_id = :tenantId AND e.contact_id = m.contact_id AND e.id >= :from
       WHERE m.tenant_id = :tenantId AND m.id = :messageId ORDER BY e.id LIMIT ${READ_MAX}
     ) near
     JOIN webhook_deliveries d ON d.tenant_id = :tenantId AND d.event_id = near.id
     JOIN webhook_endpoints p ON p.tenant_id = :tenantId AND p.id = d.endpoint_id
     WHERE near.message_id = :messageId ORDER BY d.created_at, d.id LIMIT ${LISTED_MAX}`,
    { messageId, from: lowestKeyAt(new Date(messageId.readUIntBE(0, 6) - CLOCKS_APART_MS)) },
  );
  const states = { [DELIVERY_STATE.succeeded]: 'succeeded', [DELIVERY_STATE.failed]: 'failed' } as const;
  return {
    data: rows.map(({ id, endpointId, url, type, state, createdAt }) => ({
      id: encodeId('webhookDelivery', id),
      endpointId: encodeId('webhookEndpoint', endpointId),
      ...{ url, type, createdAt: createdAt.toISOString() },
      state: states[state as keyof typeof states] ?? 'pending',
    })),
  };
}
