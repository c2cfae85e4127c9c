import type { OperationExamples } from './example.ts';

const leads = {
  id: 'seg_01k2vb3n7q1s5t9v2w4x6y8z0a',
  name: 'Hot leads',
  filter: { status: 'hot', seenWithinDays: 30 },
  createdAt: '2026-03-05T08:12:40.310Z',
  updatedAt: '2026-03-05T08:12:40.310Z',
};
const parameters = { id: leads.id };
const tooLong = {
  input: { params: { id: 'x'.repeat(1_001) } },
  details: [{ path: 'id', message: 'must have at most 1000 characters' }],
};

export const segmentExamples: Record<string, OperationExamples> = {
  'segments.list': {
    answer: 'All segments, by name',
    answers: {
      one: { summary: 'One', value: { data: [leads] } },
      none: { summary: 'None yet', value: { data: [] } },
    },
    faulty: {
      input: { query: { name: 'vip' } },
      details: [{ path: 'name', message: 'is not a known field' }],
    },
  },
  'segments.create': {
    answer: 'The segment',
    requests: {
      parts: { summary: 'Two conditions', value: { name: leads.name, filter: leads.filter } },
      field: {
        summary: 'A custom field, and no message for 90 days',
        value: { name: 'Quiet in London', filter: { attribute: 'city:London', notSeenForDays: 90 } },
      },
    },
    answers: { created: { summary: 'Created', value: leads } },
    faulty: {
      input: { body: { name: 'Everyone', filter: {} } },
      details: [{ path: 'filter', message: 'must have at least one condition' }],
    },
  },
  'segments.get': {
    answer: 'The segment',
    parameters,
    answers: { segment: { summary: 'A segment', value: leads } },
    faulty: tooLong,
  },
  'segments.count': {
    answer: 'How many contacts match its filter now',
    parameters,
    answers: { counted: { summary: 'Counted', value: { contacts: 1_284 } } },
    faulty: tooLong,
  },
  'segments.update': {
    answer: 'The segment',
    parameters,
    requests: { filter: { summary: 'Another filter', value: { filter: { status: 'hot', hasEmail: true } } } },
    answers: {
      updated: { summary: 'Updated', value: { ...leads, filter: { status: 'hot', hasEmail: true } } },
    },
    faulty: {
      input: { params: parameters, body: { filter: {} } },
      details: [{ path: 'filter', message: 'must have at least one condition' }],
    },
  },
  'segments.remove': {
    answer: 'What was deleted',
    parameters,
    answers: { deleted: { summary: 'Deleted', value: { id: leads.id, deleted: true } } },
    faulty: tooLong,
  },
};
