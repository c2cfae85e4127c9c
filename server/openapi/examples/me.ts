import type { OperationExamples } from './example.ts';

const me = {
  workspace: { id: '01k2v0a1b2c3d4e5f6g7h8j9km', name: 'Depot & Daughters' },
  key: {
    id: 'key_01k2vc0m4c7e9f2h5j8k1n3p6q',
    name: 'Order system',
    permissions: ['contacts:read', 'messages:send'],
    hint: 'x4Qz',
  },
  channel: { state: 'connected', phoneNumber: '+1 555 010 0000', problem: null },
  limits: { keyPerMinute: 600, workspacePerMinute: 3_000 },
};

export const meExamples: Record<string, OperationExamples> = {
  'me.get': {
    answer: 'What the key belongs to, and may do',
    answers: {
      connected: { summary: 'Messages can be sent', value: me },
      refused: {
        summary: 'WhatsApp rejects the access token',
        value: {
          ...me,
          channel: {
            state: 'refused',
            phoneNumber: '+1 555 010 0000',
            problem: 'The access token has expired. Enter a new one.',
          },
        },
      },
    },
    faulty: {
      input: { query: { key: 'svc_…' } },
      details: [{ path: 'key', message: 'is not a known field' }],
    },
  },
};
