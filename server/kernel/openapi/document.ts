import type { OpenAPI } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { publicApi } from '../../../shared/contract/index.ts';
import { completeOperation } from './complete-operation.ts';
import { ERROR_BODY, errorsOf } from './error-responses.ts';
import { EXAMPLES } from './examples/index.ts';
import { exclusiveUnions } from './exclusive-unions.ts';
import { HEADERS } from './headers.ts';
import { INFO, SECURITY_SCHEMES, TAGS } from './info.ts';
import { namedSchemasOf } from './named-schemas.ts';
import { openToNewFields, withoutNoise } from './tidy-schemas.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The OpenAPI 3.1 document of the public API, made from the contract. `npm run check` compares it with the committed one. */
export async function makeOpenApiDocument(): Promise<OpenAPI.Document> {
  const named = namedSchemasOf(publicApi);
  const generator = new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter({ interceptors: [exclusiveUnions] })],
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
  for (const { method, operation } of operationsOf(paths)) {
    const id = operation.operationId ?? '';
    const examples = EXAMPLES[id];
    if (!examples) throw new Error(`${id} has no examples: add them in server/kernel/openapi/examples`);
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
    components: { ...components, schemas, headers: HEADERS },
  } as OpenAPI.Document;
  withoutNoise(document.paths);
  withoutNoise(schemas);
  return document;
}

function operationsOf(paths: OpenAPI.Document['paths']) {
  return Object.values(paths ?? {}).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = path?.[method];
      return operation ? [{ method, operation: operation as OpenAPI.OperationObject }] : [];
    }),
  );
}
