import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { publicApi } from '../../../shared/contract/index.ts';

const ERROR_BODY = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'requestId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: {
          type: 'array',
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
} as const;

/** The OpenAPI 3.1 document of the public API, made from the contract. `npm run check` compares it with the committed one. */
export function makeOpenApiDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(publicApi, {
    info: {
      title: 'Switchboard API',
      version: '1.0.0',
      description:
        'Contacts and messages of one workspace. Send `Authorization: Bearer <API key>` with every request; keys are made in the dashboard.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    customErrorResponseBodySchema: () => ERROR_BODY,
  });
}
