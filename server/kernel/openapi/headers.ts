import type { OpenAPI } from '@orpc/contract';

/** The headers of an answer with this status, as references to `HEADERS`. */
export function headersOf(status: number): Record<string, { $ref: string }> {
  const names = [
    'X-Request-Id',
    // Nobody is counted before it is known who they are.
    ...(status === 401 ? ['WWW-Authenticate'] : ['RateLimit', 'RateLimit-Policy']),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const HEADERS: Record<string, OpenAPI.HeaderObject> = {
  'X-Request-Id': {
    description: 'Names this request in our log: quote it when you ask for help.',
    schema: { type: 'string' },
    example: 'req_01k2va3f6w9n4yhs8qzc5xjt7b',
  },
  RateLimit: {
    description: 'What is left of each limit, and the seconds until it is whole again.',
    schema: { type: 'string' },
    example: '"key";r=599;t=60, "tenant";r=2999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: how many requests in how many seconds.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60, "tenant";q=3000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'How to say who you are.',
    schema: { type: 'string' },
    example: 'Bearer realm="switchboard"',
  },
};
