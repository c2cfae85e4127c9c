import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { publicApi } from '../../../shared/contract/index.ts';
import { completeResponses } from './complete-responses.ts';
import { exclusiveUnions } from './exclusive-unions.ts';

/** The OpenAPI 3.1 document of the public API, made from the contract. `npm run check` compares it with the committed one. */
export async function makeOpenApiDocument() {
  const generator = new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter({ interceptors: [exclusiveUnions] })],
  });
  const document = await generator.generate(publicApi, {
    info: {
      title: 'Switchboard API',
      version: '1.0.0',
      description:
        'Contacts and messages of one workspace. Send `Authorization: Bearer <API key>` with every request; keys are made in the dashboard. A method that an address does not take is answered with 405 `method_not_allowed` and `Allow`; OPTIONS tells the same.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  });
  return completeResponses(document, publicApi);
}
