import { CONTACT_ID } from './contacts.ts';
import type { OperationExamples } from './example.ts';

const PHONE = '15550100123';

/** A message that was just handed over; each example changes what it is about. */
const sent = {
  id: 'msg_01k2va3f6w9n4yhs8qzc5xjt7b',
  contactId: PHONE,
  contact: CONTACT_ID,
  direction: 'outbound',
  type: 'text',
  status: 'sent',
  content: 'Your order is ready.',
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  caption: null,
  media: null,
  replyTo: null,
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgARGBI5',
  error: null,
  warnings: [],
  payload: null,
  createdAt: '2026-03-04T16:41:00.250Z',
  sentAt: '2026-03-04T16:41:00.611Z',
  deliveredAt: null,
  readAt: null,
  failedAt: null,
};

const received = {
  ...sent,
  id: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
  direction: 'inbound',
  status: 'received',
  content: 'Thank you! Until when are you open?',
  platformId: 'wamid.HBgLMTU1NTAxMDAxMjMVAgASGBQ0',
  createdAt: '2026-03-04T16:43:59.999Z',
  sentAt: null,
};

export const messageExamples: Record<string, OperationExamples> = {
  'messages.send': {
    answer: 'The stored message: `sent`, `queued` or `failed`',
    requests: {
      text: {
        summary: 'Text',
        value: { contactId: PHONE, type: 'text', content: 'Your order is ready.' },
      },
    },
    answers: {
      sent: { summary: 'Taken by the platform', value: sent },
      queued: {
        summary: 'Stored, while the platform does not answer',
        value: { ...sent, status: 'queued', platformId: null, sentAt: null },
      },
      failed: {
        summary: 'Refused by the platform',
        value: {
          ...sent,
          status: 'failed',
          platformId: null,
          sentAt: null,
          failedAt: '2026-03-04T16:41:00.611Z',
          error: { code: '131026', message: 'Message undeliverable', details: null },
        },
      },
      windowClosed: {
        summary: 'Free text more than 24 hours after the customer last wrote',
        value: { ...sent, warnings: ['window_closed'] },
      },
    },
    faulty: {
      input: { body: { contactId: PHONE, type: 'text' } },
      details: [{ path: 'content', message: 'is required' }],
    },
  },
  'messages.history': {
    answer: 'One page of messages, newest first',
    parameters: { contactPhone: PHONE, page: 1, limit: 50 },
    answers: {
      page: {
        summary: 'A question and what it answers',
        value: {
          data: [received, { ...sent, status: 'read', readAt: '2026-03-04T16:42:30.000Z' }],
          pagination: { page: 1, limit: 50, total: 2, totalPages: 1, nextCursor: null },
        },
      },
    },
    faulty: {
      input: { params: { contactPhone: PHONE }, query: { page: 'first' } },
      details: [{ path: 'page', message: 'must be a number' }],
    },
  },
};
