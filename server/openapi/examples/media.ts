import type { OperationExamples } from './example.ts';

/** The file of a message, as shown in the message. */
export const MEDIA = {
  id: 'med_01k2va5k0d9qhm3e7rtx2bqw4p',
  state: 'ready',
  url: '/api/v1/media/med_01k2va5k0d9qhm3e7rtx2bqw4p',
  mimeType: 'image/jpeg',
  size: 49_664,
  filename: null,
  width: 1200,
  height: 1600,
  reason: null,
  reasonCode: null,
  reasonParams: {},
};

const SIGNED = 'https://crm.example.com/media/01k2v9zc6t8w4e5rbq7h3m2xnd/med_01k2va5k0d9qhm3e7rtx2bqw4p';

export const mediaExamples: Record<string, OperationExamples> = {
  'media.upload': {
    answer: 'The file, for one message',
    parameters: { filename: 'Invoice 4711.pdf' },
    answers: {
      document: {
        summary: 'A document',
        value: {
          id: 'med_01k2va5k0d9qhm3e7rtx2bqw4p',
          kind: 'document',
          mimeType: 'application/pdf',
          size: 49_664,
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          filename: 'Invoice 4711.pdf',
          expiresAt: '2026-03-05T16:41:00.250Z',
        },
      },
    },
    faulty: {
      input: { query: { filename: 'x'.repeat(1_001) } },
      details: [{ path: 'filename', message: 'must have at most 1000 characters' }],
    },
  },
  'media.get': {
    redirect: 'The file is at the address in `Location`, which needs no key and is valid for about an hour',
    answer:
      'With `Accept: application/json`: the file, with an address that needs no key and the time at which that address expires',
    parameters: { id: MEDIA.id },
    answers: {
      picture: {
        summary: 'An image that a customer sent',
        value: {
          ...MEDIA,
          url: `${SIGNED}?v=file&e=1772643600&s=Zk3xV0pQm8cT1nY7bRw2aLs5uHdJ9eGf6iKo4tXqPzE`,
          thumbnailUrl: `${SIGNED}?v=small&e=1772643600&s=Qw8eR2tY6uI0oP4aS1dF5gH9jK3lZ7xC2vB6nM0mTyU`,
          expiresAt: '2026-03-04T17:00:00.000Z',
        },
      },
    },
    faulty: {
      input: { params: { id: 'x'.repeat(1_001) } },
      details: [{ path: 'id', message: 'must have at most 1000 characters' }],
    },
  },
};
