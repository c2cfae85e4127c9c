import { isContractProcedure, type OpenAPI } from '@orpc/contract';
import { ERRORS, type ErrorCode, type ErrorDetail } from '../../shared/domain/errors.ts';
import { messageForPrograms } from '../kernel/http/next-steps.ts';
import { ERASED_ANSWER } from '../kernel/idempotency/idempotency-key.ts';
import { headersOf } from './headers.ts';

/** Errors that any request can get before its handler runs, in the order of `mountContract`. */
const FOR_EVERY_REQUEST: readonly ErrorCode[] = [
  'unauthorized',
  'key_expired',
  'address_not_allowed',
  'rate_limited',
  'validation_failed',
  'forbidden',
  'internal',
  'outcome_unknown',
  'unavailable',
];
const WITH_A_BODY: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

/** Errors of a POST that are due to its Idempotency-Key. */
const WITH_A_KEY: readonly ErrorCode[] = ['idempotency_conflict', 'idempotency_in_progress'];

/** Responses with the data of a contact: one that is stored for an Idempotency-Key is deleted with the contact. */
const ABOUT_A_CONTACT = /\/(?:Contact|Message|Note)$/;

const REQUEST_ID = 'req_01k2va3f6w9n4yhs8qzc5xjt7b';
const EXAMPLE_SERVER = 'https://switchboard.example.com';

/** Returns the error codes that each route of an API declares, by operation id. */
export function errorsOf(api: object, prefix = ''): Map<string, ErrorCode[]> {
  return new Map(
    Object.entries(api).flatMap(([name, value]: [string, unknown]): [string, ErrorCode[]][] => {
      if (!isContractProcedure(value)) return [...errorsOf(value as object, `${prefix}${name}.`)];
      return [[`${prefix}${name}`, Object.keys(value['~orpc'].errorMap) as ErrorCode[]]];
    }),
  );
}

/**
 * Returns the error responses of an operation by status: those of every request and its `own`, with an
 * example body for each code. `details` are those of its `validation_failed`.
 */
export function errorResponses(
  operation: OpenAPI.OperationObject,
  method: string,
  own: readonly ErrorCode[],
  details: readonly ErrorDetail[],
): OpenAPI.ResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  const erases = method === 'post' && ABOUT_A_CONTACT.test(schemaOf(operation));
  const codes = [
    ...FOR_EVERY_REQUEST,
    ...(operation.requestBody ? WITH_A_BODY : []),
    ...(method === 'post' ? WITH_A_KEY : []),
    ...(erases ? (['contact_not_found'] as const) : []),
    ...own,
  ];
  const meaningOf = (code: ErrorCode): string => {
    const usual = messageForPrograms(code, ERRORS[code].message, []);
    if (code !== 'contact_not_found' || !erases) return usual;
    return own.includes(code) ? `${usual} Or: ${ERASED_ANSWER}` : ERASED_ANSWER;
  };
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('\n\n'),
        headers: headersOf(status, codes),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, details)])),
          },
        },
      },
    ]),
  );
}

/** Returns the name of the schema of a successful response; an empty text when it has none. */
function schemaOf({ responses = {} }: OpenAPI.OperationObject): string {
  const success = Object.entries(responses).find(([status]) => Number(status) < 300)?.[1];
  const schema = success && 'content' in success ? success.content?.['application/json']?.schema : undefined;
  return schema && '$ref' in schema ? String(schema.$ref) : '';
}

function exampleOf(code: ErrorCode, invalid: readonly ErrorDetail[]): OpenAPI.ExampleObject {
  const details = code === 'validation_failed' ? invalid : [];
  const message = messageForPrograms(code, ERRORS[code].message, details);
  const docsUrl = `${EXAMPLE_SERVER}/docs/errors#${code}`;
  return { summary: message, value: { error: { code, message, details, requestId: REQUEST_ID, docsUrl } } };
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
        message: { type: 'string', description: 'What went wrong and what to do, for people' },
        details: {
          type: 'array',
          description: 'The problems in the request, each with its field',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
        contactId: {
          type: 'string',
          description:
            'With `contact_phone_taken`: the contact that has the number; with `contact_already_merged`: the contact that it was merged into; with `contact_merge_followed`: the contact that was merged later',
        },
        requestId: { type: 'string', description: 'The same as X-Request-Id' },
        docsUrl: { type: 'string', description: 'The page of this server that explains the error' },
      },
    },
  },
};
