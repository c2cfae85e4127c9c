import { z } from 'zod';
import { WEBHOOK_SCHEMAS } from '../shared/events/webhook-event.ts';
import { makeOpenApiDocument } from './openapi/document.ts';
import { openToNewFields, withoutNoise } from './openapi/tidy-schemas.ts';

/**
 * Prints the OpenAPI document of the public API; `scripts/openapi.mjs` keeps the committed copy up to date.
 * With `--events` it includes the schema of webhook events, for the generator of the TypeScript client.
 */
const document = await makeOpenApiDocument();
if (process.argv.includes('--events')) {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  for (const schema of new Set(Object.values(WEBHOOK_SCHEMAS))) {
    // Those that it refers to are mostly in the document already.
    for (const [name, own] of Object.entries(schemasOf(schema))) schemas[name] ??= own;
  }
}
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);

/** Returns the schema of an event and those that it refers to, by their names. */
function schemasOf(schema: z.ZodType): Record<string, unknown> {
  const { $defs } = z.toJSONSchema(schema);
  const text = JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/');
  const schemas: Record<string, unknown> = JSON.parse(text);
  openToNewFields(schemas);
  withoutNoise(schemas);
  return schemas;
}
