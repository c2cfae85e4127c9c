import type { OperationExamples } from './example.ts';

const orderUpdate = {
  id: 'tpl_01k2vb7m3c8f5rtn9wxe4yhdqa',
  name: 'order_update',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  previousCategory: null,
  parameterFormat: 'POSITIONAL',
  quality: 'GREEN',
  rejectedReason: null,
  components: [
    {
      type: 'BODY',
      text: 'Hi {{1}}, your order {{2}} is on its way.',
      example: { body_text: [['Ada', '4711']] },
    },
  ],
  lastSentAt: null,
  createdAt: '2026-03-02T09:15:04.120Z',
  updatedAt: '2026-03-02T09:15:04.120Z',
};

const rejected = {
  ...orderUpdate,
  id: 'tpl_01k2vb9a6q0d2hzs7gkp5mxe3c',
  name: 'welcome_discount',
  language: 'en',
  status: 'REJECTED',
  category: 'MARKETING',
  quality: null,
  rejectedReason: 'INCORRECT_CATEGORY',
  components: [{ type: 'BODY', text: 'Ten percent off your first order with us.' }],
};

export const templateExamples: Record<string, OperationExamples> = {
  'templates.list': {
    answer: 'One page of templates, by name and language',
    parameters: { search: 'order', status: 'APPROVED', language: 'en_US', page: 1, limit: 50 },
    answers: {
      page: {
        summary: 'All templates',
        value: {
          data: [orderUpdate, rejected],
          pagination: { page: 1, limit: 50, total: 2, totalPages: 1, nextCursor: null },
        },
      },
      nothing: {
        summary: 'None yet',
        value: { data: [], pagination: { page: 1, limit: 50, total: 0, totalPages: 0, nextCursor: null } },
      },
    },
    faulty: {
      input: { query: { limit: '0' } },
      details: [{ path: 'limit', message: 'must be at least 1' }],
    },
  },
  'templates.create': {
    answer: 'The template, which WhatsApp reviews',
    requests: {
      order: {
        summary: 'A text with two variables and a reply button',
        value: {
          name: 'order_update',
          language: 'en_US',
          category: 'UTILITY',
          components: [
            ...orderUpdate.components,
            { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
          ],
        },
      },
    },
    answers: {
      pending: { summary: 'Waiting for review', value: { ...orderUpdate, status: 'PENDING', quality: null } },
    },
    faulty: {
      input: {
        body: {
          name: 'order_update',
          language: 'en_US',
          category: 'UTILITY',
          components: [{ type: 'FOOTER', text: 'The depot' }],
        },
      },
      details: [{ path: 'components', message: 'lack the body: {"type": "BODY", "text": …}' }],
    },
  },
  'templates.remove': {
    answer: 'What was deleted',
    parameters: { id: orderUpdate.id },
    answers: { deleted: { summary: 'Deleted', value: { id: orderUpdate.id, deleted: true } } },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
};
