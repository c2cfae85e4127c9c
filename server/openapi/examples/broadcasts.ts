import { WEBHOOK_SAMPLES } from '../../../shared/events/webhook-samples.ts';
import type { OperationExamples } from './example.ts';

const { data } = WEBHOOK_SAMPLES['broadcast.completed'] as { data: { broadcast: Record<string, unknown> } };
const done = data.broadcast;
const parameters = { id: String(done.id) };

const scheduled = {
  ...done,
  status: 'scheduled',
  sendAt: '2026-03-10T08:00:00.000Z',
  startedAt: null,
  completedAt: null,
  counts: {
    ...(done.counts as object),
    waiting: 240,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 0,
    retriable: 0,
    replied: 0,
  },
};
const paused = { ...scheduled, status: 'paused', pauseReason: 'requested' };

const tooLong = {
  input: { params: { id: 'x'.repeat(1_001) } },
  details: [{ path: 'id', message: 'must have at most 1000 characters' }],
};

const change = (answer: string, value: object): OperationExamples => ({
  parameters,
  answer,
  answers: { changed: { summary: answer, value } },
  faulty: tooLong,
});

export const broadcastExamples: Record<string, OperationExamples> = {
  'broadcasts.list': {
    answer: 'A page of the broadcasts',
    answers: {
      two: { summary: 'Two', value: { data: [scheduled, done], nextCursor: null } },
      none: { summary: 'None yet', value: { data: [], nextCursor: null } },
    },
    faulty: {
      input: { query: { limit: 'all' } },
      details: [{ path: 'limit', message: 'must be a number' }],
    },
  },
  'broadcasts.create': {
    answer: 'The broadcast',
    requests: {
      tag: {
        summary: 'To everyone with a tag, by name',
        value: {
          name: 'Spring opening',
          template: {
            name: 'spring_opening',
            language: 'en',
            components: [
              { type: 'body', parameters: [{ type: 'text', text: '{{contact.first_name|there}}' }] },
            ],
          },
          audience: { tag: 'newsletter' },
        },
      },
      list: {
        summary: 'To some contacts, tomorrow',
        value: {
          name: 'Spring opening',
          template: { name: 'spring_opening', language: 'en' },
          audience: { contacts: ['15550100123', 'ct_01k2v9zq7m4s8x1c5e3r6t0y2h'] },
          sendAt: '2026-03-10T08:00:00Z',
        },
      },
      local: {
        summary: 'At 10:00 where each person is',
        value: {
          name: 'Spring opening',
          template: { name: 'spring_opening', language: 'en' },
          audience: { all: true },
          sendAtLocal: '2026-03-10T10:00',
        },
      },
    },
    answers: { scheduled: { summary: 'Scheduled', value: scheduled } },
    faulty: {
      input: {
        body: { name: '', template: { name: 'spring_opening', language: 'en' }, audience: { all: true } },
      },
      details: [{ path: 'name', message: 'must not be empty' }],
    },
  },
  'broadcasts.get': {
    parameters,
    answer: 'The broadcast',
    answers: { done: { summary: 'Done', value: done } },
    faulty: tooLong,
  },
  'broadcasts.recipients': {
    parameters,
    answer: 'A page of the people',
    answers: {
      three: {
        summary: 'Read, failed and excluded',
        value: {
          data: [
            {
              contact: { id: 'ct_01k2v9zq7m4s8x1c5e3r6t0y2h', name: 'Ada Sample', phone: '15550100123' },
              ...{ result: 'read', reason: null, error: null, canRetry: false, replied: true },
              conversationId: 'cv_01k2v9zq7m4s8x1c5e3r6t0y5a',
              messageId: 'msg_01k2va3f6w9n4yhs8qzc5xjt7b',
            },
            {
              contact: { id: 'ct_01k2v9zq7m4s8x1c5e3r6t0y3j', name: 'Ben Sample', phone: '15550100124' },
              ...{ result: 'failed', reason: null, canRetry: true, replied: false },
              error: {
                code: '131049',
                message: 'WhatsApp limits marketing to this person.',
                details: null,
              },
              conversationId: 'cv_01k2v9zq7m4s8x1c5e3r6t0y6b',
              messageId: 'msg_01k2va3f6w9n4yhs8qzc5xjt8c',
            },
            {
              contact: { id: 'ct_01k2v9zq7m4s8x1c5e3r6t0y4k', name: 'Cleo Sample', phone: '15550100125' },
              ...{ result: 'excluded', reason: 'unsubscribed', error: null, canRetry: false, replied: false },
              conversationId: null,
              messageId: null,
            },
          ],
          nextCursor: null,
        },
      },
    },
    faulty: tooLong,
  },
  'broadcasts.pause': change('The paused broadcast', paused),
  'broadcasts.resume': change('The broadcast', scheduled),
  'broadcasts.cancel': change('The canceled broadcast', {
    ...done,
    status: 'canceled',
  }),
  'broadcasts.retry': change('The broadcast', { ...done, status: 'running', completedAt: null }),
};
