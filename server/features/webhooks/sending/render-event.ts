import { createHash } from 'node:crypto';
import {
  type Conversation,
  withoutInboxFields,
} from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isAboutSimulated } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import type { WebhookEventType } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { EventName, EventPayload } from '../../../../shared/events/index.ts';
import {
  type AnyWebhookEvent,
  EventConversationSchema,
  WEBHOOK_API_VERSION,
} from '../../../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../../../shared/events/webhook-samples.ts';
import { decodeId, encodeId, newKey } from '../../../kernel/ids.ts';
import type { StoredEvent } from '../../../kernel/outbox/relay.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { RenderedEvent } from '../deliveries/webhook-deliveries.repository.ts';

/** The body of an event, without what all events have. */
interface Rendered {
  type: WebhookEventType;
  data: object;
  /** Whose data the body holds: it is removed with the contact. */
  contactId: Buffer | null;
  messageId: Buffer | null;
  conversationSeq?: number;
}

type Renderers = { [Name in EventName]?: (payload: EventPayload<Name>) => Rendered | null };

const CONVERSATION_FIELDS = EventConversationSchema.keyof().options;

/** What endpoints receive of each event of a workspace; the others are for the dashboard alone. */
const RENDERERS: Renderers = {
  'message.received': (payload) => messageBody('message.received', payload),
  // A retry by a person queues the message again: endpoints get an event when it is sent.
  'message.updated': (payload) =>
    payload.message.status === 'queued' || payload.isSameStatus
      ? null
      : messageBody('message.updated', payload),
  'message.queued': (payload) => messageBody('message.created', payload),
  'message.reacted': (payload) => messageBody('message.reaction', payload),
  'message.changed': (payload) =>
    messageBody(payload.message.revokedAt === null ? 'message.edited' : 'message.deleted', payload),
  'contact.created': ({ contact }) => contactBody('contact.created', contact),
  'contact.updated': ({ contact }) => contactBody('contact.updated', contact),
  // Other events of a deleted contact read as its deletion; only the event of the deletion itself is sent.
  'contact.deleted': (payload) =>
    'isErased' in payload
      ? null
      : {
          type: 'contact.deleted',
          data: { contact: { id: payload.id, mergedInto: payload.mergedInto?.id ?? null } },
          contactId: null,
          messageId: null,
        },
  'conversation.updated': ({ conversation, isInternal }) =>
    isInternal
      ? null
      : {
          type: 'conversation.updated',
          data: { conversation: conversationOf(conversation) },
          contactId: decodeId(conversation.contact.id),
          messageId: null,
        },
  'channel.updated': ({ channel: { state, since, reason }, isSameState }) =>
    isSameState
      ? null
      : {
          type: 'channel.updated',
          data: { channel: { state, since, problem: reason?.message ?? null } },
          contactId: null,
          messageId: null,
        },
  'broadcast.completed': ({ broadcast }) => ({
    type: 'broadcast.completed',
    data: { broadcast },
    contactId: null,
    messageId: null,
  }),
  'automation.triggered': ({ conversation, ...data }) => ({
    type: 'automation.triggered',
    data: { ...data, conversation: conversationOf(conversation) },
    contactId: decodeId(data.contact.id),
    messageId: data.messageId === null ? null : decodeId(data.messageId),
  }),
};

/** Returns the fields of a conversation that endpoints receive. */
function conversationOf(conversation: Conversation) {
  // Not parsed: an event that an earlier version stored may lack fields, and must not stop those after it.
  return Object.fromEntries(CONVERSATION_FIELDS.map((name) => [name, conversation[name]]));
}

/** The events of a workspace from which the events of a type are made. */
const SOURCES: Readonly<Record<WebhookEventType, EventName>> = {
  'message.received': 'message.received',
  'message.updated': 'message.updated',
  'message.created': 'message.queued',
  'message.reaction': 'message.reacted',
  'message.edited': 'message.changed',
  'message.deleted': 'message.changed',
  'contact.created': 'contact.created',
  'contact.updated': 'contact.updated',
  'contact.deleted': 'contact.deleted',
  'conversation.updated': 'conversation.updated',
  'channel.updated': 'channel.updated',
  'broadcast.completed': 'broadcast.completed',
  'automation.triggered': 'automation.triggered',
};

/** Returns the names of the stored events from which events of these types are made. */
export function sourcesOf(types: readonly WebhookEventType[]): EventName[] {
  return [...new Set(types.map((type) => SOURCES[type]))];
}

/**
 * Returns an event in the format sent to endpoints; null for an event that they do not receive. The same
 * event always gives the same bytes and id, on every server.
 */
export function renderEvent(scope: TenantScope, event: StoredEvent): RenderedEvent | null {
  // Rehearsals stay inside: an endpoint would take simulated customers for real ones.
  if (isAboutSimulated(event.payload as object)) return null;
  const render = RENDERERS[event.name] as ((payload: unknown) => Rendered | null) | undefined;
  const rendered = render?.(event.payload);
  if (!rendered) return null;
  const { type, data, contactId, messageId, conversationSeq } = rendered;
  const createdAt = new Date(event.createdAt);
  const id = eventKeyOf(scope, event.seq, createdAt);
  const body = {
    id: encodeId('webhookEvent', id),
    type,
    apiVersion: WEBHOOK_API_VERSION,
    timestamp: event.createdAt,
    tenantId: scope.tenantId,
    seq: event.seq,
    ...(conversationSeq !== undefined && { conversationSeq }),
    data,
  };
  return { id, seq: event.seq, type, contactId, messageId, body: JSON.stringify(body), createdAt };
}

function messageBody(
  type: WebhookEventType,
  { message, contact, conversationSeq }: EventPayload<'message.updated'>,
): Rendered {
  return {
    type,
    // Events stored before webhooks existed have none.
    conversationSeq: conversationSeq ?? 0,
    data: { message: withoutInboxFields(message), contact },
    contactId: decodeId(contact.id),
    messageId: decodeId(message.id),
  };
}

function contactBody(type: WebhookEventType, contact: EventPayload<'contact.updated'>['contact']): Rendered {
  return { type, data: { contact }, contactId: decodeId(contact.id), messageId: null };
}

/** Returns a sample event for testing an endpoint. */
export function renderSample(scope: TenantScope, type: WebhookEventType, now: Date): RenderedEvent {
  const id = newKey();
  const sample = WEBHOOK_SAMPLES[type];
  const body = {
    ...sample,
    id: encodeId('webhookEvent', id),
    timestamp: now.toISOString(),
    tenantId: scope.tenantId,
    seq: 0,
    ...('conversationSeq' in sample && { conversationSeq: 0 }),
    data: dataOf(sample, now),
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

/** Returns a deterministic UUIDv7: the time of the event, then a digest of tenant and number. */
function eventKeyOf(scope: TenantScope, seq: number, createdAt: Date): Buffer {
  const key = createHash('sha256').update(scope.key).update(`:${seq}`).digest().subarray(0, 16);
  key.writeUIntBE(createdAt.getTime(), 0, 6);
  key.writeUInt8(0x70 | (key.readUInt8(6) & 0x0f), 6);
  key.writeUInt8(0x80 | (key.readUInt8(8) & 0x3f), 8);
  return key;
}

/** Returns the data of a test event: the sample that the dashboard shows, with the current time. */
function dataOf(sample: AnyWebhookEvent, now: Date): AnyWebhookEvent['data'] {
  const at = now.toISOString();
  const { data } = sample;
  if (!('message' in data)) return data;
  const { contact, message } = data;
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
