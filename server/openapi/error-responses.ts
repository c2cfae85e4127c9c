import { isContractProcedure, type OpenAPI } from '@orpc/contract';
import { ERRORS, type ErrorCode, type ErrorDetail } from '../../shared/domain/errors.ts';
import { headersOf } from './headers.ts';

/** What any request may meet on its way to a handler, in the order of `mountContract`. */
const ON_EVERY_WAY: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limited',
  'validation_failed',
  'forbidden',
  'internal',
  'unavailable',
];
const WITH_A_BODY: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

/** What a POST may meet because of its Idempotency-Key. */
const WITH_A_KEY: readonly ErrorCode[] = ['idempotency_conflict', 'idempotency_in_progress'];

const REQUEST_ID = 'req_01k2va3f6w9n4yhs8qzc5xjt7b';

/** The codes that each route of an API names, by its operation id. */
export function errorsOf(api: object, prefix = ''): Map<string, ErrorCode[]> {
  return new Map(
    Object.entries(api).flatMap(([name, value]: [string, unknown]): [string, ErrorCode[]][] => {
      if (!isContractProcedure(value)) return [...errorsOf(value as object, `${prefix}${name}.`)];
      return [[`${prefix}${name}`, Object.keys(value['~orpc'].errorMap) as ErrorCode[]]];
    }),
  );
}

/**
 * The error answers of one operation: those that every request may meet and its `own`, by status, each code
 * with the body that it comes in. `faults` are the details that its `validation_failed` shows.
 */
export function errorResponses(
  operation: OpenAPI.OperationObject,
  method: string,
  own: readonly ErrorCode[],
  faults: readonly ErrorDetail[],
): OpenAPI.ResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  const codes = [
    ...ON_EVERY_WAY,
    ...(operation.requestBody ? WITH_A_BODY : []),
    ...(method === 'post' ? WITH_A_KEY : []),
    ...own,
  ];
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
        headers: headersOf(status, codes),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, faults)])),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode, faults: readonly ErrorDetail[]): OpenAPI.ExampleObject {
  const { message } = ERRORS[code];
  const details = code === 'validation_failed' ? faults : [];
  return { summary: message, value: { error: { code, message, details, requestId: REQUEST_ID } } };
}

export const ERROR_BODY: OpenAPI.SchemaObject = {
  type: 'object',
  description: 'The body of every error.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Stable, for programs' },
        message: { type: 'string', description: 'One sentence, for people' },
        details: {
          type: 'array',
          description: 'The problems in the request, each with its field',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
        requestId: { type: 'string', description: 'The same as X-Request-Id' },
      },
    },
  },
};
