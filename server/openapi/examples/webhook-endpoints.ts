import { WEBHOOK_EVENT_TYPES } from '../../../shared/domain/webhooks/webhook-values.ts';
import type { OperationExamples } from './example.ts';

const ENDPOINT_ID = 'whe_01k2vb0m4c7e9f2h5j8k1n3p6q';

const endpoint = {
  id: ENDPOINT_ID,
  url: 'https://example.com/switchboard',
  description: 'Order system',
  events: ['message.received', 'message.updated'],
  state: 'active',
  stateReason: null,
  stateCause: null,
  stateStatus: null,
  stateSince: '2026-03-04T08:00:00.000Z',
  failingSince: null,
  restingUntil: null,
  waiting: 0,
  lastDelivery: { at: '2026-03-04T09:30:00.000Z', ok: true, milliseconds: 84 },
  headers: [{ name: 'x-source' }],
  timeoutSeconds: 15,
  maxPerSecond: null,
  apiVersion: '2026-11-01',
  createdAt: '2026-03-04T08:00:00.000Z',
};

const tooLong = {
  input: { params: { id: 'x'.repeat(1_001) } },
  details: [{ path: 'id', message: 'must have at most 1000 characters' }],
};

export const webhookEndpointExamples: Record<string, OperationExamples> = {
  'webhookEndpoints.list': {
    answer: 'The webhook endpoints',
    answers: {
      one: { summary: 'One endpoint', value: { data: [endpoint] } },
      none: { summary: 'None yet', value: { data: [] } },
    },
    faulty: {
      input: { query: { state: 'active' } },
      details: [{ path: 'state', message: 'is not a known field' }],
    },
  },
  'webhookEndpoints.create': {
    answer: 'The new endpoint, with its secret',
    requests: {
      received: {
        summary: 'Only what customers write',
        value: { url: 'https://example.com/switchboard', events: ['message.received'] },
      },
      usual: {
        summary: 'What customers write, and what happens to your messages',
        value: { url: 'https://example.com/switchboard' },
      },
    },
    answers: {
      created: {
        summary: 'Created',
        value: { ...endpoint, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfA1Xx0lw8=' },
      },
    },
    faulty: {
      input: { body: { url: 'https://example.com/switchboard', events: [] } },
      details: [{ path: 'events', message: 'must name at least one event' }],
    },
  },
  'webhookEndpoints.test': {
    answer: 'The test event waits to be sent',
    parameters: { id: ENDPOINT_ID },
    requests: { contact: { summary: 'A new contact', value: { type: 'contact.created' } } },
    answers: {
      sent: {
        summary: 'Stored and on its way',
        value: {
          id: 'whd_01k2va5k1b7z0w3q5n9d8f4c6e',
          eventId: 'evt_01k2va5k1a6z9w2q4n8d7f3c5b',
          type: 'contact.created',
        },
      },
    },
    faulty: {
      input: { params: { id: ENDPOINT_ID }, body: { type: 'contact.renamed' } },
      details: [
        {
          path: 'type',
          message: `must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}`,
        },
      ],
    },
  },
  'webhookEndpoints.get': {
    answer: 'The endpoint',
    parameters: { id: ENDPOINT_ID },
    answers: { endpoint: { summary: 'An active endpoint', value: endpoint } },
    faulty: tooLong,
  },
  'webhookEndpoints.update': {
    answer: 'The endpoint as it is now',
    parameters: { id: ENDPOINT_ID },
    requests: {
      throttle: { summary: 'At most five events a second', value: { maxPerSecond: 5 } },
    },
    answers: { updated: { summary: 'Updated', value: { ...endpoint, maxPerSecond: 5 } } },
    faulty: {
      input: { params: { id: ENDPOINT_ID }, body: { timeoutSeconds: 60 } },
      details: [{ path: 'timeoutSeconds', message: 'must be at most 30 seconds' }],
    },
  },
  'webhookEndpoints.remove': {
    answer: 'What was deleted',
    parameters: { id: ENDPOINT_ID },
    answers: { deleted: { summary: 'Deleted', value: { id: ENDPOINT_ID, deleted: true } } },
    faulty: tooLong,
  },
};
