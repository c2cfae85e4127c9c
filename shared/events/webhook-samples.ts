import type { Contact } from '../contract/contacts.contract.ts';
import type { Message } from '../contract/messages.contract.ts';
import type { WebhookEventType } from '../domain/webhook-values.ts';
import { WEBHOOK_API_VERSION, type WebhookEvent } from './webhook-event.ts';

const contact: Contact = {
  id: 'ct_01k2v9zq7m4s8x1c5e3r6t0y2h',
  name: 'Ada Sample',
  phone: '15550100123',
  email: 'ada@example.com',
  tags: ['sample'],
  status: 'customer',
  createdAt: '2026-03-04T09:12:30.000Z',
  updatedAt: '2026-03-04T16:40:12.480Z',
};

const received: Message = {
  id: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
  contactId: '15550100123',
  contact: contact.id,
  direction: 'inbound',
  type: 'text',
  status: 'received',
  content: 'Hello! Until when are you open today?',
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  caption: null,
  filename: null,
  media: null,
  replyTo: null,
  reactions: [],
  inbound: null,
  edits: [],
  editedAt: null,
  revokedAt: null,
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgASGBQ0',
  error: null,
  warnings: [],
  payload: null,
  createdAt: '2026-03-04T16:43:59.000Z',
  sendAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
};

const updated: Message = {
  ...received,
  id: 'msg_01k2va3f6w9n4yhs8qzc5xjt7b',
  direction: 'outbound',
  status: 'delivered',
  content: 'Your order is ready.',
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgARGBI5',
  createdAt: '2026-03-04T16:41:00.250Z',
  sentAt: '2026-03-04T16:41:00.611Z',
  deliveredAt: '2026-03-04T16:41:02.000Z',
};

const base = {
  apiVersion: WEBHOOK_API_VERSION,
  tenantId: '01k2v0a1b2c3d4e5f6g7h8j9km',
};

/** A sample event of each type, for the dashboard and for test deliveries. */
export const WEBHOOK_SAMPLES: Readonly<Record<WebhookEventType, WebhookEvent>> = {
  'message.received': {
    id: 'evt_01k2va5k1a6z9w2q4n8d7f3c5b',
    type: 'message.received',
    ...base,
    timestamp: '2026-03-04T16:43:59.000Z',
    seq: 4_712,
    conversationSeq: 18,
    data: { message: received, contact },
  },
  'message.updated': {
    id: 'evt_01k2va3h2n5x8b1m7p4s6t9v0r',
    type: 'message.updated',
    ...base,
    timestamp: '2026-03-04T16:41:02.000Z',
    seq: 4_709,
    conversationSeq: 17,
    data: { message: updated, contact },
  },
};
