import type { z } from 'zod';
import type { Contact } from '../contract/contacts.contract.ts';
import type { Message } from '../contract/messages.contract.ts';
import type { WebhookEventType } from '../domain/webhooks/webhook-values.ts';
import {
  type AnyWebhookEvent,
  type EventConversationSchema,
  WEBHOOK_API_VERSION,
  type WebhookEvent,
} from './webhook-event.ts';

const contact: Contact = {
  id: 'ct_01k2v9zq7m4s8x1c5e3r6t0y2h',
  name: 'Ada Sample',
  phone: '15550100123',
  email: 'ada@example.com',
  tags: ['sample'],
  status: 'customer',
  marketing: 'subscribed',
  marketingAt: '2026-01-12T08:00:00.000Z',
  marketingSource: 'api',
  blocked: false,
  attributes: {},
  createdAt: '2026-03-04T09:12:30.000Z',
  updatedAt: '2026-03-04T16:40:12.480Z',
};

const received: Message = {
  id: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
  contactId: '15550100123',
  contact: contact.id,
  direction: 'inbound',
  sentBy: null,
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
  sentBy: 'program',
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

const stretch = { seq: 4_712, conversationSeq: 18 };

/** Returns a sample of an event about a message. */
function about(type: WebhookEvent['type'], id: string, timestamp: string, message: Message): WebhookEvent {
  return { id, type, ...base, timestamp, ...stretch, data: { message, contact } };
}

/** The conversation of the samples. */
const conversation: z.infer<typeof EventConversationSchema> = {
  id: 'cv_01k2v9zq9d2e4f6g8h1j3k5m7n',
  contact: {
    id: contact.id,
    name: contact.name,
    phone: contact.phone,
    status: contact.status,
    marketing: contact.marketing,
    blocked: contact.blocked,
  },
  status: 'open',
  snoozedUntil: null,
  assignee: { id: 'usr_01k2v8q5r3m9x1c7e4t6y0z2hb', name: 'Mia Berg' },
  labels: [{ id: 'lbl_01k2v8r6s4n0y2d8f5v7z1a3jc', name: 'Billing', color: 'blue' }],
  unreadCount: 1,
  lastMessage: {
    id: received.id,
    direction: 'inbound',
    type: 'text',
    status: 'received',
    preview: received.content ?? '',
    author: null,
    sentBy: null,
    createdAt: received.createdAt,
  },
  waitingSince: received.createdAt,
  firstResponseAt: null,
  windowExpiresAt: '2026-03-05T16:43:59.000Z',
  lastActivityAt: received.createdAt,
  createdAt: contact.createdAt,
  updatedAt: '2026-03-04T16:46:00.000Z',
};

/** A sample event of each type, for the dashboard and for test deliveries. */
export const WEBHOOK_SAMPLES: Readonly<Record<WebhookEventType, AnyWebhookEvent>> = {
  'message.received': about(
    'message.received',
    'evt_01k2va5k1a6z9w2q4n8d7f3c5b',
    '2026-03-04T16:43:59.000Z',
    received,
  ),
  'message.updated': {
    ...about('message.updated', 'evt_01k2va3h2n5x8b1m7p4s6t9v0r', '2026-03-04T16:41:02.000Z', updated),
    seq: 4_709,
    conversationSeq: 17,
  },
  'message.created': about('message.created', 'evt_01k2va3f7b2c4d6e8f0g1h3j5k', '2026-03-04T16:41:00.250Z', {
    ...updated,
    status: 'queued',
    platformId: null,
    sentAt: null,
    deliveredAt: null,
  }),
  'message.edited': about('message.edited', 'evt_01k2va6c3d5e7f9g1h2j4k6m8n', '2026-03-04T16:44:40.000Z', {
    ...received,
    content: 'Hello! Until when are you open tomorrow?',
    edits: [{ content: received.content, caption: null, at: '2026-03-04T16:44:40.000Z' }],
    editedAt: '2026-03-04T16:44:40.000Z',
  }),
  'message.deleted': about('message.deleted', 'evt_01k2va6q4r6s8t0v2w4x6y8z1a', '2026-03-04T16:45:10.000Z', {
    ...received,
    revokedAt: '2026-03-04T16:45:10.000Z',
  }),
  'message.reaction': about(
    'message.reaction',
    'evt_01k2va6y5z7a9b1c3d5e7f9g2h',
    '2026-03-04T16:45:30.000Z',
    {
      ...updated,
      reactions: [{ direction: 'inbound', emoji: '👍', at: '2026-03-04T16:45:30.000Z' }],
    },
  ),
  'contact.created': {
    id: 'evt_01k2v9zq8c1d3e5f7g9h2j4k6m',
    type: 'contact.created',
    ...base,
    timestamp: contact.createdAt,
    seq: 4_690,
    data: { contact },
  },
  'contact.updated': {
    id: 'evt_01k2va2m9n1p3q5r7s9t0v2w4x',
    type: 'contact.updated',
    ...base,
    timestamp: contact.updatedAt,
    seq: 4_705,
    data: { contact },
  },
  'contact.deleted': {
    id: 'evt_01k2vb0a1b3c5d7e9f2g4h6j8k',
    type: 'contact.deleted',
    ...base,
    timestamp: '2026-03-05T08:00:00.000Z',
    seq: 4_802,
    data: { contact: { id: contact.id, mergedInto: null } },
  },
  'conversation.updated': {
    id: 'evt_01k2va7b2c4d6e8f1g3h5j7k9m',
    type: 'conversation.updated',
    ...base,
    timestamp: '2026-03-04T16:46:00.000Z',
    seq: 4_716,
    data: {
      conversation,
    },
  },
  'channel.updated': {
    id: 'evt_01k2vc3d5e7f9g1h3j5k7m9n2p',
    type: 'channel.updated',
    ...base,
    timestamp: '2026-03-06T10:15:00.000Z',
    seq: 4_950,
    data: {
      channel: {
        state: 'credentials_refused',
        since: '2026-03-06T10:15:00.000Z',
        problem: 'The access token has expired. Paste a new one.',
      },
    },
  },
  'broadcast.completed': {
    id: 'evt_01k2vd4f6g8h1j3k5m7n9p2q4r',
    type: 'broadcast.completed',
    ...base,
    timestamp: '2026-03-09T10:04:21.000Z',
    seq: 5_310,
    data: {
      broadcast: {
        id: 'bc_01k2vd4e5f7g9h2j4k6m8n1p3q',
        name: 'Spring opening',
        status: 'completed',
        pauseReason: null,
        template: { name: 'spring_opening', language: 'en', components: [] },
        audience: { kind: 'tag', tag: 'newsletter', segment: null },
        sendAt: null,
        sendAtLocal: null,
        wait: null,
        pace: null,
        counts: {
          recipients: 240,
          waiting: 0,
          queued: 0,
          sent: 236,
          delivered: 228,
          read: 91,
          failed: 4,
          retriable: 1,
          replied: 12,
          excluded: {
            blocked: 1,
            unsubscribed: 7,
            no_phone: 2,
            already_reached: 0,
            missing_value: 0,
            invalid_value: 0,
            canceled: 0,
          },
        },
        createdAt: '2026-03-09T10:00:00.000Z',
        startedAt: '2026-03-09T10:00:00.000Z',
        completedAt: '2026-03-09T10:04:21.000Z',
      },
    },
  },
  'automation.triggered': {
    id: 'evt_01k2ve5g7h9j2k4m6n8p1q3r5s',
    type: 'automation.triggered',
    ...base,
    timestamp: '2026-03-09T11:20:07.000Z',
    seq: 5_377,
    data: {
      rule: { id: 'ar_01k2ve4f6g8h1j3k5m7n9p2q4r', name: 'Orders to the warehouse' },
      trigger: 'keyword',
      messageId: received.id,
      contact,
      conversation,
    },
  },
};
