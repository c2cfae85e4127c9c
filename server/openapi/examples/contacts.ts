import type { OperationExamples } from './example.ts';

export const CONTACT_ID = 'ct_01k2v9x4q8e7rbn5t3wz6yhdma';

export const ada = {
  id: CONTACT_ID,
  name: 'Ada Lovelace',
  phone: '15550100123',
  email: 'ada@example.com',
  tags: ['vip'],
  status: 'cold',
  marketing: 'unknown',
  marketingAt: null,
  marketingSource: null,
  blocked: false,
  attributes: { city: 'London' },
  createdAt: '2026-03-02T09:15:04.120Z',
  updatedAt: '2026-03-02T09:15:04.120Z',
};

const unnamed = {
  ...ada,
  id: 'ct_01k2v9zr2m5c8gp7hx4dk1ftes',
  name: '',
  phone: null,
  email: null,
  tags: [],
};

export const contactExamples: Record<string, OperationExamples> = {
  'contacts.list': {
    answer: 'One page of contacts, newest first',
    parameters: { search: 'ada', status: 'hot', page: 1, limit: 20 },
    answers: {
      page: {
        summary: 'The first of three pages',
        value: {
          data: [ada, unnamed],
          pagination: { page: 1, limit: 2, total: 5, totalPages: 3, nextCursor: '3kQ9s0ZbTn1WyyJhIiwyXQ' },
        },
      },
      search: {
        summary: 'A search with more than 1,000 matches',
        value: {
          data: [ada],
          pagination: {
            page: 1,
            limit: 1,
            total: 1000,
            totalIsCapped: true,
            totalPages: 1000,
            nextCursor: '9fP2c1XaRm4VuuKgHiwzXQ',
          },
        },
      },
      changes: {
        summary: 'Changes since a time, the oldest first: `updatedSince=2026-03-02T09:00:00Z`',
        value: {
          data: [ada],
          pagination: { page: 1, limit: 20, total: 1, totalPages: 1, nextCursor: null },
        },
      },
      nothing: {
        summary: 'Nothing found',
        value: {
          data: [],
          pagination: { page: 1, limit: 20, total: 0, totalPages: 0, nextCursor: null },
        },
      },
    },
    faulty: {
      input: { query: { limit: '0' } },
      details: [{ path: 'limit', message: 'must be at least 1' }],
    },
  },
  'contacts.tags': {
    answer: 'The tags in alphabetical order',
    answers: { tags: { summary: 'Two tags', value: { data: ['newsletter', 'vip'] } } },
    faulty: {
      input: { query: { tag: 'vip' } },
      details: [{ path: 'tag', message: 'is not a known field' }],
    },
  },
  'contacts.fields': {
    answer: 'The fields by name',
    answers: {
      fields: {
        summary: 'Two fields',
        value: {
          data: [
            { id: 'cf_01k2v9zq7m4s8x1c5e3r6t0y2h', key: 'city', name: 'City', type: 'text', options: [] },
            {
              ...{ id: 'cf_01k2v9zr2m5c8gp7hx4dk1ftes', key: 'plan', name: 'Plan', type: 'select' },
              options: ['Free', 'Pro'],
            },
          ],
        },
      },
    },
    faulty: {
      input: { query: { key: 'city' } },
      details: [{ path: 'key', message: 'is not a known field' }],
    },
  },
  'contacts.create': {
    answer: 'The new contact',
    requests: {
      whole: {
        summary: 'A new contact with all fields',
        value: { name: 'Ada Lovelace', phone: '+1 555 010 0123', email: 'ada@example.com', tags: ['vip'] },
      },
      phone: { summary: 'Only the required field', value: { phone: '15550100123' } },
    },
    answers: { created: { summary: 'Created', value: ada } },
    faulty: {
      input: { body: { phone: '+999 170 1234567' } },
      details: [
        {
          path: 'phone',
          message:
            'starts with an unknown country code. Start with + and a valid country code, as in +49 170 1234567',
        },
      ],
    },
  },
  'contacts.get': {
    answer: 'The contact',
    parameters: { id: CONTACT_ID },
    answers: {
      contact: { summary: 'A contact', value: ada },
      unnamed: { summary: 'A customer who is known only by an id from WhatsApp', value: unnamed },
    },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
  'contacts.update': {
    answer: 'The contact as it is now',
    parameters: { id: CONTACT_ID },
    requests: {
      status: {
        summary: 'Change the status and tags',
        value: { status: 'hot', tags: ['vip', 'newsletter'] },
      },
      email: { summary: 'Remove the email address', value: { email: null } },
    },
    answers: {
      updated: {
        summary: 'Updated',
        value: { ...ada, status: 'hot', tags: ['vip', 'newsletter'], updatedAt: '2026-03-04T16:40:11.007Z' },
      },
    },
    faulty: {
      input: { params: { id: CONTACT_ID }, body: { status: 'lukewarm' } },
      details: [{ path: 'status', message: 'must be one of cold, warm, hot, customer' }],
    },
  },
  'contacts.put': {
    answer: 'The contact as it is now',
    created: 'The new contact',
    parameters: { id: '15550100123' },
    requests: {
      form: {
        summary: 'What a form knows, with a tag',
        value: { name: 'Ada Lovelace', email: 'ada@example.com', addTags: ['newsletter'] },
      },
    },
    answers: {
      contact: { summary: 'The contact', value: { ...ada, tags: ['vip', 'newsletter'] } },
    },
    faulty: {
      input: { params: { id: '15550100123' }, body: { email: 'ada' } },
      details: [{ path: 'email', message: 'must be an email address' }],
    },
  },
  'contacts.batch': {
    answer: 'What became of each contact, in the order of the request',
    requests: {
      three: {
        summary: 'A new contact, a known one, and one with a typing error',
        value: {
          contacts: [
            { phone: '+1 555 010 0177', name: 'Grace Hopper', tags: ['vip'] },
            { phone: '15550100123', status: 'customer' },
            { phone: '15550100188', email: 'nobody' },
          ],
        },
      },
    },
    answers: {
      results: {
        summary: 'One created, one updated, one failed',
        value: {
          results: [
            { index: 0, status: 'created', contactId: 'ct_01k2v9zr2m5c8gp7hx4dk1ftes', error: null },
            { index: 1, status: 'updated', contactId: CONTACT_ID, error: null },
            {
              index: 2,
              status: 'failed',
              contactId: null,
              error: {
                code: 'validation_failed',
                message: 'The request is not valid.',
                details: [{ path: 'email', message: 'must be an email address' }],
              },
            },
          ],
        },
      },
    },
    faulty: {
      input: { body: { contacts: [] } },
      details: [{ path: 'contacts', message: 'must not be empty' }],
    },
  },
  'contacts.merge': {
    answer: 'The contact that stays, with what it has now',
    parameters: { id: unnamed.id },
    requests: { merge: { summary: 'Into another contact', value: { into: CONTACT_ID } } },
    answers: { merged: { summary: 'Merged', value: ada } },
    faulty: {
      input: { params: { id: unnamed.id }, body: { into: '' } },
      details: [{ path: 'into', message: 'must not be empty' }],
    },
  },
  'contacts.undoMerge': {
    answer: 'The contact that is created again, with what it had',
    parameters: { id: CONTACT_ID },
    answers: { undone: { summary: 'Undone', value: ada } },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
  'contacts.remove': {
    answer: 'What was deleted',
    parameters: { id: CONTACT_ID },
    answers: { deleted: { summary: 'Deleted', value: { id: CONTACT_ID, deleted: true } } },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
};
