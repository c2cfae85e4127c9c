import { isContractProcedure, type OpenAPI } from '@orpc/contract';
import { type JSONSchema, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter, type ZodToJsonSchemaConverterOptions } from '@orpc/zod/zod4';
import { z } from 'zod';
import { PaginationSchema, type RouteMeta } from '../../shared/contract/base.ts';
import {
  ContactStatusSchema,
  CreateContactSchema,
  UpdateContactSchema,
  UpsertContactSchema,
} from '../../shared/contract/contacts.contract.ts';
import { publicApi } from '../../shared/contract/index.ts';
import { MessageErrorSchema } from '../../shared/contract/messages.contract.ts';
import { TemplateComponentSchema } from '../../shared/contract/template-components.ts';
import type { ErrorCode } from '../../shared/domain/errors.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../shared/domain/webhooks/webhook-values.ts';
import { WEBHOOK_SCHEMAS } from '../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../shared/events/webhook-samples.ts';
import { ERROR_BODY, errorResponses, errorsOf } from './error-responses.ts';
import type { OperationExamples } from './examples/example.ts';
import { EXAMPLES } from './examples/index.ts';
import { HEADERS, headersOfRedirect, headersOfSuccess, IDEMPOTENCY_KEY } from './headers.ts';
import { INFO, SECURITY_SCHEMES, TAGS } from './info.ts';
import { openToNewFields, withoutNoise } from './tidy-schemas.ts';

const SUMMARIES: Readonly<Record<WebhookEventType, string>> = {
  'message.received': 'A customer wrote or called, or WhatsApp reported a change such as a new number',
  'message.updated': 'One of your messages was sent, delivered, read or failed',
  'message.created':
    'A message of yours was stored: from the dashboard, a program, a broadcast or a rule (it waits for WhatsApp), or written in the business app (it is already sent)',
  'message.edited': 'A customer edited a message',
  'message.deleted': 'A customer deleted a message for everyone',
  'message.reaction': 'A reaction was added, changed or removed',
  'contact.created': 'A contact was added',
  'contact.updated': 'A contact changed',
  'contact.deleted': 'A contact was deleted, with its messages, or merged into another one',
  'conversation.updated': 'A conversation was assigned, labeled, snoozed, closed, reopened or read',
  'channel.updated': 'The connection of your number changed',
  'broadcast.completed': 'A broadcast is done: WhatsApp has answered for everyone',
  'automation.triggered': 'An automation rule with this action ran',
};

const header = (name: string, description: string): OpenAPI.ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const PARAMETERS = [
  header('webhook-id', 'The same in every attempt to deliver the event; use it to detect duplicates'),
  header('webhook-timestamp', 'Unix seconds of this attempt; reject requests older than five minutes'),
  header(
    'webhook-signature',
    'As defined by Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`; one per active secret, separated by spaces',
  ),
];

/** The schemas of the bodies of webhooks, by their names. */
const WEBHOOK_BODIES = [...new Set(Object.values(WEBHOOK_SCHEMAS))].map(
  (schema) => [nameOf(schema), schema] as const,
);

function nameOf(schema: z.ZodType): string {
  return String(schema.meta()?.id);
}

/** Schemas without a name in the contract. */
const NAMED_HERE: Record<string, NamedSchema> = {
  ContactStatus: { schema: ContactStatusSchema, strategy: 'output' },
  CreateContact: { schema: CreateContactSchema, strategy: 'input' },
  UpdateContact: { schema: UpdateContactSchema, strategy: 'input' },
  UpsertContact: { schema: UpsertContactSchema, strategy: 'input' },
  MessageError: { schema: MessageErrorSchema, strategy: 'output' },
  Pagination: { schema: PaginationSchema, strategy: 'output' },
  ...Object.fromEntries(
    WEBHOOK_BODIES.map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
  ),
  TemplateComponent: { schema: TemplateComponentSchema, strategy: 'input' },
};

/**
 * Writes a discriminated union as `oneOf`, with a `discriminator` where the cases have names, so that
 * generated clients distinguish the cases by that field. A union of one case is written as that case.
 */
const exclusiveUnions: Interceptor = ({ next, schema }) => {
  const result = next();
  const { type, discriminator, options } = (schema as z.core.$ZodDiscriminatedUnion)._zod.def;
  const [required, { anyOf, ...rest }] = result;
  if (type !== 'union' || discriminator === undefined || !Array.isArray(anyOf)) return result;
  if (anyOf.length === 1) return [required, { ...rest, ...(anyOf[0] as object) }];
  const mapping = mappingOf(discriminator, options, anyOf);
  return [required, { ...rest, oneOf: anyOf, ...mapping } as never];
};

/** Writes a value that a route parses by itself as the named schema that it parses it with. */
const documentedElsewhere: Interceptor = ({ next, schema }) => {
  const { documentedAs } = z.globalRegistry.get(schema as z.ZodType) ?? {};
  return typeof documentedAs === 'string' ? [true, { $ref: `#/components/schemas/${documentedAs}` }] : next();
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

let kept: Promise<OpenAPI.Document> | undefined;

/**
 * Returns the public API's OpenAPI document. It is generated once for each process, because that takes a large part of
 * the time in which a server starts.
 */
export function openApiDocument(): Promise<OpenAPI.Document> {
  kept ??= makeOpenApiDocument();
  return kept;
}

/** Generates the public API's OpenAPI 3.1 document. `npm run check` compares it with the committed one. */
export async function makeOpenApiDocument(): Promise<OpenAPI.Document> {
  const named = namedSchemasOf(publicApi);
  const generator = new OpenAPIGenerator({
    schemaConverters: [
      new ZodToJsonSchemaConverter({ interceptors: [documentedElsewhere, exclusiveUnions] }),
    ],
  });
  const { info, openapi, servers, security, tags, paths, components } = await generator.generate(publicApi, {
    info: INFO,
    servers: [{ url: '/api/v1', description: 'This server' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    components: { securitySchemes: SECURITY_SCHEMES },
    commonSchemas: named,
  });
  const errors = errorsOf(publicApi);
  const files = new Set(fileOperationsOf(publicApi));
  for (const { method, operation } of operationsOf(paths)) {
    const id = operation.operationId ?? '';
    const examples = EXAMPLES[id];
    if (!examples) throw new Error(`${id} has no examples: add them in server/openapi/examples`);
    if (files.has(id)) operation.requestBody = FILE_BODY;
    for (const answer of Object.values(operation.responses ?? {})) openToNewFields(answer);
    completeOperation(method, operation, errors.get(id) ?? [], examples);
  }
  const schemas: Record<string, OpenAPI.SchemaObject> = { ...components?.schemas, Error: ERROR_BODY };
  for (const [name, { strategy }] of Object.entries(named)) {
    if (strategy === 'output') openToNewFields(schemas[name]);
  }
  const document = {
    openapi,
    info,
    servers,
    security,
    tags,
    paths,
    webhooks: webhooksOfDocument(),
    components: { ...components, schemas, headers: HEADERS },
  } as OpenAPI.Document;
  withoutNoise(document.paths);
  withoutNoise(schemas);
  return document;
}

const FILE_BODY: OpenAPI.RequestBodyObject = {
  required: true,
  description: 'The bytes of the file',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

/** Returns the ids of the operations whose body is a file, which schemas cannot describe. */
function fileOperationsOf(api: object, prefix = ''): string[] {
  return Object.entries(api).flatMap(([name, value]: [string, unknown]): string[] => {
    if (!isContractProcedure(value)) return fileOperationsOf(value as object, `${prefix}${name}.`);
    return (value['~orpc'].meta as RouteMeta).takesFile ? [`${prefix}${name}`] : [];
  });
}

function operationsOf(paths: OpenAPI.Document['paths']) {
  return Object.values(paths ?? {}).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = path?.[method];
      return operation ? [{ method, operation: operation as OpenAPI.OperationObject }] : [];
    }),
  );
}

/**
 * Adds what the contract does not contain to an operation: the errors of any request, the headers and the
 * examples. Mutates the operation: the generator's type requires the fields of OpenAPI 3.0 and 3.1 together.
 */
function completeOperation(
  method: string,
  operation: OpenAPI.OperationObject,
  own: readonly ErrorCode[],
  examples: OperationExamples,
): void {
  const given = (operation.parameters ?? []) as OpenAPI.ParameterObject[];
  for (const parameter of given) completeParameter(parameter, examples.parameters?.[parameter.name]);
  const isPaged = given.some(({ name }) => name === 'cursor');
  if (method === 'post') {
    const parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
    Object.assign(operation, { parameters });
  }
  const { requestBody, responses = {} } = operation;
  if (requestBody && 'content' in requestBody && examples.requests) {
    for (const media of Object.values(requestBody.content)) media.examples = examples.requests;
  }
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue;
    response.description = examples.answer;
    response.headers = headersOfSuccess(Number(status), method, isPaged);
    for (const media of Object.values(response.content ?? {})) media.examples = examples.answers;
  }
  if (examples.created !== undefined) {
    Object.assign(responses, { 201: { ...responses['200'], description: examples.created } });
  }
  if (examples.redirect !== undefined) {
    Object.assign(responses, { 302: { description: examples.redirect, headers: headersOfRedirect() } });
  }
  Object.assign(responses, errorResponses(operation, method, own, examples.faulty.details));
}

/** Moves the description from the schema to the parameter, where renderers and clients look for it. */
function completeParameter(parameter: OpenAPI.ParameterObject, example: unknown): void {
  // The generator sets both for every query: clients would then not encode `&` and `+`.
  delete parameter.allowReserved;
  delete parameter.allowEmptyValue;
  if (example !== undefined) parameter.example = example;
  const { schema } = parameter;
  if (!schema || '$ref' in schema || !schema.description) return;
  parameter.description = schema.description;
  delete schema.description;
}

type Interceptor = NonNullable<ZodToJsonSchemaConverterOptions['interceptors']>[number];

/** Maps each value of the discriminator to its case. OpenAPI requires that every case has a name. */
function mappingOf(
  discriminator: string,
  options: readonly z.core.$ZodType[],
  cases: readonly JSONSchema[],
): { discriminator?: { propertyName: string; mapping: Record<string, string> } } {
  const entries = options.flatMap((option, place) => {
    const { $ref } = cases[place] as { $ref?: string };
    const words = [...(option._zod.propValues?.[discriminator] ?? [])];
    return $ref === undefined ? [] : words.map((word) => [String(word), $ref] as const);
  });
  if (entries.length < cases.length) return {};
  return { discriminator: { propertyName: discriminator, mapping: Object.fromEntries(entries) } };
}

interface NamedSchema {
  schema: z.ZodType;
  /** Whether callers send it or receive it. */
  strategy: 'input' | 'output';
}

/**
 * Returns the shared schemas in the document of `api`, whose names become the types of generated clients:
 * those with `.meta({ id })` in the contract, and those of `NAMED_HERE`.
 */
function namedSchemasOf(api: object): Record<string, NamedSchema> {
  return { ...Object.fromEntries(withIdsOf(api)), ...NAMED_HERE };
}

function withIdsOf(api: object): [string, NamedSchema][] {
  return Object.values(api).flatMap((value: unknown): [string, NamedSchema][] => {
    if (!isContractProcedure(value)) return withIdsOf(value as object);
    const { inputSchema, outputSchema } = value['~orpc'];
    return [...withIdsIn(inputSchema, 'input'), ...withIdsIn(outputSchema, 'output')];
  });
}

function withIdsIn(schema: unknown, strategy: NamedSchema['strategy']): [string, NamedSchema][] {
  const { $defs = {} } = z.toJSONSchema(schema as z.ZodType, { io: strategy, unrepresentable: 'any' });
  return Object.keys($defs).flatMap((id): [string, NamedSchema][] => {
    const named = z.globalRegistry._idmap.get(id);
    return named ? [[id, { schema: named as z.ZodType, strategy }]] : [];
  });
}

/** Returns the catalogue of events: what endpoints receive, and the responses that they may return. */
function webhooksOfDocument(): OpenAPI.Document['webhooks'] {
  return Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          summary: SUMMARIES[type],
          description:
            'Sent at least once to every endpoint that subscribes to it. Order is not guaranteed: detect duplicates by `id`, and sort by `conversationSeq`. Without a 2xx response within the endpoint’s timeout, the delivery is retried: ten attempts in three days.',
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${nameOf(WEBHOOK_SCHEMAS[type])}` },
                examples: { sample: { summary: SUMMARIES[type], value: WEBHOOK_SAMPLES[type] } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Delivered: the event is not sent again' },
            '410': { description: 'Gone: the endpoint is disabled, and no more events are sent to it' },
            default: { description: 'Not delivered: the delivery is retried later' },
          },
        },
      },
    ]),
  );
}
