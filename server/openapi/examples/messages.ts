import { CONTACT_ID } from './contacts.ts';
import type { OperationExamples } from './example.ts';
import { inboundExamples } from './inbound.ts';
import { MEDIA } from './media.ts';
import { sendRequests } from './send.ts';

const PHONE = '15550100123';

/** A message that was just sent; the examples change the fields that they are about. */
const sent = {
  id: 'msg_01k2va3f6w9n4yhs8qzc5xjt7b',
  contactId: PHONE,
  contact: CONTACT_ID,
  direction: 'outbound',
  sentBy: 'program',
  type: 'text',
  status: 'sent',
  content: 'Your order is ready.',
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  caption: null,
  filename: null,
  media: null,
  replyTo: null,
  reactions: [],
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgARGBI5',
  error: null,
  warnings: [],
  payload: null,
  inbound: null,
  edits: [],
  editedAt: null,
  revokedAt: null,
  createdAt: '2026-03-04T16:41:00.250Z',
  sendAt: null,
  sentAt: '2026-03-04T16:41:00.611Z',
  deliveredAt: null,
  readAt: null,
  failedAt: null,
};

const received = {
  ...sent,
  id: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
  direction: 'inbound',
  sentBy: null,
  status: 'received',
  content: 'Thank you! Until when are you open?',
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgASGBQ0',
  createdAt: '2026-03-04T16:43:59.999Z',
  sentAt: null,
};

export const messageExamples: Record<string, OperationExamples> = {
  'messages.send': {
    answer: 'The stored message: `sent`, `queued` or `failed`',
    requests: sendRequests,
    answers: {
      sent: { summary: 'Accepted by WhatsApp', value: sent },
      scheduled: {
        summary: 'With `sendAt`',
        value: {
          ...sent,
          status: 'scheduled',
          platformId: null,
          createdAt: '2026-03-05T09:00:00.000Z',
          sendAt: '2026-03-05T09:00:00.000Z',
          sentAt: null,
        },
      },
      queued: {
        summary: 'Stored while WhatsApp does not respond',
        value: { ...sent, status: 'queued', platformId: null, sentAt: null },
      },
      failed: {
        summary: 'Rejected by WhatsApp',
        value: {
          ...sent,
          status: 'failed',
          platformId: null,
          sentAt: null,
          failedAt: '2026-03-04T16:41:00.611Z',
          error: { code: '131026', message: 'Message undeliverable', details: null },
        },
      },
      template: {
        summary: 'A template',
        value: {
          ...sent,
          type: 'template',
          content: 'Hi Ada, your order has left our depot.',
          templateName: 'order_update',
          templateLanguage: 'en_US',
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
        },
      },
      document: {
        summary: 'A document',
        value: {
          ...sent,
          type: 'document',
          content: null,
          mediaUrl: 'https://files.example.com/4711.pdf',
          filename: 'Invoice 4711.pdf',
        },
      },
      windowClosed: {
        summary: 'Free text more than 24 hours after the customer last wrote',
        value: { ...sent, warnings: ['window_closed'] },
      },
    },
    faulty: {
      input: { body: { contactId: PHONE, type: 'text' } },
      details: [{ path: 'content', message: 'is required: the text of the message' }],
    },
  },
  'messages.changes': {
    answer: 'Messages in the order of their changes, and where to continue',
    parameters: { since: '2026-03-04T16:41:00.000Z' },
    answers: {
      page: {
        summary: 'A message that was read, and the customer’s answer',
        value: {
          data: [{ ...sent, status: 'read', readAt: '2026-03-04T16:42:30.000Z' }, received],
          cursor: 'hUv9bq1nC7o4pX2cWzE0MTJd',
          hasMore: false,
          merges: [],
          splits: [],
          deletions: { contacts: [], messages: [] },
        },
      },
      search: {
        summary: 'A search: `search=order`',
        value: {
          data: [sent],
          cursor: 'kT8vRq2mC5o4pX2cWzE0MTJd',
          hasMore: false,
          merges: [],
          splits: [],
          deletions: { contacts: [], messages: [] },
        },
      },
    },
    faulty: {
      input: { query: { since: 'yesterday' } },
      details: [
        {
          path: 'since',
          message: 'must be a time in ISO 8601 with a time zone, such as 2026-03-04T16:41:00Z',
        },
      ],
    },
  },
  'messages.get': {
    answer: 'The message',
    parameters: { id: sent.id },
    answers: { message: { summary: 'A text that was sent', value: sent } },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
  'messages.history': {
    answer: 'One page of messages, newest first',
    parameters: { contactPhone: PHONE, page: 1, limit: 50 },
    answers: {
      page: {
        summary: 'A question with an image, and the message it replies to',
        value: {
          data: [
            { ...received, type: 'image', content: null, caption: 'Until when?', media: MEDIA },
            { ...sent, status: 'read', readAt: '2026-03-04T16:42:30.000Z' },
          ],
          pagination: { page: 1, limit: 50, total: 2, totalPages: 1, nextCursor: null },
        },
      },
      kinds: {
        summary: 'What customers send besides text',
        value: {
          data: inboundExamples(received),
          pagination: { page: 1, limit: 50, total: 6, totalPages: 1, nextCursor: null },
        },
      },
      changed: {
        summary: 'A message that the customer edited, and one that they deleted',
        value: {
          data: [
            {
              ...received,
              content: 'Until when are you open today?',
              edits: [{ content: received.content, caption: null, at: '2026-03-04T16:44:30.999Z' }],
              editedAt: '2026-03-04T16:44:30.999Z',
            },
            { ...received, revokedAt: '2026-03-04T16:45:02.999Z' },
          ],
          pagination: { page: 1, limit: 50, total: 2, totalPages: 1, nextCursor: null },
        },
      },
    },
    faulty: {
      input: { params: { contactPhone: PHONE }, query: { page: 'first' } },
      details: [{ path: 'page', message: 'must be a number' }],
    },
  },
  'messages.cancel': {
    answer: 'What was deleted',
    parameters: { contactPhone: sent.id },
    answers: { deleted: { summary: 'Canceled', value: { id: sent.id, deleted: true } } },
    faulty: {
      input: { params: { contactPhone: 'x'.repeat(1_001) } },
      details: [{ path: 'contactPhone', message: 'must have at most 1000 characters' }],
    },
  },
  'messages.react': {
    answer: 'The message with its reactions',
    parameters: { id: received.id },
    requests: {
      react: { summary: 'React', value: { emoji: '👍' } },
      takeBack: { summary: 'Remove the reaction', value: { emoji: null } },
    },
    answers: {
      reacted: {
        summary: 'The message with our reaction',
        value: {
          ...received,
          reactions: [{ direction: 'outbound', emoji: '👍', at: '2026-03-04T16:44:20.500Z' }],
        },
      },
      takenBack: { summary: 'The message without our reaction', value: received },
    },
    faulty: {
      input: { params: { id: received.id }, body: { emoji: 'ok' } },
      details: [{ path: 'emoji', message: 'must be one emoji, such as 👍' }],
    },
  },
  'messages.markRead': {
    answer: 'The message',
    parameters: { id: received.id },
    answers: { read: { summary: 'The last message that is marked as read', value: received } },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
};
