import { isContractProcedure, type OpenAPI } from '@orpc/contract';
import { ERRORS, type ErrorCode } from '../../../shared/domain/errors.ts';

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

/**
 * Adds to every operation what the contract of a single route does not say: the errors that any request
 * may meet, one shape for all of them, and the headers of the answers.
 */
export function completeResponses(document: OpenAPI.Document, api: object): OpenAPI.Document {
  const own = errorsOf(api);
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (!operation) continue;
      const codes = [
        ...ON_EVERY_WAY,
        ...(operation.requestBody ? WITH_A_BODY : []),
        ...(own.get(operation.operationId ?? '') ?? []),
      ];
      const { responses = {} } = operation;
      // Changed in place: the generator's type wants at once what OpenAPI 3.0 and 3.1 have.
      Object.assign(responses, withHeaders(responses), errorResponses(codes));
    }
  }
  const { schemas, ...components } = document.components ?? {};
  document.components = { ...components, schemas: { ...schemas, Error: ERROR_BODY }, headers: HEADERS };
  return document;
}

/** The codes that each route names, by its operation id. */
function errorsOf(api: object, prefix = ''): Map<string, ErrorCode[]> {
  return new Map(
    Object.entries(api).flatMap(([name, value]: [string, unknown]): [string, ErrorCode[]][] => {
      if (!isContractProcedure(value)) return [...errorsOf(value as object, `${prefix}${name}.`)];
      return [[`${prefix}${name}`, Object.keys(value['~orpc'].errorMap) as ErrorCode[]]];
    }),
  );
}

function errorResponses(codes: readonly ErrorCode[]): OpenAPI.ResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
        headers: headersOf(status),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The good answers that the generator wrote, with their headers. */
function withHeaders(responses: OpenAPI.ResponsesObject): OpenAPI.ResponsesObject {
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => [status, { ...response, headers: headersOf(Number(status)) }]),
  );
}

function headersOf(status: number): Record<string, { $ref: string }> {
  const names = [
    'X-Request-Id',
    // Nobody is counted before it is known who they are.
    ...(status === 401 ? ['WWW-Authenticate'] : ['RateLimit', 'RateLimit-Policy']),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const HEADERS: Record<string, OpenAPI.HeaderObject> = {
  'X-Request-Id': {
    description: 'Names this request in our log: quote it when you ask for help.',
    schema: { type: 'string' },
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
  },
  'WWW-Authenticate': { schema: { type: 'string' }, example: 'Bearer realm="switchboard"' },
};

const ERROR_BODY: OpenAPI.SchemaObject = {
  type: 'object',
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
          description: 'Each fault of the request, by the field that has it',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
        requestId: { type: 'string' },
      },
    },
  },
};
