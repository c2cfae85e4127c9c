import type { OperationExamples } from './example.ts';

const compared = (value: number, previous: number) => ({ value, previous });
const durations = (count: number, medianSeconds: number, p90Seconds: number) => ({
  ...{ count, medianSeconds, p90Seconds },
});
const usage = (requests: number, promptTokens: number, completionTokens: number) => ({
  ...{ requests, promptTokens, completionTokens },
});
const point = (day: string, received: number, sent: number) => ({
  start: `2026-03-${day}T07:00:00.000Z`,
  messagesReceived: received,
  messagesSent: sent,
  conversationsOpened: 31,
  conversationsClosed: 29,
  windowsLost: 0,
  failedSends: 1,
});

const week = {
  timeZone: 'America/Phoenix',
  from: '2026-03-01',
  to: '2026-03-02',
  previous: { from: '2026-02-27', to: '2026-02-28' },
  isBuilding: false,
  messagesReceived: compared(412, 389),
  messagesSent: compared(455, 431),
  conversationsOpened: compared(62, 58),
  conversationsClosed: compared(58, 60),
  windowsLost: compared(0, 3),
  failedSends: compared(2, 5),
  firstResponse: { ...durations(60, 250, 1_420), previous: durations(55, 304, 1_730) },
  resolution: { ...durations(58, 5_210, 27_100), previous: durations(60, 5_470, 30_000) },
  open: [
    { age: 'under_1h', count: 6, isCapped: false },
    { age: 'under_4h', count: 4, isCapped: false },
    { age: 'under_1d', count: 9, isCapped: false },
    { age: 'under_3d', count: 2, isCapped: false },
    { age: 'under_7d', count: 1, isCapped: false },
    { age: 'over_7d', count: 0, isCapped: false },
  ],
  waiting: { count: 7, isCapped: false, since: '2026-03-02T15:12:40.000Z' },
  failedReasons: [{ code: '131026', value: 2, previous: 5 }],
  members: [
    {
      id: 'usr_01kjw8r4f9e5t8bq2m6x0c7v1d',
      name: 'Ann Lee',
      messagesSent: 210,
      firstResponses: 31,
      openConversations: 8,
    },
  ],
  broadcasts: [
    {
      id: 'bc_01kjw8r4f9e5t8bq2m6x0c7v1d',
      name: 'Spring opening',
      status: 'completed',
      startedAt: '2026-03-01T16:00:00.000Z',
      ...{ recipients: 240, sent: 238, delivered: 231, read: 180, failed: 2, replied: 26 },
    },
  ],
  model: { ...usage(120, 84_000, 21_000), previous: usage(98, 70_300, 18_400) },
  interval: 'day',
  points: [point('01', 198, 221), point('02', 214, 234)],
};

export const insightsExamples: Record<string, OperationExamples> = {
  'insights.get': {
    answer: 'The figures',
    answers: { days: { summary: 'Two days', value: week } },
    faulty: {
      input: { query: { from: '2026-02-30' } },
      details: [{ path: 'from', message: 'must be a day, such as 2026-03-04' }],
    },
  },
};
