import { createHash } from 'node:crypto';
import { withoutInboxFields } from '../../../../shared/contract/conversations.contract.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../../shared/domain/webhook-values.ts';
import type { EventPayload } from '../../../../shared/events/index.ts';
import { WEBHOOK_API_VERSION, type WebhookEvent } from '../../../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../../../shared/events/webhook-samples.ts';
import { decodeId, encodeId, newKey } from '../../../kernel/ids.ts';
import type { StoredEvent } from '../../../kernel/outbox/relay.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { RenderedEvent } from '../deliveries/webhook-deliveries.repository.ts';

/**
 * Returns an event in the format sent to endpoints; null for an event that they do not receive. The same
 * event always gives the same bytes and id, on every server.
 */
export function renderEvent(scope: TenantScope, event: StoredEvent): RenderedEvent | null {
  if (!isWebhookType(event.name)) return null;
  const { message, contact, conversationSeq } = event.payload as EventPayload<WebhookEventType>;
  // A retry by a person queues the message again: endpoints get an event when it is sent.
  if (message.status === 'queued') return null;
  const createdAt = new Date(event.createdAt);
  const id = eventKeyOf(scope, event.seq, createdAt);
  const body: WebhookEvent = {
    id: encodeId('webhookEvent', id),
    type: event.name,
    apiVersion: WEBHOOK_API_VERSION,
    timestamp: event.createdAt,
    tenantId: scope.tenantId,
    seq: event.seq,
    // Events stored before webhooks existed have none.
    conversationSeq: conversationSeq ?? 0,
    data: { message: withoutInboxFields(message), contact },
  };
  return {
    id,
    seq: event.seq,
    type: event.name,
    contactId: decodeId(contact.id),
    messageId: decodeId(message.id),
    body: JSON.stringify(body),
    createdAt,
  };
}

/** Returns a sample event for testing an endpoint. */
export function renderSample(scope: TenantScope, type: WebhookEventType, now: Date): RenderedEvent {
  const id = newKey();
  const body: WebhookEvent = {
    id: encodeId('webhookEvent', id),
    type,
    apiVersion: WEBHOOK_API_VERSION,
    timestamp: now.toISOString(),
    tenantId: scope.tenantId,
    seq: 0,
    conversationSeq: 0,
    data: sampleOf(type, now),
  };
  return {
    id,
    seq: null,
    type,
    contactId: null,
    messageId: null,
    body: JSON.stringify(body),
    createdAt: now,
  };
}

function isWebhookType(name: string): name is WebhookEventType {
  return (WEBHOOK_EVENT_TYPES as readonly string[]).includes(name);
}

/** Returns a deterministic UUIDv7: the time of the event, then a digest of tenant and number. */
function eventKeyOf(scope: TenantScope, seq: number, createdAt: Date): Buffer {
  const key = createHash('sha256').update(scope.key).update(`:${seq}`).digest().subarray(0, 16);
  key.writeUIntBE(createdAt.getTime(), 0, 6);
  key.writeUInt8(0x70 | (key.readUInt8(6) & 0x0f), 6);
  key.writeUInt8(0x80 | (key.readUInt8(8) & 0x3f), 8);
  return key;
}

/** Returns the data of a test event: the sample that the dashboard shows, with the current time. */
function sampleOf(type: WebhookEventType, now: Date): WebhookEvent['data'] {
  const at = now.toISOString();
  const { contact, message } = WEBHOOK_SAMPLES[type].data;
  return {
    message: {
      ...message,
      createdAt: at,
      sentAt: message.sentAt && at,
      deliveredAt: message.deliveredAt && at,
    },
    contact: { ...contact, updatedAt: at },
  };
}
