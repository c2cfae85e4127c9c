import { z } from 'zod';
import { WebhookEventSchema } from '../shared/events/webhook-event.ts';
import { makeOpenApiDocument } from './openapi/document.ts';
import { openToNewFields, withoutNoise } from './openapi/tidy-schemas.ts';

/**
 * Prints the OpenAPI document of the public API; `scripts/openapi.mjs` keeps the committed copy up to date.
 * With `--events` it includes the schema of webhook events, for the generator of the TypeScript client.
 */
const document = await makeOpenApiDocument();
if (process.argv.includes('--events')) {
  Object.assign(document.components?.schemas ?? {}, { WebhookEvent: webhookEvent() });
}
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);

/** Returns the event's own schema only: the schemas that it refers to are already in the document. */
function webhookEvent(): unknown {
  const { $defs } = z.toJSONSchema(WebhookEventSchema);
  const text = JSON.stringify($defs?.WebhookEvent).replaceAll('"#/$defs/', '"#/components/schemas/');
  const event: unknown = JSON.parse(text);
  openToNewFields(event);
  withoutNoise(event);
  return event;
}
