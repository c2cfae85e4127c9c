import type { OpenAPI } from '@orpc/contract';
import type { ErrorCode } from '../../shared/domain/errors.ts';

const WITH_A_WAIT: readonly ErrorCode[] = [
  'rate_limited',
  'unavailable',
  'idempotency_in_progress',
  'media_not_ready',
];

/** Returns the headers of a response with this status and one of these errors, as references to `HEADERS`. */
export function headersOf(
  status: number,
  codes: readonly ErrorCode[] = [],
): Record<string, { $ref: string }> {
  return references([
    'X-Request-Id',
    // Requests are counted after authentication.
    ...(status === 401 ? ['WWW-Authenticate'] : ['RateLimit', 'RateLimit-Policy']),
    ...(codes.some((code) => WITH_A_WAIT.includes(code)) ? ['Retry-After'] : []),
  ]);
}

/** Returns the headers of the successful response to a request with this method. */
export function headersOfSuccess(
  status: number,
  method: string,
  isPaged: boolean,
): Record<string, { $ref: string }> {
  const own = [...(method === 'post' ? ['Idempotency-Replayed'] : []), ...(isPaged ? ['Link'] : [])];
  return { ...headersOf(status), ...references(own) };
}

/** Returns the headers of a response that redirects. */
export function headersOfRedirect(): Record<string, { $ref: string }> {
  return { ...headersOf(302), ...references(['Location']) };
}

function references(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const HEADERS: Record<string, OpenAPI.HeaderObject> = {
  'X-Request-Id': {
    description: 'Identifies this request in the server’s log. Quote it when you ask for help.',
    schema: { type: 'string' },
    example: 'req_01k2va3f6w9n4yhs8qzc5xjt7b',
  },
  RateLimit: {
    description: 'What is left of each limit, and the seconds until the limit resets.',
    schema: { type: 'string' },
    example: '"key";r=599;t=60, "tenant";r=2999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: requests per number of seconds.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60, "tenant";q=3000;w=60',
  },
  'Retry-After': {
    description:
      'Seconds to wait before you send the request again; with 409 only for `idempotency_in_progress`, and for `media_not_ready` while the file is being downloaded.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  'Idempotency-Replayed': {
    description:
      'Present when this response repeats that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Location: {
    description: 'The address of the file, relative to that of the server.',
    schema: { type: 'string' },
    example: '/media/01k2v9zc6t8w4e5rbq7h3m2xnd/med_01k2va5k0d9qhm3e7rtx2bqw4p?v=file&e=1772643600&s=Zk3xV0',
  },
  Link: {
    description: 'The address of the next page, with the relation `next`; absent on the last page.',
    schema: { type: 'string' },
    example: '<https://crm.example.com/api/v1/contacts?limit=20&cursor=3kQ9s0ZbTn1WyyJhIiwyXQ>; rel="next"',
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme to use.',
    schema: { type: 'string' },
    example: 'Bearer realm="switchboard"',
  },
};

/** The header that every POST accepts. */
export const IDEMPOTENCY_KEY: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to retry: within 24 hours, the same key with the same request gets the same response, and nothing is done twice. Use a new key for each new request, such as a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '4f7c1bb2-0a55-4c9e-8f0e-5a5e9d1e7c11',
};
